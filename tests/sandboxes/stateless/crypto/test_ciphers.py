"""School-book ciphers hide a text and give it back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import not_understood, ok, refused

texts = st.text(max_size=200)


def test_xor_repeats_its_key(world: World) -> None:
    assert ok(world, "xor_cipher", text="AAAA", key="ab") == "20232023"
    assert ok(world, "xor_dec", hextext="20 23 20 23", key="ab") == "AAAA"


@given(text=texts, key=st.text(min_size=1, max_size=20))
def test_xor_undoes_itself_for_every_text_and_key(untouched: World, text: str, key: str) -> None:
    hidden = ok(untouched, "xor_cipher", text=text, key=key)
    assert len(hidden) == 2 * len(text.encode())
    assert ok(untouched, "xor_dec", hextext=hidden, key=key) == text


def test_a_wrong_key_gives_no_text(world: World) -> None:
    hidden = ok(world, "xor_cipher", text="plain", key="a")
    assert "no text in UTF-8" in refused(world, "xor_dec", hextext=hidden, key="é")


def test_what_was_never_encrypted_is_refused(world: World) -> None:
    assert refused(world, "xor_dec", hextext="xyz", key="a").startswith("hextext is no hexadecimal")


@pytest.mark.parametrize("tool", ["xor_cipher", "xor_dec"])
def test_a_key_has_at_least_one_character(world: World, tool: str) -> None:
    text = "text" if tool == "xor_cipher" else "hextext"
    assert "at least 1 character" in not_understood(world, tool, {text: "00", "key": ""})


@given(pairs=st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255)), max_size=50))
def test_bytes_are_combined_one_by_one(untouched: World, pairs: list[tuple[int, int]]) -> None:
    a, b = (bytes(pair[side] for pair in pairs) for side in (0, 1))
    combined = ok(untouched, "xor_bytes_hex", a_hex=a.hex(), b_hex=b.hex())
    assert bytes.fromhex(combined) == bytes(x ^ y for x, y in pairs)
    assert ok(untouched, "xor_bytes_hex", a_hex=combined, b_hex=b.hex()) == a.hex()


def test_as_many_bytes_are_combined(world: World) -> None:
    sentence = refused(world, "xor_bytes_hex", a_hex="0f0f", b_hex="ff")
    assert "a_hex has 2 bytes and b_hex has 1" in sentence


@pytest.mark.parametrize("wrong", ["a_hex", "b_hex"])
def test_it_is_said_which_is_not_hexadecimal(world: World, wrong: str) -> None:
    arguments = {"a_hex": "00", "b_hex": "00", wrong: "0"}
    assert refused(world, "xor_bytes_hex", **arguments).startswith(f"{wrong} is no hexadecimal")


@pytest.mark.parametrize(
    ("shift", "shifted"),
    [(3, "Abc, Cde! é"), (0, "Xyz, Zab! é"), (-1, "Wxy, Yza! é"), (29, "Abc, Cde! é")],
)
def test_letters_are_shifted_around(world: World, shift: int, shifted: str) -> None:
    assert ok(world, "simple_caesar", text="Xyz, Zab! é", shift=shift) == shifted


def test_three_is_caesars_own_shift(world: World) -> None:
    assert ok(world, "simple_caesar", text="veni") == "yhql"


@given(text=texts, shift=st.integers(-1_000_000, 1_000_000))
def test_the_negative_shift_undoes_it(untouched: World, text: str, shift: int) -> None:
    hidden = ok(untouched, "simple_caesar", text=text, shift=shift)
    assert ok(untouched, "simple_caesar", text=hidden, shift=-shift) == text


@given(text=texts)
def test_rot13_twice_is_nothing(untouched: World, text: str) -> None:
    once = ok(untouched, "rot13", text=text)
    assert once == ok(untouched, "simple_caesar", text=text, shift=13)
    assert ok(untouched, "rot13", text=once) == text


def test_rot13_is_half_the_alphabet(world: World) -> None:
    assert ok(world, "rot13", text="Hello, Wörld 13") == "Uryyb, Jöeyq 13"
