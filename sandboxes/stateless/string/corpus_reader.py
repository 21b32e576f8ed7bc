"""The word lists of String, read once per process."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "corpus"


def _read(name: str) -> Any:
    return json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@functools.cache
def abbreviations() -> frozenset[str]:
    """Abbreviations, in lower case and with their stops, that do not end a sentence."""
    return frozenset(_read("abbreviations")["never_at_the_end"])


@functools.cache
def abbreviations_before_numbers() -> frozenset[str]:
    """Abbreviations that do not end a sentence where a number follows."""
    return frozenset(_read("abbreviations")["before_numbers"])


@functools.cache
def stop_words() -> frozenset[str]:
    """English words that carry little meaning of their own, in lower case."""
    return frozenset(word for group in _read("stop_words").values() for word in group)


@functools.cache
def synonyms() -> dict[str, str]:
    """By word, another that means about the same; both in lower case."""
    pairs: dict[str, str] = _read("synonyms")
    return pairs
