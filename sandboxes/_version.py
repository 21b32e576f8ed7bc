"""The world version: what code, texts and libraries a world was made by."""

from __future__ import annotations

import functools
import unicodedata
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

WORLD_LIBRARIES = ("docstring-parser", "orjson", "pydantic", "rapidfuzz")
"""Libraries whose behaviour can be seen in a world: descriptions, validation, search."""

_ROOT = Path(__file__).parent
_SUFFIXES = {".py", ".json"}


@functools.cache
def world_version() -> str:
    """A short hash over the code and corpora of the worlds and the versions they rest on.

    Two processes with the same version make the same bytes of the same seed and calls.
    """
    digest = blake2b(digest_size=8)
    for path in sorted(_ROOT.rglob("*")):
        if path.suffix in _SUFFIXES and "tasks" not in path.relative_to(_ROOT).parts:
            digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    for library in WORLD_LIBRARIES:
        digest.update(f"{library}=={version(library)}\0".encode())
    digest.update(unicodedata.unidata_version.encode())
    return digest.hexdigest()
