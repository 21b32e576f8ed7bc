"""Texts are cut into words, tokens and sentences as a reader would."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import not_understood, ok, refused

texts = st.text(max_size=100)
WORDS = ["salt", "Salt", "don't", "3.50", "Łódź", "x1", "Straße"]
sentences_of_words = st.lists(st.sampled_from(WORDS), max_size=30)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", []),
        (" \n\t", []),
        ("Hello, world!", ["Hello", ",", "world", "!"]),
        ("Don't pay 3.50 or 1,250.", ["Don't", "pay", "3.50", "or", "1,250", "."]),
        ("well-known", ["well", "-", "known"]),
        ("(a)\r\n[b]", ["(", "a", ")", "[", "b", "]"]),
        ("zażółć gęślą", ["zażółć", "gęślą"]),
        ("👨‍👩‍👧 here", ["👨‍👩‍👧", "here"]),
    ],
)
def test_words_and_marks_are_tokens(world: World, text: str, tokens: list[str]) -> None:
    assert ok(world, "tokenize", text=text) == tokens


@given(text=texts)
def test_nothing_but_blanks_is_lost(untouched: World, text: str) -> None:
    tokens = ok(untouched, "tokenize", text=text)
    assert "".join("".join(tokens).split()) == "".join(text.split())


@given(text=texts)
def test_joined_tokens_are_the_same_tokens(untouched: World, text: str) -> None:
    tokens = ok(untouched, "tokenize", text=text)
    joined = ok(untouched, "detokenize", tokens=tokens)
    assert joined == " ".join(tokens)
    assert ok(untouched, "tokenize", text=joined) == tokens


def test_the_tokens_of_the_longest_text_can_be_joined(world: World) -> None:
    tokens = ok(world, "tokenize", text="." * 20_000)
    assert len(tokens) == 20_000
    assert len(ok(world, "detokenize", tokens=tokens)) == 39_999


def test_nothing_longer_is_joined(world: World) -> None:
    tokens = ["a" * 20_000, "b" * 20_000]
    assert "40001 characters" in refused(world, "detokenize", tokens=tokens)
    assert "at most 20000 elements" in not_understood(
        world, "detokenize", {"tokens": ["a"] * 20_001}
    )


def test_no_tokens_make_no_text(world: World) -> None:
    assert ok(world, "detokenize", tokens=[]) == ""


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("?! -- ...", 0), ("It's 5 o'clock, isn't it?", 5)]
)
def test_punctuation_is_no_word(world: World, text: str, count: int) -> None:
    assert ok(world, "count_words", text=text) == count


@given(words=sentences_of_words)
def test_words_are_counted_whatever_stands_between_them(untouched: World, words: list[str]) -> None:
    text = "; ".join(words)
    assert ok(untouched, "count_words", text=text) == len(words)
    counted = ok(untouched, "word_freq", text=text)
    assert counted == Counter(word.lower() for word in words)
    assert list(counted.values()) == sorted(counted.values(), reverse=True)


def test_the_most_frequent_word_comes_first_and_then_the_earlier(world: World) -> None:
    counted = ok(world, "word_freq", text="One, two; TWO? three one two.")
    assert list(counted.items()) == [("two", 3), ("one", 2), ("three", 1)]


def test_neighbouring_tokens_are_ngrams(world: World) -> None:
    assert ok(world, "ngrams", text="to be, or") == [["to", "be"], ["be", ","], [",", "or"]]
    assert ok(world, "ngrams", text="a b c", n=3) == [["a", "b", "c"]]
    assert ok(world, "ngrams", text="a b", n=1) == [["a"], ["b"]]
    assert ok(world, "ngrams", text="a b", n=3) == []


@pytest.mark.parametrize("n", [0, 11])
def test_ngrams_have_one_to_ten_tokens(world: World, n: int) -> None:
    assert "must be at" in not_understood(world, "ngrams", {"text": "a", "n": n})


@given(words=sentences_of_words, n=st.integers(1, 10))
def test_there_are_as_many_ngrams_as_places(untouched: World, words: list[str], n: int) -> None:
    found = ok(untouched, "ngrams", text=" ".join(words), n=n)
    assert found == [words[at : at + n] for at in range(len(words) - n + 1)]


@pytest.mark.parametrize(
    "sentences",
    [
        ["It rains."],
        ["Is it?", "It is!", "Well..."],
        ["Dr. Smith met Mrs. Jones.", "They left at 3 p.m.", "Nobody saw them."],
        ["J. R. Hartley wrote it.", "So do I.", "Fly fishing costs $3.50."],
        ["Take fruit, e.g. Pears.", "See No. 5 and Fig. 2.", "He said no.", "I left."],
        ['He asked, "Really?"', "She nodded."],
        ["Look at www.example.com or version 2.5.1.", "Then stop."],
        ["A line that has no end"],
    ],
)
def test_a_text_is_split_into_its_sentences(world: World, sentences: list[str]) -> None:
    assert ok(world, "sentence_split", text=" ".join(sentences)) == sentences


def test_a_blank_line_ends_a_sentence_and_a_line_feed_does_not(world: World) -> None:
    text = "A title\n\nIt goes\non here. And\r\n \r\nends."
    assert ok(world, "sentence_split", text=text) == ["A title", "It goes on here.", "And", "ends."]


@pytest.mark.parametrize("text", ["", "\n\n \n"])
def test_no_text_has_no_sentence(world: World, text: str) -> None:
    assert ok(world, "sentence_split", text=text) == []


@given(text=st.text(st.characters(codec="utf-8") | st.sampled_from(" \n.!?\"'aA1"), max_size=100))
def test_no_part_of_a_text_is_lost_between_sentences(untouched: World, text: str) -> None:
    sentences = ok(untouched, "sentence_split", text=text)
    assert "".join("".join(sentences).split()) == "".join(text.split())
    assert all(sentence.strip() for sentence in sentences)


@pytest.mark.parametrize(
    ("text", "wpm", "minutes"),
    [("", 200, 0.0), ("word " * 300, 200, 1.5), ("word " * 250, 1000, 0.25), ("a b c", 7, 0.43)],
)
def test_reading_takes_as_long_as_the_words_do(
    world: World, text: str, wpm: int, minutes: float
) -> None:
    assert ok(world, "read_time_estimate", text=text, wpm=wpm) == minutes


def test_two_hundred_words_are_read_in_a_minute_unless_told(world: World) -> None:
    assert ok(world, "read_time_estimate", text="word, " * 200) == 1.0


@pytest.mark.parametrize("wpm", [0, -1, 10_001])
def test_nobody_reads_at_no_speed(world: World, wpm: int) -> None:
    assert "must be at" in not_understood(world, "read_time_estimate", {"text": "a", "wpm": wpm})
