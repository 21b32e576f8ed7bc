"""Tools that digest texts and files, and measure how varied bytes are."""

from __future__ import annotations

import math
from collections import Counter

from sandboxes._outcome import Refused
from sandboxes._tool import library_tool
from sandboxes._types import AnyText, Line
from sandboxes.stateless._bytes import Algorithm, EncodedText, decoded_hex, hex_digest
from sandboxes.stateless.crypto.virtual_files import VirtualFiles

_DECIMALS = 12  # fewer than a float has, so that every machine answers the same


@library_tool
def sha256(text: AnyText) -> str:
    """Digest a text with SHA-256.

    Args:
        text: The text; its UTF-8 bytes are digested.

    Returns:
        The digest, 64 hexadecimal digits in lower case.
    """
    return hex_digest("sha256", text.encode())


@library_tool
def sha1(text: AnyText) -> str:
    """Digest a text with SHA-1, which is no longer safe against forgery.

    Args:
        text: The text; its UTF-8 bytes are digested.

    Returns:
        The digest, 40 hexadecimal digits in lower case.
    """
    return hex_digest("sha1", text.encode())


@library_tool
def md5(text: AnyText) -> str:
    """Digest a text with MD5, which is no longer safe against forgery.

    Args:
        text: The text; its UTF-8 bytes are digested.

    Returns:
        The digest, 32 hexadecimal digits in lower case.
    """
    return hex_digest("md5", text.encode())


@library_tool
def checksum_sha256_hex(text: AnyText) -> str:
    """Make a checksum of a text: its SHA-256 digest.

    Args:
        text: The text; its UTF-8 bytes are digested.

    Returns:
        The checksum, 64 hexadecimal digits in lower case.
    """
    return hex_digest("sha256", text.encode())


@library_tool
def file_digest(files: VirtualFiles, path: Line, algo: Algorithm = "sha256") -> str:
    """Digest one of the small text files that belong to this world.

    The files cannot be changed. Nothing outside the world can be read.

    Refused if there is no such file; the refusal lists the files that there are.

    Args:
        path: Path of the file, such as "notes/shopping.txt".
        algo: The hash function.

    Returns:
        The digest of the file's bytes, hexadecimal digits in lower case.
    """
    return hex_digest(algo, files.content(path))


@library_tool
def entropy_estimate_hex(hexstr: EncodedText) -> float:
    """Estimate how varied bytes are: Shannon's entropy of their frequencies.

    Refused if the bytes are not written in hexadecimal, or if there is none.

    Args:
        hexstr: The bytes, two hexadecimal digits each.

    Returns:
        The entropy in bits per byte, from 0 (all bytes are the same) to 8, to 12 decimal places.
    """
    data = decoded_hex("hexstr", hexstr)
    if not data:
        raise Refused("hexstr holds no byte. Give at least one, such as 0f.")
    shares = [count / len(data) for count in Counter(data).values()]
    return round(math.fsum(-share * math.log2(share) for share in shares), _DECIMALS)
