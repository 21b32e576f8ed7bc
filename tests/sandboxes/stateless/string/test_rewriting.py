"""Texts are summed up and reworded, and syllables counted, as the descriptions say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from sandboxes.stateless.string.corpus_reader import stop_words, synonyms
from tests.sandboxes.calls import not_understood, ok, refused

SENTENCES = [
    "It began.",
    "Nobody in the house had heard it.",
    "Then it was gone again.",
    "Silence.",
]
SOUNDS_LIKE_A_CONSONANT = {"useful"}


@pytest.mark.parametrize(
    ("most", "kept"),
    [(1, [1]), (2, [1, 2]), (3, [0, 1, 2]), (4, [0, 1, 2, 3]), (100, [0, 1, 2, 3])],
)
def test_the_longest_sentences_are_kept_in_their_order(
    world: World, most: int, kept: list[int]
) -> None:
    summary = ok(world, "simple_summarize", text=" ".join(SENTENCES), max_sentences=most)
    assert summary == " ".join(SENTENCES[at] for at in kept)


def test_three_sentences_are_kept_unless_told(world: World) -> None:
    told = ok(world, "simple_summarize", text=" ".join(SENTENCES), max_sentences=3)
    assert ok(world, "simple_summarize", text=" ".join(SENTENCES)) == told


def test_of_sentences_as_long_the_earlier_is_kept(world: World) -> None:
    text = "One two. Three four. Five six."
    assert ok(world, "simple_summarize", text=text, max_sentences=1) == "One two."


def test_nothing_is_summed_up_to_nothing(world: World) -> None:
    assert ok(world, "simple_summarize", text="") == ""
    assert "must be at least 1" in not_understood(
        world, "simple_summarize", {"text": "", "max_sentences": 0}
    )


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("The cat sat on the mat.", "cat sat mat."),
        ("THE  end\nof It", "end"),
        ("He didn\N{RIGHT SINGLE QUOTATION MARK}t, and she doesn't!", ", !"),
        ("theatre within reach", "theatre reach"),
        ("", ""),
    ],
)
def test_words_of_little_meaning_are_dropped(world: World, text: str, kept: str) -> None:
    assert ok(world, "remove_stopwords", text=text) == kept


def test_words_of_little_meaning_are_single_words_in_lower_case(world: World) -> None:
    assert len(stop_words()) > 150
    for word in stop_words():
        assert word == word.lower()
        assert ok(world, "tokenize", text=word) == [word]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("A big dog.", "A large dog."),
        ("Big and BIG!", "Large and LARGE!"),
        ("bigger\n  houses,big", "larger\n  homes,large"),
        ("I bought a bigot's book", "I purchased a bigot's book"),
        ("xyz 123", "xyz 123"),
        ("", ""),
    ],
)
def test_words_are_swapped_and_all_else_stays(world: World, text: str, other: str) -> None:
    assert ok(world, "simple_paraphrase", text=text) == other


def test_the_dictionary_never_leads_in_circles_and_fits_the_article_before() -> None:
    assert len(synonyms()) >= 60
    for word, other in synonyms().items():
        assert word == word.lower() != other == other.lower()
        assert other not in synonyms()
        begins_with_vowel = word[0] in "aeiou" and word not in SOUNDS_LIKE_A_CONSONANT
        assert begins_with_vowel is (other[0] in "aeiou"), (word, other)


@given(words=st.lists(st.sampled_from(sorted(synonyms())), min_size=1, max_size=10))
def test_every_word_of_the_dictionary_is_swapped_once(untouched: World, words: list[str]) -> None:
    other = ok(untouched, "simple_paraphrase", text=" ".join(words))
    assert other.split() == [synonyms()[word] for word in words]
    assert ok(untouched, "simple_paraphrase", text=other) == other


@pytest.mark.parametrize(
    ("word", "count"),
    [
        ("cat", 1),
        ("the", 1),
        ("fire", 1),
        ("strength", 1),
        ("window", 2),
        ("table", 2),
        ("tables", 2),
        ("walked", 1),
        ("wanted", 2),
        ("boxes", 2),
        ("makes", 1),
        ("area", 3),
        ("idea", 3),
        ("beautiful", 3),
        ("Mississippi", 4),
        ("café", 2),
        ("don't", 1),
        ("mother-in-law", 4),
        (" Window ", 2),
        ("brr", 1),
    ],
)
def test_syllables_are_counted_as_they_are_spoken(world: World, word: str, count: int) -> None:
    assert ok(world, "syllable_estimate", word=word) == count


@pytest.mark.parametrize("word", ["two words", "x2", "?", "-", "'", " ", "слово", "a\nb"])
def test_syllables_are_those_of_one_english_word(world: World, word: str) -> None:
    assert refused(world, "syllable_estimate", word=word).startswith("word must be one word")


@given(word=st.text("abcdefghijklmnopqrstuvwxyz'-", min_size=1, max_size=100))
def test_a_word_with_letters_has_at_least_one_syllable(untouched: World, word: str) -> None:
    outcome = untouched.call("syllable_estimate", {"word": word})
    assert outcome.ok is any(map(str.isalpha, word))
    assert not outcome.ok or outcome.output >= 1
