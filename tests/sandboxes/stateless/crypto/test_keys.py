"""Signatures and keys are those of the standards, and comparing tells equal from different."""

from __future__ import annotations

import time

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from hypothesis import given, settings
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import not_understood, ok, refused

MESSAGE = {"key": "Jefe", "message": "what do ya want for nothing?"}
SIGNATURE = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
"""RFC 4231, test case 2."""
PASSWORD = {"password": "password", "salt": "salt"}
KEY = "120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b"
"""PBKDF2-HMAC-SHA-256 of one iteration, as the vectors for RFC 6070's cases print it."""


@pytest.mark.parametrize("tool", ["hmac_sha256", "hmac_sign_hex"])
def test_a_signature_is_the_standards(world: World, tool: str) -> None:
    assert ok(world, tool, **MESSAGE) == SIGNATURE


@pytest.mark.parametrize("signature", [SIGNATURE, SIGNATURE.upper()])
def test_a_signature_is_recognised(world: World, signature: str) -> None:
    assert ok(world, "hmac_verify_hex", **MESSAGE, signature=signature) is True


@pytest.mark.parametrize(
    "signature", ["", "00", SIGNATURE[:-1], SIGNATURE[:-1] + "4", f" {SIGNATURE}", "no hex", "é"]
)
def test_anything_else_is_no_signature(world: World, signature: str) -> None:
    assert ok(world, "hmac_verify_hex", **MESSAGE, signature=signature) is False


@given(key=st.text(max_size=100), message=st.text(max_size=100), other=st.text(max_size=100))
def test_what_was_signed_is_verified_with_this_key_and_no_other(
    untouched: World, key: str, message: str, other: str
) -> None:
    signature = ok(untouched, "hmac_sign_hex", key=key, message=message)
    right = {"key": key, "message": message, "signature": signature}
    assert ok(untouched, "hmac_verify_hex", **right) is True
    assert ok(untouched, "hmac_verify_hex", **{**right, "message": other}) is (other == message)


def test_texts_are_compared_to_the_letter(world: World) -> None:
    assert ok(world, "timing_safe_compare", a="straße", b="straße") is True
    assert ok(world, "timing_safe_compare", a="straße", b="strasse") is False
    assert ok(world, "timing_safe_compare", a="a", b="A") is False
    assert ok(world, "timing_safe_compare", a="", b="") is True


def test_a_key_is_the_standards(world: World) -> None:
    assert ok(world, "pbkdf2_hex", **PASSWORD, iterations=1) == KEY
    assert ok(world, "derive_key", **PASSWORD, iterations=1) == KEY
    many = "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"
    assert ok(world, "derive_key", **PASSWORD, iterations=4096) == many


def test_a_key_has_a_hundred_thousand_iterations_unless_told(world: World) -> None:
    told = ok(world, "pbkdf2_hex", **PASSWORD, iterations=100_000, dklen=32)
    assert ok(world, "pbkdf2_hex", **PASSWORD) == told
    assert ok(world, "derive_key", **PASSWORD) == told


@settings(deadline=None)
@given(
    password=st.text(max_size=50),
    salt=st.text(max_size=50),
    iterations=st.integers(1, 50),
    length=st.integers(1, 64),
)
def test_a_key_is_the_one_of_another_library(
    untouched: World, password: str, salt: str, iterations: int, length: int
) -> None:
    other = PBKDF2HMAC(SHA256(), length=length, salt=salt.encode(), iterations=iterations)
    arguments = {"password": password, "salt": salt, "iterations": iterations, "dklen": length}
    assert ok(untouched, "pbkdf2_hex", **arguments) == other.derive(password.encode()).hex()


@pytest.mark.parametrize(
    "wrong", [{"iterations": 0}, {"iterations": 200_001}, {"dklen": 0}, {"dklen": 65}]
)
def test_a_key_has_its_limits(world: World, wrong: dict[str, int]) -> None:
    assert "must be at" in not_understood(world, "pbkdf2_hex", {**PASSWORD, **wrong})


def test_a_long_key_has_half_the_iterations(world: World) -> None:
    sentence = refused(world, "pbkdf2_hex", **PASSWORD, iterations=100_001, dklen=33)
    assert "at most 100000 iterations" in sentence


@pytest.mark.parametrize(("iterations", "length"), [(200_000, 32), (100_000, 64)])
def test_the_dearest_key_costs_a_moment(world: World, iterations: int, length: int) -> None:
    begun = time.process_time()
    ok(world, "pbkdf2_hex", **PASSWORD, iterations=iterations, dklen=length)
    assert time.process_time() - begun < 1
