"""What a word, a token and a sentence are: by the rules of Unicode (UAX 29), and for all tools."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from sandboxes.stateless.string.corpus_reader import (
    abbreviations,
    abbreviations_before_numbers,
)

_BLANK_LINE = re.compile(r"\n\s*\n")
_LAST_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|\.(?=\w))*\.$")
_SHORTEST, _LONGEST = 2, 12  # an abbreviation with its stop
_LETTERS_OF_WORDS = frozenset("LMN")  # Unicode's categories: letters, marks, numbers


def segments(text: str) -> list[str]:
    """The text cut into words, punctuation and blanks; joined they are the text again."""
    from unicode_segmentation_rs import split_word_bounds

    return split_word_bounds(text)


def tokens(text: str) -> list[str]:
    """Words, numbers and single marks of punctuation, in order."""
    return [token for token in map(str.strip, segments(text)) if token]


def words(text: str) -> list[str]:
    """Those tokens that hold a letter or a digit."""
    return [token for token in tokens(text) if any(map(str.isalnum, token))]


def parts_of_names(text: str) -> list[str]:
    """The longest runs of letters and digits; an apostrophe inside a word is passed over."""
    plain = (
        unicodedata.normalize("NFC", text)
        .replace("'", "")
        .replace("\N{RIGHT SINGLE QUOTATION MARK}", "")
    )
    kept = (c if unicodedata.category(c)[0] in _LETTERS_OF_WORDS else " " for c in plain)
    return "".join(kept).split()


def sentences(text: str) -> list[str]:
    """The sentences, each on one line, with what stands between them and the next one."""
    return [
        sentence
        for paragraph in _BLANK_LINE.split(text)
        for sentence in _merged(_cut(" ".join(paragraph.split())))
    ]


def _cut(line: str) -> Iterator[str]:
    """Unicode's sentences; marks that it counts to none go with the sentence before them."""
    from unicode_segmentation_rs import unicode_sentences

    starts, end = [], 0
    for found in unicode_sentences(line):
        starts.append(line.index(found, end))
        end = starts[-1] + len(found)
    borders = [0, *starts[1:], len(line)]
    for start, stop in pairwise(borders):
        if piece := line[start:stop].strip():
            yield piece


def _merged(pieces: Iterator[str]) -> Iterator[str]:
    """The pieces, joined where what looked like an end was an abbreviation."""
    held: list[str] = []
    for piece in pieces:
        if held and not _goes_on(held[-1], piece):
            yield " ".join(held)
            held = []
        held.append(piece)
    if held:
        yield " ".join(held)


def _goes_on(piece: str, following: str) -> bool:
    found = _LAST_WORD.search(piece[-_LONGEST:])
    if found is None:
        return False
    word = found[0]
    if len(word) == _SHORTEST:
        return word[0].isupper() and word != "I."  # an initial, as in "J. Smith"
    if word.lower() in abbreviations_before_numbers():
        return following[0].isdigit()
    return word.lower() in abbreviations()
