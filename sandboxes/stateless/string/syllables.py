"""How many syllables an English word has: syllapy, and the silent endings that it does not know."""

from __future__ import annotations

import re

# In "walked" and "tables" the e is silent; in "wanted" and "boxes" it is not.
_SILENT = re.compile(r"[a-z]+(?:[^aeioutd]ed|[^aeiousxzcgh]es)")


def syllables(word: str) -> int:
    """The syllables of a word of the letters a to z: at least 1, but 0 if the word is empty."""
    from syllapy import WORD_DICT, count

    if word not in WORD_DICT and _SILENT.fullmatch(word):
        word = word[:-1]
    return int(count(word))
