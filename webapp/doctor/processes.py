"""Who on this machine holds a file or a socket, as far as this user may see."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Process:
    """A process. Its arguments may hold secrets and are not shown.

    Args:
        pid: Its id.
        name: Its name.
        folder: Where it works.
        arguments: How it was started.
    """

    pid: int
    name: str
    folder: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"process {self.pid} ({self.name})"

    def works_in(self, folder: Path) -> bool:
        """Whether it works there, or was started with something from there."""
        named = (os.path.normpath(os.path.join(self.folder, text)) for text in self.arguments)
        return any(Path(path).is_relative_to(folder) for path in (self.folder, *named))


def holders(target: str) -> list[Process]:
    """The other processes that have something open.

    Args:
        target: A file's real path, or `socket:[INODE]`.
    """
    found = []
    for folder in sorted(Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
        with suppress(OSError):  # ended meanwhile, or another user's
            if int(folder.name) != os.getpid() and _has_open(folder, target):
                found.append(_process(folder))
    return found


def _has_open(process: Path, target: str) -> bool:
    for link in (process / "fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            if os.readlink(link) == target:
                return True
    return False


def _process(folder: Path) -> Process:
    words = (folder / "cmdline").read_bytes().split(b"\0")
    return Process(
        pid=int(folder.name),
        name=os.fsdecode((folder / "comm").read_bytes()).strip(),
        folder=os.readlink(folder / "cwd"),
        arguments=tuple(os.fsdecode(word) for word in words if word),
    )
