"""Tools that cut texts into words and sentences, and count them."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from pydantic import Field

from sandboxes._outcome import Refused
from sandboxes._tool import library_tool
from sandboxes._types import AnyText
from sandboxes.stateless.string import words as parts

Tokens = Annotated[list[AnyText], Field(max_length=20_000)]
"""As many tokens as a text can have."""

Span = Annotated[int, Field(ge=1, le=10)]
"""How many tokens an n-gram has."""

WordsPerMinute = Annotated[int, Field(ge=1, le=10_000)]
"""How fast somebody reads."""

_LONGEST_JOINED = 40_000  # what the tokens of any text come to


@library_tool
def tokenize(text: AnyText) -> list[str]:
    """Split a text into words, numbers and marks of punctuation, by the rules of Unicode.

    An apostrophe inside a word and a point or comma inside a number belong to it: "don't", "3.50".

    Args:
        text: The text.

    Returns:
        A list of the tokens in order; blanks and line feeds are none.
    """
    return parts.tokens(text)


@library_tool
def detokenize(tokens: Tokens) -> str:
    """Join tokens to a text with a blank between each two; tokenize splits it into them again.

    Refused if the text would be longer than 40,000 characters.

    Args:
        tokens: The tokens in order.

    Returns:
        The text.
    """
    length = sum(map(len, tokens)) + max(len(tokens) - 1, 0)
    if length > _LONGEST_JOINED:
        raise Refused(
            f"The text would have {length} characters. Send tokens that come to at most "
            f"{_LONGEST_JOINED}, blanks included."
        )
    return " ".join(tokens)


@library_tool
def count_words(text: AnyText) -> int:
    """Count the words and numbers of a text; punctuation does not count.

    Args:
        text: The text.

    Returns:
        How many there are.
    """
    return len(parts.words(text))


@library_tool
def word_freq(text: AnyText) -> dict[str, int]:
    """Count how often each word and number occurs in a text; case does not matter.

    Args:
        text: The text.

    Returns:
        An object of word, in lower case, and how often it occurs: the most frequent first, those of
        one frequency in the order in which they first occur.
    """
    return dict(Counter(word.lower() for word in parts.words(text)).most_common())


@library_tool
def ngrams(text: AnyText, n: Span = 2) -> list[list[str]]:
    """List the runs of n neighbouring tokens of a text, tokens as tokenize gives them.

    Args:
        text: The text.
        n: How many tokens a run has.

    Returns:
        A list of runs, each a list of n tokens, from first to last; empty if there are fewer than n
        tokens.
    """
    found = parts.tokens(text)
    return [list(run) for run in zip(*(found[start:] for start in range(n)), strict=False)]


@library_tool
def sentence_split(text: AnyText) -> list[str]:
    """Split an English text into its sentences.

    A blank line ends a sentence, too; a single line feed counts as a blank. Usual abbreviations
    ("Dr. Smith", "e.g.", "No. 5") and initials do not end one.

    Args:
        text: The text.

    Returns:
        A list of the sentences in order, with the marks that end them.
    """
    return parts.sentences(text)


@library_tool
def read_time_estimate(text: AnyText, wpm: WordsPerMinute = 200) -> float:
    """Estimate how long it takes to read a text.

    Args:
        text: The text; its words and numbers count.
        wpm: How many words somebody reads in a minute.

    Returns:
        The minutes, to 2 decimal places.
    """
    return round(len(parts.words(text)) / wpm, 2)
