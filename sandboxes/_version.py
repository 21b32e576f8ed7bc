"""The world version: what code, texts and libraries a world was made by."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

WORLD_LIBRARIES = (
    "astral",
    "babel",
    "docstring-parser",
    "google-re2",
    "idna",
    "inflection",
    "molmass",
    "networkx",
    "orjson",
    "pint",
    "pydantic",
    "python-slugify",
    "rapidfuzz",
    "syllapy",
    "sympy",
    "tzdata",
    "unicode-segmentation-rs",
)
"""Libraries whose behaviour can be seen in a world: descriptions, validation, what tools answer."""

_ROOT = Path(__file__).parent
_SET_IN_WORLDS = ("tasks", "workflows")
_SUFFIXES = {".py", ".json"}


@functools.cache
def world_version() -> str:
    """A short hash over the code and corpora of the worlds and the versions they rest on.

    Two processes with the same version make the same bytes of the same seed and calls.
    """
    sources = (
        path for path in _ROOT.rglob("*") if path.relative_to(_ROOT).parts[0] not in _SET_IN_WORLDS
    )
    digest = _digest(sources)
    for library in WORLD_LIBRARIES:
        digest.update(f"{library}=={version(library)}\0".encode())
    digest.update(unicodedata.unidata_version.encode())
    return digest.hexdigest()


@functools.cache
def tasks_version() -> str:
    """A short hash over the code of the tasks and the version of the worlds they are set in."""
    digest = _digest((_ROOT / "tasks").rglob("*"))
    digest.update(world_version().encode())
    return digest.hexdigest()


@functools.cache
def workflows_version() -> str:
    """A short hash over the code of the workflows and the version of the tasks they rest on."""
    digest = _digest((_ROOT / "workflows").rglob("*"))
    digest.update(tasks_version().encode())
    return digest.hexdigest()


def _digest(paths: Iterable[Path]) -> blake2b:
    """A digest of the names and contents of source files."""
    digest = blake2b(digest_size=8)
    for path in sorted(path for path in paths if path.suffix in _SUFFIXES):
        digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0")
        digest.update(path.read_bytes())
    return digest
