"""Tools that compare texts, count, digest and encode them."""

from __future__ import annotations

import unicodedata

from rapidfuzz.distance import Levenshtein

from sandboxes._tool import library_tool
from sandboxes._types import AnyText
from sandboxes.stateless._bytes import (
    Algorithm,
    EncodedText,
    decoded_base64,
    encoded_base64,
    hex_digest,
)
from sandboxes.stateless.string.numbers import numbers
from sandboxes.stateless.string.words import words


@library_tool
def levenshtein(a: AnyText, b: AnyText) -> int:
    """Count the fewest characters to insert, delete or replace to get from one text to another.

    Args:
        a: One text.
        b: The other.

    Returns:
        The edit distance; 0 if the texts are the same.
    """
    return Levenshtein.distance(a, b)


@library_tool
def jaccard_similarity(a: AnyText, b: AnyText) -> float:
    """Say how many of the words of two texts are in both: shared words by all different words.

    Case, order and how often a word occurs do not matter.

    Args:
        a: One text.
        b: The other.

    Returns:
        A number from 0 (no word is shared) to 1 (the same words); 1 if neither text has any.
    """
    one, other = ({word.lower() for word in words(text)} for text in (a, b))
    return len(one & other) / len(one | other) if one or other else 1.0


@library_tool
def is_palindrome(text: AnyText) -> bool:
    """Say whether a text reads the same backwards; only letters and digits count, not their case.

    Args:
        text: The text, in any script.

    Returns:
        true if it does, as a text without letters and digits does, else false.
    """
    composed = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    read = [character for character in composed if character.isalnum()]
    return read == read[::-1]


@library_tool
def count_chars(text: AnyText) -> int:
    """Count the characters of a text, blanks and line feeds included.

    Args:
        text: The text.

    Returns:
        How many there are; some emoji and accented letters are made of several.
    """
    return len(text)


@library_tool
def extract_numbers(text: AnyText) -> list[int | float]:
    """Find the numbers in a text that are written in digits.

    A sign counts at the beginning of the text and after a blank or an opening bracket. Commas may
    group digits by three ("1,250"), a point begins the decimals, and e an exponent ("2.5e-3").

    Refused if a number is too large: over 300 digits, or beyond about 1.8e308.

    Args:
        text: The text.

    Returns:
        A list of the numbers in order; those without point and exponent are whole numbers.
    """
    return numbers(text)


@library_tool
def hash_text(text: AnyText, algo: Algorithm = "sha256") -> str:
    """Digest a text with a hash function.

    Args:
        text: The text; its UTF-8 bytes are digested.
        algo: The hash function.

    Returns:
        The digest, hexadecimal digits in lower case.
    """
    return hex_digest(algo, text.encode())


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
