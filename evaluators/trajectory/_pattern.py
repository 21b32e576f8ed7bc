"""A failure pattern that was found, with its evidence."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

SATURATION, CLEAN_SLATE, DEFEATISM = "saturation", "clean_slate", "defeatism"
PATTERNS = (SATURATION, CLEAN_SLATE, DEFEATISM)
"""All patterns by name, as people's rubric has them too."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A failure pattern.

    Args:
        name: One of `PATTERNS`.
        sentence: What happened.
        calls: Numbers of the calls that show it; none where something was not called.
        tools: The tools that it is about, sorted.
        records: Ids of the records that it is about, sorted.
    """

    name: str
    sentence: str
    calls: tuple[int, ...] = ()
    tools: tuple[str, ...] = ()
    records: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The pattern as JSON."""
        return {name: _plain(value) for name, value in asdict(self).items()}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
