"""Tools for ciphers of the school book: they hide nothing from anybody who tries."""

from __future__ import annotations

import codecs
from itertools import cycle
from string import ascii_lowercase, ascii_uppercase
from typing import Annotated

from pydantic import Field, StringConstraints

from sandboxes._outcome import Refused
from sandboxes._tool import library_tool
from sandboxes._types import AnyText
from sandboxes.stateless._bytes import EncodedText, decoded_hex, decoded_text

CipherKey = Annotated[str, StringConstraints(min_length=1, max_length=1000)]
"""A key of at least one byte."""

Shift = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
"""How many letters further; negative is backwards."""


@library_tool
def xor_cipher(text: AnyText, key: CipherKey) -> str:
    """Encrypt a text by exclusive or with a key that repeats; xor_dec undoes it.

    Args:
        text: The text; its UTF-8 bytes are encrypted.
        key: The key, as text.

    Returns:
        The encrypted bytes, two hexadecimal digits in lower case each.
    """
    return _mixed(text.encode(), key).hex()


@library_tool
def xor_dec(hextext: EncodedText, key: CipherKey) -> str:
    """Decrypt what xor_cipher encrypted.

    Refused if the bytes are not written in hexadecimal, or if what comes out is no text in UTF-8,
    as happens with another key.

    Args:
        hextext: The encrypted bytes, two hexadecimal digits each.
        key: The key that they were encrypted with.

    Returns:
        The text.
    """
    return decoded_text(_mixed(decoded_hex("hextext", hextext), key))


@library_tool
def xor_bytes_hex(a_hex: EncodedText, b_hex: EncodedText) -> str:
    """Combine two rows of bytes by exclusive or.

    Refused if one is not written in hexadecimal, or if they differ in length.

    Args:
        a_hex: The first bytes, two hexadecimal digits each.
        b_hex: The second, as many.

    Returns:
        The combined bytes, two hexadecimal digits in lower case each.
    """
    a, b = decoded_hex("a_hex", a_hex), decoded_hex("b_hex", b_hex)
    if len(a) != len(b):
        raise Refused(f"a_hex has {len(a)} bytes and b_hex has {len(b)}. Give as many of each.")
    return bytes(one ^ other for one, other in zip(a, b, strict=True)).hex()


@library_tool
def simple_caesar(text: AnyText, shift: Shift = 3) -> str:
    """Shift the letters a to z along the alphabet, from its end on to its beginning.

    Capitals stay capitals; all other characters stay as they are. The negative shift undoes it.

    Args:
        text: The text.
        shift: By how many letters; negative is backwards.

    Returns:
        The shifted text.
    """
    turn = shift % len(ascii_lowercase)
    moved = (letters[turn:] + letters[:turn] for letters in (ascii_lowercase, ascii_uppercase))
    return text.translate(str.maketrans(ascii_lowercase + ascii_uppercase, "".join(moved)))


@library_tool
def rot13(text: AnyText) -> str:
    """Shift the letters a to z by 13, half the alphabet; doing it twice gives the text back.

    Args:
        text: The text.

    Returns:
        The shifted text; all but the letters a to z and A to Z stay as they are.
    """
    return codecs.encode(text, "rot13")


def _mixed(data: bytes, key: str) -> bytes:
    return bytes(byte ^ mask for byte, mask in zip(data, cycle(key.encode()), strict=False))
