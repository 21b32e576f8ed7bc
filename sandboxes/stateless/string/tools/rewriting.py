"""Tools that shorten or reword an English text, or tell something of its words."""

from __future__ import annotations

import unicodedata
from typing import Annotated

from pydantic import Field, StringConstraints

from sandboxes._outcome import Refused
from sandboxes._tool import library_tool
from sandboxes._types import AnyText
from sandboxes.stateless.string.corpus_reader import stop_words, synonyms
from sandboxes.stateless.string.syllables import syllables
from sandboxes.stateless.string.words import segments, sentences, words

Sentences = Annotated[int, Field(ge=1, le=100)]
"""How many sentences to keep."""

Word = Annotated[str, StringConstraints(min_length=1, max_length=100)]
"""One word."""

_APOSTROPHES = str.maketrans({"\N{RIGHT SINGLE QUOTATION MARK}": "'"})


@library_tool
def simple_summarize(text: AnyText, max_sentences: Sentences = 3) -> str:
    """Sum a text up by its longest sentences, those with the most words, in their own order.

    Of sentences with as many words, the earlier ones are kept.

    Args:
        text: The text, in English.
        max_sentences: How many sentences to keep.

    Returns:
        The sentences that are kept, joined by blanks; of a shorter text, all.
    """
    found = sentences(text)
    by_length = sorted(range(len(found)), key=lambda at: -len(words(found[at])))
    return " ".join(found[at] for at in sorted(by_length[:max_sentences]))


@library_tool
def remove_stopwords(text: AnyText) -> str:
    """Drop the English words that carry little meaning of their own, such as "the" and "of".

    They are articles, pronouns, auxiliaries, prepositions, conjunctions and some adverbs; case does
    not matter. Punctuation stays, and runs of blanks and line feeds become one blank.

    Args:
        text: The text, in English.

    Returns:
        The text without them.
    """
    dropped = stop_words()
    kept = (s for s in segments(text) if s.lower().translate(_APOSTROPHES) not in dropped)
    return " ".join("".join(kept).split())


@library_tool
def simple_paraphrase(text: AnyText) -> str:
    """Reword an English text: some common words are swapped for synonyms out of a small dictionary.

    Capitals are kept, and everything else stays as it is.

    Args:
        text: The text, in English.

    Returns:
        The reworded text; the same text if the dictionary has none of its words.
    """
    return "".join(map(_reworded, segments(text)))


@library_tool
def syllable_estimate(word: Word) -> int:
    """Estimate how many syllables an English word has, by a dictionary or, failing that, by rules.

    Refused if it is not one word of letters from A to Z; accents, apostrophes and hyphens may be in
    it.

    Args:
        word: The word.

    Returns:
        The number of syllables, at least 1.
    """
    split_up = unicodedata.normalize("NFKD", word.strip()).translate(_APOSTROPHES)
    plain = "".join(c for c in split_up if not unicodedata.combining(c))
    letters = plain.replace("'", "").replace("-", "")
    if not (letters.isascii() and letters.isalpha()):
        raise Refused("word must be one word of letters from A to Z, such as window.")
    return sum(syllables(part.replace("'", "").lower()) for part in plain.split("-"))


def _reworded(segment: str) -> str:
    other = synonyms().get(segment.lower())
    if other is None:
        return segment
    if segment.islower():
        return other
    return other.upper() if segment.isupper() else other.capitalize()
