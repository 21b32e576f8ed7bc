"""Texts as bytes: digests, hexadecimal and Base64, for all servers that need them."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Annotated, Literal

from pydantic import StringConstraints

from sandboxes._outcome import Refused

Algorithm = Literal[
    "md5",
    "sha1",
    "sha224",
    "sha256",
    "sha384",
    "sha512",
    "sha3_256",
    "sha3_512",
    "blake2b",
    "blake2s",
]
"""A hash function that every Python has."""

EncodedText = Annotated[str, StringConstraints(max_length=160_000)]
"""Hexadecimal or Base64; long enough for whatever any text becomes."""

_STANDARD, _URL_SAFE = b"+/", b"-_"


def hex_digest(algorithm: str, data: bytes) -> str:
    """The digest of bytes as lower-case hexadecimal digits."""
    return hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()


def decoded_hex(argument: str, digits: str) -> bytes:
    """The bytes that hexadecimal digits stand for; blanks between bytes do not matter.

    Args:
        argument: What the subject knows the digits by.
        digits: The digits, in upper or lower case.

    Raises:
        Refused: something else is there, or a digit is missing.
    """
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise Refused(
            f"{argument} is no hexadecimal: two digits of 0-9 and a-f stand for each byte, with "
            "nothing but blanks between the bytes."
        ) from None


def decoded_text(data: bytes) -> str:
    """The text that bytes are in UTF-8.

    Raises:
        Refused: they are none.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Refused(
            f"The {len(data)} bytes are no text in UTF-8: they go wrong at byte {error.start}, "
            "counted from 0. This takes what was made from a text."
        ) from None


def encoded_base64(text: str) -> str:
    """The UTF-8 bytes of a text as Base64, with padding."""
    return base64.b64encode(text.encode()).decode()


def decoded_base64(argument: str, encoded: str) -> str:
    """The text that its Base64 stands for.

    Args:
        argument: What the subject knows the Base64 by.
        encoded: Base64 with padding.

    Raises:
        Refused: it is not Base64, to the letter, or no text in UTF-8.
    """
    return decoded_text(_strictly(argument, encoded, _STANDARD))


def encoded_url_safe(text: str) -> str:
    """The UTF-8 bytes of a text as Base64 with - and _ for + and /, with padding."""
    return base64.urlsafe_b64encode(text.encode()).decode()


def decoded_url_safe(argument: str, encoded: str) -> str:
    """The text that its URL-safe Base64 stands for; padding may be left out.

    Args:
        argument: What the subject knows the Base64 by.
        encoded: Base64 with - and _ for + and /.

    Raises:
        Refused: it is not such Base64, to the letter, or no text in UTF-8.
    """
    padded = encoded if "=" in encoded else encoded + "=" * (-len(encoded) % 4)
    return decoded_text(_strictly(argument, padded, _URL_SAFE))


def _strictly(argument: str, encoded: str, symbols: bytes) -> bytes:
    """The bytes, if encoding them again gives the same Base64."""
    try:
        data = base64.b64decode(encoded, altchars=symbols, validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if base64.b64encode(data, altchars=symbols).decode() != encoded:
        raise Refused(
            f"{argument} is no such Base64: it takes letters, digits and {symbols.decode()} in "
            "groups of four, the last one filled up with =, and no blanks or line feeds."
        )
    return data
