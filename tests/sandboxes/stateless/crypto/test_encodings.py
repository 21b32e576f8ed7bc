"""What is encoded is decoded again, and what was never encoded is refused."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import ok, refused

VECTORS = {
    "": "",
    "f": "Zg==",
    "fo": "Zm8=",
    "foo": "Zm9v",
    "foob": "Zm9vYg==",
    "fooba": "Zm9vYmE=",
    "foobar": "Zm9vYmFy",
}
"""RFC 4648, section 10."""
LONGEST = "\U0001f600" * 20_000
BASE64 = ["", "String_"]
texts = st.text(max_size=200)


@pytest.mark.parametrize("text", VECTORS)
@pytest.mark.parametrize("prefix", BASE64)
def test_base64_is_the_standards(world: World, prefix: str, text: str) -> None:
    assert ok(world, f"{prefix}base64_encode", text=text) == VECTORS[text]
    assert ok(world, f"{prefix}base64_decode", b64=VECTORS[text]) == text


@pytest.mark.parametrize("prefix", BASE64)
@pytest.mark.parametrize(
    "wrong",
    [
        "Zg",
        "Zg=",
        "Zg===",
        "Z",
        "=",
        "Zm9v\n",
        " Zm9v",
        "Zm 9v",
        "Zh==",
        "Zm9v!",
        "Zm-_",
        "é",
        "Zg==Zg==",
    ],
)
def test_what_is_not_base64_is_refused(world: World, prefix: str, wrong: str) -> None:
    sentence = refused(world, f"{prefix}base64_decode", b64=wrong)
    assert sentence.startswith("b64 is no such Base64")
    assert "+/" in sentence


@pytest.mark.parametrize("prefix", BASE64)
def test_bytes_that_are_no_text_are_refused(world: World, prefix: str) -> None:
    sentence = refused(world, f"{prefix}base64_decode", b64=base64.b64encode(b"ab\xff").decode())
    assert sentence.startswith("The 3 bytes are no text in UTF-8: they go wrong at byte 2")


def test_the_url_safe_alphabet_has_no_slash(world: World) -> None:
    assert ok(world, "base64_encode", text="~~~???") == "fn5+Pz8/"
    assert ok(world, "urlsafe_b64_encode", text="~~~???") == "fn5-Pz8_"
    assert ok(world, "urlsafe_b64_decode", text="fn5-Pz8_") == "~~~???"
    assert "-_" in refused(world, "urlsafe_b64_decode", text="fn5+Pz8/")


@pytest.mark.parametrize("text", VECTORS)
def test_url_safe_padding_may_be_left_out(world: World, text: str) -> None:
    encoded = ok(world, "urlsafe_b64_encode", text=text)
    assert encoded == VECTORS[text]
    assert ok(world, "urlsafe_b64_decode", text=encoded) == text
    assert ok(world, "urlsafe_b64_decode", text=encoded.rstrip("=")) == text


@pytest.mark.parametrize("wrong", ["Z", "Zg=", "Zh", "Zg==="])
def test_wrong_url_safe_base64_is_refused(world: World, wrong: str) -> None:
    assert "no such Base64" in refused(world, "urlsafe_b64_decode", text=wrong)


@given(text=texts)
def test_every_text_comes_back(untouched: World, text: str) -> None:
    for prefix in BASE64:
        encoded = ok(untouched, f"{prefix}base64_encode", text=text)
        assert encoded == base64.b64encode(text.encode()).decode()
        assert ok(untouched, f"{prefix}base64_decode", b64=encoded) == text
    encoded = ok(untouched, "urlsafe_b64_encode", text=text)
    assert ok(untouched, "urlsafe_b64_decode", text=encoded) == text
    read = ok(untouched, "hex_to_bytes", hexstr=ok(untouched, "bytes_to_hex", b=text))
    assert read == {"text": text, "bytes": list(text.encode())}


@given(data=st.binary(max_size=200))
def test_all_bytes_are_read_from_hexadecimal(untouched: World, data: bytes) -> None:
    """The published tool fails unless the bytes are a text."""
    for digits in (data.hex(), data.hex().upper(), data.hex(" ")):
        read = ok(untouched, "hex_to_bytes", hexstr=digits)
        assert bytes(read["bytes"]) == data
        assert read["text"] is None or read["text"].encode() == data


def test_bytes_that_are_no_text_have_none(world: World) -> None:
    assert ok(world, "hex_to_bytes", hexstr="FF00") == {"text": None, "bytes": [255, 0]}


@pytest.mark.parametrize("wrong", ["f", "0x0f", "gg", "f f", "0f,0f", "٣٣"])
def test_what_is_not_hexadecimal_is_refused(world: World, wrong: str) -> None:
    assert refused(world, "hex_to_bytes", hexstr=wrong).startswith("hexstr is no hexadecimal")


def test_the_longest_text_comes_back(world: World) -> None:
    assert ok(world, "base64_decode", b64=ok(world, "base64_encode", text=LONGEST)) == LONGEST
    digits = ok(world, "bytes_to_hex", b=LONGEST)
    assert ok(world, "hex_to_bytes", hexstr=digits)["text"] == LONGEST
    hidden = ok(world, "xor_cipher", text=LONGEST, key="k")
    assert ok(world, "xor_dec", hextext=hidden, key="k") == LONGEST


@pytest.mark.parametrize("name", ["base64_encode", "base64_decode"])
def test_two_servers_have_base64(world: World, name: str) -> None:
    from sandboxes import catalogue

    assert (catalogue()[name].server, catalogue()[f"String_{name}"].server) == ("Crypto", "String")
    assert f"String_{name}" in catalogue()[name].description
