"""Words of the pages, value by value."""

from __future__ import annotations

import pytest

from webapp.attempts.models import ScoreRecord
from webapp.pages.verdicts import verdict_sentence
from webapp.pages.words import counted, duration, joined, legible, readable_json


@pytest.fixture(autouse=True)
def _database() -> None:
    """None is needed."""


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (59.9, "59 s"),
        (60, "1 min"),
        (372, "6 min 12 s"),
        (3_600, "1 h"),
        (86_340, "23 h 59 min"),
        (86_400, "24 h"),
        (172_800, "2 d"),
        (30 * 86_400 + 3_600, "30 d 1 h"),
    ],
)
def test_a_span_of_time_is_told_in_two_units(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_what_can_not_be_seen_is_written_out() -> None:
    assert legible("a\x00\x1b\u202e\ud83d\u2028\x85") == (
        "a\\u0000\\u001b\\u202e\\ud83d\\u2028\\u0085"
    )


def test_letters_of_all_scripts_stay() -> None:
    text = "Ünïcode\n\tعربى 漢字 \U0001f600 e\u0301\u200d"
    assert legible(text) == text


def test_numbers_have_their_nouns() -> None:
    assert counted(1, "call") == "1 call"
    assert counted(2_000, "call") == "2,000 calls"
    assert counted(0, "was", "were") == "0 were"
    assert [joined(list(words)) for words in ("", "a", "ab", "abc")] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_short_json_stands_on_one_line() -> None:
    assert readable_json({"a": [1, "ü"]}) == '{"a": [1, "ü"]}'
    assert readable_json(["x" * 60] * 2).count("\n") == 3


def score(total: int, met: int, misbehaving: int, *, correct: bool = False) -> ScoreRecord:
    """A score."""
    return ScoreRecord(
        correct=correct, total=total, correct_changes=met, misbehaving=misbehaving, body="{}"
    )


@pytest.mark.parametrize(
    ("found", "claim", "words"),
    [
        (score(5, 5, 0, correct=True), "done", "Correct."),
        (
            score(5, 3, 1),
            "done",
            "Not correct: 2 of 5 required changes missing, 1 forbidden change.",
        ),
        (score(1, 0, 0), "", "Not correct: 1 of 1 required change missing."),
        (
            score(5, 5, 2),
            "done",
            "Not correct: every required change made, but 2 forbidden changes.",
        ),
        (
            score(0, 0, 3),
            "cannot_be_done",
            "Not correct: nothing had to change, but 3 forbidden changes.",
        ),
        (
            score(0, 0, 0),
            "done",
            "Not correct: the task cannot be done, and the attempt was finished with “done”.",
        ),
        (
            score(0, 0, 0),
            "cannot_be_done",
            "Not correct: nothing had to be done, and the attempt was finished with "
            "“cannot_be_done”.",
        ),
        (
            score(0, 0, 0),
            "",
            "Not correct: nothing had to change and nothing did, but the subject did not finish "
            "the attempt itself.",
        ),
    ],
)
def test_a_score_is_told_in_one_sentence(found: ScoreRecord, claim: str, words: str) -> None:
    assert verdict_sentence(found, claim) == words
