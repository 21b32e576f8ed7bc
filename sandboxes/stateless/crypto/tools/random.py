"""Tools that draw random values: of the world's seed, the tool, and which call of it this is."""

from __future__ import annotations

import base64
import uuid
from typing import Annotated

from pydantic import Field

from sandboxes._streams import Stream
from sandboxes._tool import library_tool
from sandboxes._types import Scalar

Size = Annotated[int, Field(ge=1, le=1024)]
"""How many random bytes or characters."""

_WORD = 8  # bytes of one draw


@library_tool
def random_bytes(stream: Stream, n: Size = 32) -> str:
    """Draw random bytes; each call draws others.

    Args:
        n: How many bytes.

    Returns:
        The bytes, two hexadecimal digits in lower case each.
    """
    return _drawn(stream, n).hex()


@library_tool
def random_hex(stream: Stream, nbytes: Size = 16) -> str:
    """Draw a random hexadecimal number; each call draws another.

    Args:
        nbytes: How many bytes it stands for.

    Returns:
        Hexadecimal digits in lower case, two for each byte.
    """
    return _drawn(stream, nbytes).hex()


@library_tool
def uuid4(stream: Stream) -> str:
    """Draw a random UUID, of version 4; each call draws another.

    Returns:
        The UUID, 32 hexadecimal digits in lower case in five groups joined by hyphens.
    """
    return str(uuid.UUID(bytes=_drawn(stream, 16), version=4))


@library_tool
def random_choice(
    stream: Stream, seq: Annotated[list[Scalar], Field(min_length=1, max_length=1000)]
) -> Scalar:
    """Draw one element of a list, each place with the same probability; each call draws anew.

    Args:
        seq: The list, of texts, numbers, true, false and null.

    Returns:
        The element.
    """
    return stream.choice(seq)


@library_tool
def secure_token_urlsafe(stream: Stream, length: Size = 32) -> str:
    """Draw a random token that can stand in a web address; each call draws another.

    Args:
        length: How many characters it has.

    Returns:
        The token, of letters, digits, - and _.
    """
    return base64.urlsafe_b64encode(_drawn(stream, length)).decode()[:length]


def _drawn(stream: Stream, count: int) -> bytes:
    words = -(-count // _WORD)
    return b"".join(stream.bits().to_bytes(_WORD, "big") for _ in range(words))[:count]
