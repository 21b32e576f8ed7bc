"""Tools that sign, compare and derive keys."""

from __future__ import annotations

import hashlib
import hmac
from typing import Annotated

from pydantic import Field

from sandboxes._outcome import Refused
from sandboxes._tool import library_tool
from sandboxes._types import AnyText

Iterations = Annotated[int, Field(ge=1, le=200_000)]
"""Rounds of PBKDF2; what they cost has an end."""

KeyLength = Annotated[int, Field(ge=1, le=64)]
"""Bytes of a derived key."""

_BLOCK = 32  # bytes of SHA-256; each block of a key costs all the rounds
_MOST_ROUNDS = 200_000


@library_tool
def hmac_sha256(key: AnyText, message: AnyText) -> str:
    """Make the authentication code of a message: HMAC with SHA-256.

    Args:
        key: The secret key, as text.
        message: The message.

    Returns:
        The code, 64 hexadecimal digits in lower case.
    """
    return _code(key, message)


@library_tool
def hmac_sign_hex(key: AnyText, message: AnyText) -> str:
    """Sign a message with a secret key: HMAC with SHA-256.

    Args:
        key: The secret key, as text.
        message: The message.

    Returns:
        The signature, 64 hexadecimal digits in lower case.
    """
    return _code(key, message)


@library_tool
def hmac_verify_hex(key: AnyText, message: AnyText, signature: AnyText) -> bool:
    """Check whether a signature is the one that a key gives a message, by HMAC with SHA-256.

    Args:
        key: The secret key, as text.
        message: The message.
        signature: The signature in hexadecimal, in upper or lower case.

    Returns:
        true if it is that signature; false if it is anything else.
    """
    return _equal(_code(key, message), signature.lower())


@library_tool
def timing_safe_compare(a: AnyText, b: AnyText) -> bool:
    """Compare two texts in a time that does not tell where they differ.

    Args:
        a: One text.
        b: The other.

    Returns:
        true if they are the same, character by character, else false.
    """
    return _equal(a, b)


@library_tool
def pbkdf2_hex(
    password: AnyText, salt: AnyText, iterations: Iterations = 100_000, dklen: KeyLength = 32
) -> str:
    """Derive a key from a password by PBKDF2 with HMAC-SHA-256.

    Refused if the key is longer than 32 bytes and the iterations are more than 100,000, since each
    32 bytes cost all the iterations.

    Args:
        password: The password.
        salt: The salt, as text.
        iterations: How many rounds.
        dklen: Length of the key in bytes.

    Returns:
        The key, two hexadecimal digits in lower case for each byte.
    """
    most = _MOST_ROUNDS // -(-dklen // _BLOCK)
    if iterations > most:
        raise Refused(
            f"A key of {dklen} bytes is derived with at most {most} iterations. Ask for fewer "
            f"iterations, or for at most {_BLOCK} bytes."
        )
    return _derived(password, salt, iterations, dklen)


@library_tool
def derive_key(password: AnyText, salt: AnyText, iterations: Iterations = 100_000) -> str:
    """Derive a key of 32 bytes from a password by PBKDF2 with HMAC-SHA-256.

    Args:
        password: The password.
        salt: The salt, as text.
        iterations: How many rounds.

    Returns:
        The key, 64 hexadecimal digits in lower case.
    """
    return _derived(password, salt, iterations, _BLOCK)


def _code(key: str, message: str) -> str:
    return hmac.new(key.encode(), message.encode(), "sha256").hexdigest()


def _equal(a: str, b: str) -> bool:
    return hmac.compare_digest(a.encode(), b.encode())


def _derived(password: str, salt: str, iterations: int, length: int) -> str:
    key = hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), iterations, length)
    return key.hex()
