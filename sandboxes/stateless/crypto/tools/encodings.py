"""Tools that write texts and bytes as Base64 or hexadecimal, and read them back."""

from __future__ import annotations

from typing import Any

from sandboxes._tool import library_tool
from sandboxes._types import AnyText
from sandboxes.stateless._bytes import (
    EncodedText,
    decoded_base64,
    decoded_hex,
    decoded_url_safe,
    encoded_base64,
    encoded_url_safe,
)


@library_tool
def base64_encode(text: AnyText) -> str:
    """Write a text as Base64.

    Args:
        text: The text; its UTF-8 bytes are encoded.

    Returns:
        The Base64, filled up with = to a multiple of four characters.
    """
    return encoded_base64(text)


@library_tool
def base64_decode(b64: EncodedText) -> str:
    """Read a text that was written as Base64.

    Refused if it is not Base64 to the letter (with its padding, without blanks or line feeds), or
    if the bytes are no text in UTF-8.

    Args:
        b64: The Base64, of the alphabet with + and /.

    Returns:
        The text.
    """
    return decoded_base64("b64", b64)


@library_tool
def urlsafe_b64_encode(text: AnyText) -> str:
    """Write a text as Base64 that can stand in a web address: - and _ are used for + and /.

    Args:
        text: The text; its UTF-8 bytes are encoded.

    Returns:
        The Base64, filled up with = to a multiple of four characters.
    """
    return encoded_url_safe(text)


@library_tool
def urlsafe_b64_decode(text: EncodedText) -> str:
    """Read a text that was written as URL-safe Base64, with = at its end or without.

    Refused if it is not such Base64 to the letter, or if the bytes are no text in UTF-8.

    Args:
        text: The Base64, of the alphabet with - and _.

    Returns:
        The text.
    """
    return decoded_url_safe("text", text)


@library_tool
def bytes_to_hex(b: AnyText) -> str:
    """Write the bytes of a text in hexadecimal; hex_to_bytes reads them back.

    Args:
        b: The text; its UTF-8 bytes are written.

    Returns:
        Two hexadecimal digits in lower case for each byte.
    """
    return b.encode().hex()


@library_tool
def hex_to_bytes(hexstr: EncodedText) -> dict[str, Any]:
    """Read bytes that are written in hexadecimal, whichever they are.

    Refused if they are not written in hexadecimal.

    Args:
        hexstr: The bytes, two hexadecimal digits each, in upper or lower case; blanks between bytes
            do not matter.

    Returns:
        {text, bytes}; text is the text that the bytes are in UTF-8, as bytes_to_hex takes it, or
        null if they are none; bytes is a list of numbers from 0 to 255.
    """
    data = decoded_hex("hexstr", hexstr)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return {"text": None, "bytes": list(data)}
    return {"text": text, "bytes": list(data)}
