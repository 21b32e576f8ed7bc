"""How LightShop matches names: by fragment, or loosely by edit distance."""

from __future__ import annotations

from collections.abc import Callable

from rapidfuzz.distance import Levenshtein

CLOSE = 0.6
LOOSE = 0.4


def containing(fragment: str) -> Callable[[str], bool]:
    """A test whether a name holds the fragment; case does not matter."""
    folded = fragment.casefold()
    return lambda name: folded in name.casefold()


def resembling(wanted: str, above: float) -> Callable[[str], bool]:
    """A test whether a name holds the wanted text or is similar to it.

    Similarity is 1 - edit distance / length of the longer text, between 0 and 1.
    """
    folded = wanted.casefold()

    def fits(name: str) -> bool:
        plain = name.casefold()
        return folded in plain or Levenshtein.normalized_similarity(plain, folded) > above

    return fits
