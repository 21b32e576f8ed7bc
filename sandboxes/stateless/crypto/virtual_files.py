"""The few small text files that a world has for file_digest."""

from __future__ import annotations

import functools
import json
from pathlib import Path

from sandboxes._outcome import Refused
from sandboxes._streams import Stream
from sandboxes._tool import SeedData

_CORPUS = Path(__file__).parent / "corpus" / "files.json"
_FEWEST, _MOST = 8, 12
_FEWEST_LINES = 4


class VirtualFiles(SeedData):
    """Files that exist in the world alone: some of the corpus's, each with some of its lines.

    Args:
        seed: The world's seed.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        draw = Stream(seed, "Crypto", "files")
        corpus = _corpus()
        paths = sorted(draw.sample(list(corpus), draw.between(_FEWEST, _MOST)))
        self._contents = {path: _written(seed, path, corpus[path]) for path in paths}

    @property
    def paths(self) -> list[str]:
        """The paths of all files, in alphabetical order."""
        return list(self._contents)

    def content(self, path: str) -> bytes:
        """The bytes of a file.

        Raises:
            Refused: there is no such file.
        """
        if path not in self._contents:
            raise Refused(
                f"There is no file {path!a} in this world. There are: {', '.join(self.paths)}."
            )
        return self._contents[path]


@functools.cache
def _corpus() -> dict[str, list[str]]:
    """By path, a file's heading and all the lines that it may have below it."""
    corpus: dict[str, list[str]] = json.loads(_CORPUS.read_text(encoding="utf-8"))
    return corpus


def _written(seed: int, path: str, lines: list[str]) -> bytes:
    draw = Stream(seed, "Crypto", "file", path)
    heading, *below = lines
    chosen = draw.sample(below, draw.between(_FEWEST_LINES, len(below)))
    return "".join(f"{line}\n" for line in (heading, *chosen)).encode()
