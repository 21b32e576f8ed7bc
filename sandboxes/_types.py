"""Argument types that tools share. A constraint shown in the schema is the one that is checked."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field, StringConstraints

_MOST = 1_000_000
_ADDRESS = r"^https?://[^\s<>\"'\x00-\x1f]+$"
_NO_CONTROL = r"^[^\x00-\x1f\x7f-\x9f]*$"
_PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$"
_PRINTABLE_LINES = (
    r"^[^\x00-\x09\x0b-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x09\x0b-\x1f\x7f-\x9f]*$"
)

Identifier = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=_NO_CONTROL)]
"""An id as another tool gave it, such as ``user_...``."""

OptionalIdentifier = Annotated[str, StringConstraints(max_length=64, pattern=_NO_CONTROL)]
"""An id, or an empty text where none is meant."""

Line = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=_PRINTABLE)]
"""One line of text: a name, a title, a word to search for."""

Fragment = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=_NO_CONTROL)]
"""Something to search for, perhaps just a blank."""

LongText = Annotated[
    str, StringConstraints(min_length=1, max_length=4000, pattern=_PRINTABLE_LINES)
]
"""Text of several lines; no control characters but the line feed."""

WebAddress = Annotated[str, StringConstraints(min_length=10, max_length=500, pattern=_ADDRESS)]
"""Address of a picture, beginning with http:// or https://."""

AnyText = Annotated[str, StringConstraints(max_length=20_000)]
"""Text to work on: any characters, in any number of lines, or none."""

Scalar = Annotated[str, StringConstraints(max_length=4000)] | int | float | bool | None
"""A JSON value that is no list and no object."""

Count = Annotated[int, Field(ge=1, le=_MOST)]
"""How many of something: a positive whole number."""

Index = Annotated[int, Field(ge=0, le=_MOST)]
"""A place in a list, counted from 0."""

STRICT = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)
"""For objects inside arguments: a TypedDict has it as its ``__pydantic_config__``."""

PATTERN_RULES = {
    _NO_CONTROL: "must not contain control characters",
    _PRINTABLE: "must hold more than blanks, and no control characters",
    _PRINTABLE_LINES: "must hold more than blanks, and no control characters but line feeds",
    _ADDRESS: "must begin with http:// or https:// and hold no blanks, quotes or angle brackets",
}
"""What each pattern asks for, in words."""
