"""Sets of paths, written with wildcards."""

from __future__ import annotations

import re
from collections.abc import Iterable


class PathSet:
    """Paths of a state, some of them written with wildcards.

    Args:
        paths: Steps joined by ``/``; ``*`` stands for any one step, ``**`` for any number of them,
            none included.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self._pattern = re.compile("|".join(map(_regex, paths)) or r"(?!)")

    def __contains__(self, path: str) -> bool:
        """Whether one of the paths matches."""
        return self._pattern.fullmatch(f"{path}/") is not None


def _regex(path: str) -> str:
    return "".join(_step(step) for step in path.split("/"))


def _step(step: str) -> str:
    if step == "**":
        return "(?:[^/]+/)*"
    return "[^/]+/" if step == "*" else f"{re.escape(step)}/"
