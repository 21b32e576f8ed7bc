"""Letters, blanks and marks are changed, and names made, as the descriptions say."""

from __future__ import annotations

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import not_understood, ok, refused

texts = st.text(max_size=100)
names = st.lists(st.from_regex("[a-z][a-z]{0,8}", fullmatch=True), min_size=1, max_size=5)


@pytest.mark.parametrize(
    ("tool", "text", "changed"),
    [
        ("to_lower", "ÉCOLE Straße ΑΒΓ", "école straße αβγ"),
        ("to_upper", "école straße αβγ", "ÉCOLE STRASSE ΑΒΓ"),
        ("title_case", "don't STOP the well-known école", "Don't Stop The Well-Known École"),
        ("title_case", "a  b\n(c) 3rd", "A  B\n(C) 3rd"),
        ("title_case", "it\u2019s e\u0301cole", "It\u2019s E\u0301cole"),
        ("normalize_whitespace", "  a\t\tb \n\n c\u00a0d  ", "a b c d"),
        ("normalize_whitespace", " \n ", ""),
        (
            "remove_punctuation",
            "Don't — (really) “stop”, №1: 5 € + 3!",
            "Dont  really stop №1 5 €  3",
        ),
        ("remove_punctuation", string.punctuation, ""),
        ("snake_case", "HTTPServer error", "http_server_error"),
        ("snake_case", "  Hello, World! ", "hello_world"),
        ("snake_case", "alreadySnake_case-name", "already_snake_case_name"),
        ("snake_case", "Don't stop the Übung", "dont_stop_the_übung"),
        ("snake_case", "e\u0301cole 2 go", "école_2_go"),
        ("camel_case", "HTTPServer error", "httpServerError"),
        ("camel_case", "hello world", "helloWorld"),
        ("camel_case", "snake_case_name", "snakeCaseName"),
        ("camel_case", "x", "x"),
        ("camel_case", "Don\u2019t stop", "dontStop"),
        ("slugify", "Hello, World!", "hello-world"),
        ("slugify", "L'été à Zürich & Łódź", "lete-a-zurich-lodz"),
        ("slugify", "&amp; &#x27;", "amp-x27"),
        ("slugify", "  --a__b--  ", "a-b"),
    ],
)
def test_a_text_is_changed(world: World, tool: str, text: str, changed: str) -> None:
    assert ok(world, tool, text=text) == changed


@pytest.mark.parametrize("tool", ["snake_case", "camel_case", "slugify"])
@pytest.mark.parametrize("text", ["", " ", "?!_-", "👍"])
def test_there_is_no_name_of_nothing(world: World, tool: str, text: str) -> None:
    assert refused(world, tool, text=text).startswith("text has no letter and no digit")


@given(words=names)
def test_names_lead_back_to_their_words(untouched: World, words: list[str]) -> None:
    text = " ".join(words)
    snake = ok(untouched, "snake_case", text=text)
    camel = ok(untouched, "camel_case", text=text)
    assert snake == "_".join(words)
    assert camel == words[0] + "".join(word.capitalize() for word in words[1:])
    assert ok(untouched, "camel_case", text=snake) == camel
    assert ok(untouched, "snake_case", text=snake) == snake
    assert ok(untouched, "slugify", text=snake) == "-".join(words)


@given(text=texts)
def test_a_slug_is_fit_for_an_address(untouched: World, text: str) -> None:
    outcome = untouched.call("slugify", {"text": text})
    if outcome.ok:
        assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", outcome.output)
        assert ok(untouched, "slugify", text=outcome.output[:1000])


@given(text=texts)
def test_blanks_come_singly(untouched: World, text: str) -> None:
    assert ok(untouched, "normalize_whitespace", text=text).split(" ") == (text.split() or [""])


@given(text=texts, length=st.integers(3, 120))
def test_a_text_is_never_longer_than_it_may_be(untouched: World, text: str, length: int) -> None:
    cut = ok(untouched, "truncate", text=text, length=length)
    assert len(cut) <= length
    if len(text) <= length:
        assert cut == text
    else:
        assert cut == f"{text[: length - 3]}..."


def test_a_hundred_characters_are_left_unless_told(world: World) -> None:
    assert ok(world, "truncate", text="x" * 101) == "x" * 97 + "..."
    assert ok(world, "truncate", text="x" * 100) == "x" * 100
    assert "at least 3" in not_understood(world, "truncate", {"text": "", "length": 2})


@pytest.mark.parametrize(
    ("n", "written"),
    [
        (0, "0th"),
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (102, "102nd"),
        (111, "111th"),
        (1_000_003, "1000003rd"),
        (-1, "-1st"),
        (-12, "-12th"),
    ],
)
def test_ordinals_end_as_they_are_spoken(world: World, n: int, written: str) -> None:
    assert ok(world, "ordinal", n=n) == written
