"""How LightShop matches names: by fragment, or loosely by edit distance."""

from __future__ import annotations

from rapidfuzz.distance import Levenshtein

CLOSE = 0.6
LOOSE = 0.4


def contains(name: str, fragment: str) -> bool:
    """Whether the name holds the fragment; case does not matter."""
    return fragment.casefold() in name.casefold()


def resembles(name: str, wanted: str, above: float) -> bool:
    """Whether the name holds the wanted text or is similar to it.

    Similarity is 1 - edit distance / length of the longer text, between 0 and 1.
    """
    if contains(name, wanted):
        return True
    return Levenshtein.normalized_similarity(name.casefold(), wanted.casefold()) > above
