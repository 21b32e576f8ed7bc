"""Lines of a file, one by one, however long they are."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

MOST_BYTES = 2 * 1024 * 1024
"""Of one line; the longest published ones have some 30,000."""
_CHUNK = 1 << 16
_SIGNATURES = {
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a ZIP archive or an Office document",
    b"\x1f\x8b": "compressed by gzip",
    b"BZh": "compressed by bzip2",
    b"\xfd7zXZ": "compressed by xz",
    b"SQLite format 3": "an SQLite database",
}


class PublishedFileError(Exception):
    """A file can't be read, or holds no lines of text. Its text says so."""


def open_lines(path: Path) -> Iterator[bytes | None]:
    """The lines of a file without their ends; None for one that is too long.

    Args:
        path: Where the file is.

    Raises:
        PublishedFileError: there is no such file, it can't be read, or it holds no lines of text.
    """
    _look_at(path)
    try:
        with path.open("rb") as file:
            while line := file.readline(MOST_BYTES + 2):
                if line.endswith(b"\n") or len(line) <= MOST_BYTES:
                    yield line.removesuffix(b"\n")
                    continue
                while rest := file.readline(_CHUNK):
                    if rest.endswith(b"\n"):
                        break
                yield None
    except OSError as error:
        raise PublishedFileError(f"{path}: {error.strerror}.") from error


def file_hash(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal digits.

    Args:
        path: Where the file is.

    Raises:
        PublishedFileError: there is no such file, or it can't be read.
    """
    _look_at(path)
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise PublishedFileError(f"{path}: {error.strerror}.") from error


def _look_at(path: Path) -> None:
    """Refuse what holds no lines at all, rather than each of its thousand lines."""
    try:
        if path.is_dir():
            raise PublishedFileError(f"{path} is a folder; name the files in it.")
        if not path.exists():
            raise PublishedFileError(f"{path} is not there.")
        if not path.is_file():
            raise PublishedFileError(f"{path} is no file.")
        with path.open("rb") as file:
            start = os.read(file.fileno(), 16)
    except OSError as error:
        raise PublishedFileError(f"{path}: {error.strerror}.") from error
    except ValueError as error:
        raise PublishedFileError("The name of a file holds a sign that none can.") from error
    for signature, what in _SIGNATURES.items():
        if start.startswith(signature):
            raise PublishedFileError(
                f"{path} is {what}; what is imported is UTF-8 text, a JSON object a line."
            )
