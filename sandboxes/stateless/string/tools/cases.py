"""Tools that change the letters, blanks and marks of a text, or make a name of it."""

from __future__ import annotations

import string
import unicodedata
from typing import Annotated

from pydantic import Field, StringConstraints

from sandboxes._outcome import Refused
from sandboxes._tool import library_tool
from sandboxes._types import AnyText
from sandboxes.stateless.string.words import parts_of_names, segments

Phrase = Annotated[str, StringConstraints(max_length=1000)]
"""What a name is made of."""

Length = Annotated[int, Field(ge=3, le=20_000)]
"""How long a text may be, three dots included."""

Ordinal = Annotated[int, Field(ge=-(10**15), le=10**15)]
"""A number to say the place of."""

_DOTS = "..."


@library_tool
def to_lower(text: AnyText) -> str:
    """Write a text in lower case.

    Args:
        text: The text, in any script.

    Returns:
        The text in lower case.
    """
    return text.lower()


@library_tool
def to_upper(text: AnyText) -> str:
    """Write a text in capitals.

    Args:
        text: The text, in any script.

    Returns:
        The text in capitals.
    """
    return text.upper()


@library_tool
def title_case(text: AnyText) -> str:
    """Write every word of a text with a capital first letter and the others in lower case.

    An apostrophe does not begin a word, a hyphen does: "Don't", "Well-Known".

    Args:
        text: The text.

    Returns:
        The text with capital first letters.
    """
    return "".join(map(str.capitalize, segments(text)))


@library_tool
def snake_case(text: Phrase) -> str:
    """Make a name in snake case of a text: words in lower case, joined by underscores.

    Words end at blanks and marks, and where a small letter or digit meets a capital: "HTTPServer
    error" gives "http_server_error". An apostrophe inside a word is dropped.

    Refused if the text has no letter and no digit.

    Args:
        text: The text.

    Returns:
        The name.
    """
    return _snake(text)


@library_tool
def camel_case(text: Phrase) -> str:
    """Make a name in camel case of a text: words joined, a capital where each but the first begins.

    Words end where they do for snake_case: "HTTPServer error" gives "httpServerError".

    Refused if the text has no letter and no digit.

    Args:
        text: The text.

    Returns:
        The name.
    """
    from inflection import camelize

    return camelize(_snake(text), uppercase_first_letter=False)


@library_tool
def slugify(text: Phrase) -> str:
    """Make a slug of a text: what can stand for it in a web address.

    It has letters from a to z and digits, with single hyphens for all else; letters of other
    alphabets are spelled with these, and an apostrophe inside a word is dropped.

    Refused if nothing of the text can be spelled so.

    Args:
        text: The text.

    Returns:
        The slug.
    """
    from slugify import slugify as slug_of

    plain = text.replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "")
    slug = slug_of(plain, entities=False, decimal=False, hexadecimal=False)
    if not slug:
        raise Refused("text has no letter and no digit that a slug could have. Give some.")
    return slug


@library_tool
def normalize_whitespace(text: AnyText) -> str:
    """Make one blank of every run of blanks, tabs and line feeds, and none at the ends.

    Args:
        text: The text.

    Returns:
        The text on one line.
    """
    return " ".join(text.split())


@library_tool
def remove_punctuation(text: AnyText) -> str:
    """Drop the marks of punctuation of a text, of any script, and the symbols of a keyboard.

    These are $ + < = > ^ ` | and ~. Other symbols, such as the euro sign and emoji, stay.

    Args:
        text: The text.

    Returns:
        The text without them; all else, blanks included, stays as it is.
    """
    return "".join(c for c in text if not _is_mark(c))


@library_tool
def truncate(text: AnyText, length: Length = 100) -> str:
    """Cut a text to a length, and end it with three dots if something was cut off.

    Args:
        text: The text.
        length: How many characters are left at most, the dots included.

    Returns:
        The text, as it is if it is short enough.
    """
    return text if len(text) <= length else text[: length - len(_DOTS)] + _DOTS


@library_tool
def ordinal(n: Ordinal) -> str:
    """Write the English ordinal number of a whole number in digits.

    Args:
        n: The number; it may be zero or negative.

    Returns:
        The number with st, nd, rd or th after it, such as "21st".
    """
    from inflection import ordinalize

    return ordinalize(n)


def _snake(text: str) -> str:
    from inflection import underscore

    parts = parts_of_names(text)
    if not parts:
        raise Refused("text has no letter and no digit that a name could have. Give some.")
    return underscore("_".join(parts))


def _is_mark(character: str) -> bool:
    return character in string.punctuation or unicodedata.category(character).startswith("P")
