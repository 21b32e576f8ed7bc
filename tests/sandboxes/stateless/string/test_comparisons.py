"""Texts are compared, counted and digested by what is in them."""

from __future__ import annotations

import hashlib
import re
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import not_understood, ok, refused

short = st.text("abé", max_size=8)
ALGORITHMS = (
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
)


def distance(a: str, b: str) -> int:
    """The edit distance, by Wagner and Fischer's table."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (x != y))
    return row[-1]


@pytest.mark.parametrize(
    ("a", "b", "edits"),
    [("kitten", "sitting", 3), ("", "abc", 3), ("same", "same", 0), ("é", "e", 1), ("ab", "ba", 2)],
)
def test_edits_are_counted(world: World, a: str, b: str, edits: int) -> None:
    assert ok(world, "levenshtein", a=a, b=b) == edits


@given(a=short, b=short)
def test_no_shorter_way_leads_from_text_to_text(untouched: World, a: str, b: str) -> None:
    assert ok(untouched, "levenshtein", a=a, b=b) == distance(a, b)


def test_the_longest_texts_are_compared_in_a_moment(world: World) -> None:
    begun = time.process_time()
    assert ok(world, "levenshtein", a="ab" * 10_000, b="ba" * 10_000) == 2
    assert ok(world, "levenshtein", a="a" * 20_000, b="b" * 20_000) == 20_000
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    ("a", "b", "share"),
    [
        ("a b c", "b c d", 0.5),
        ("The cat.", "the CAT the", 1.0),
        ("one", "two", 0.0),
        ("", "", 1.0),
        ("?", "!", 1.0),
        ("", "x", 0.0),
        ("a b c", "a", 1 / 3),
    ],
)
def test_shared_words_are_a_share_of_all(world: World, a: str, b: str, share: float) -> None:
    assert ok(world, "jaccard_similarity", a=a, b=b) == share
    assert ok(world, "jaccard_similarity", a=b, b=a) == share


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A man, a plan, a canal: Panama!", True),
        ("not one", False),
        ("", True),
        ("?!", True),
        ("Été", True),
        ("E\u0301té", True),
        ("12321", True),
        ("12312", False),
        ("топот", True),
    ],
)
def test_palindromes_are_recognised(world: World, text: str, answer: bool) -> None:
    assert ok(world, "is_palindrome", text=text) is answer


@given(half=st.text("abc1", max_size=20), middle=st.sampled_from(["", "x"]))
def test_a_text_and_its_mirror_are_a_palindrome(untouched: World, half: str, middle: str) -> None:
    assert ok(untouched, "is_palindrome", text=f"{half}, {middle}! {half[::-1].upper()}") is True
    assert ok(untouched, "is_palindrome", text=f"y{half}{middle}{half[::-1]}z") is False


def test_every_character_counts(world: World) -> None:
    assert ok(world, "count_chars", text="a b\né") == 5
    assert ok(world, "count_chars", text="") == 0


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("none", []),
        ("3 eggs, 2.5 l and 10", [3, 2.5, 10]),
        ("-5 and +4 (\u22127) [-1.5]", [-5, 4, -7, -1.5]),
        ("2026-04-03 at 7-3 x-3", [2026, 4, 3, 7, 3, 3]),
        ("1,250.50 or 12,345,678", [1250.5, 12345678]),
        ("3,50 and 1,2345 and -1,2", [3, 50, 1, 2345, -1, 2]),
        ("1e5 2.5e-3 6E2 5e 7em", [100000.0, 0.0025, 600.0, 5, 7]),
        ("1.2.3 .5 -.5 7.", [1.2, 3, 0.5, -0.5, 7]),
        ("room12b A4 3rd 0042", [12, 4, 3, 42]),
        ("-0 and 0.0", [0, 0.0]),
        ("a card 12345678901234567890123", [12345678901234567890123]),
        ("٣ is no digit of these", []),
    ],
)
def test_numbers_are_found(world: World, text: str, found: list[Any]) -> None:
    answer = ok(world, "extract_numbers", text=text)
    assert answer == found
    assert list(map(type, answer)) == list(map(type, found))


@given(numbers=st.lists(st.integers() | st.floats(allow_nan=False, allow_infinity=False)))
def test_numbers_that_were_written_are_found_again(
    untouched: World, numbers: list[int | float]
) -> None:
    text = " and ".join(map(repr, numbers))
    assert ok(untouched, "extract_numbers", text=text) == numbers


@pytest.mark.parametrize(
    ("text", "said"),
    [("1e999", "too large"), ("-1e400", "too large"), ("1" * 301, "301 characters")],
)
def test_numbers_that_are_too_large_are_refused(world: World, text: str, said: str) -> None:
    assert said in refused(world, "extract_numbers", text=text)


@pytest.mark.parametrize(
    "text", ["1," * 10_000, "1,111" * 4000, "." * 20_000, "-" * 20_000, "1e" * 9999]
)
def test_odd_numbers_are_read_in_a_moment(world: World, text: str) -> None:
    begun = time.process_time()
    ok(world, "extract_numbers", text=text)
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_text_is_digested_by_every_algorithm(world: World, algorithm: str) -> None:
    wanted = hashlib.new(algorithm, "é".encode()).hexdigest()
    assert ok(world, "hash_text", text="é", algo=algorithm) == wanted
    assert re.fullmatch("[0-9a-f]+", wanted)


def test_sha256_is_what_a_text_is_digested_with_unless_told(world: World) -> None:
    assert ok(world, "hash_text", text="abc") == ok(world, "sha256", text="abc")
    assert "sha512" in not_understood(world, "hash_text", {"text": "", "algo": "SHA-256"})
