"""Ids that mean something are compared like any value; only generated ones are rewritten."""

from __future__ import annotations

from typing import Any

from evaluators import Expectation, Score, score, spec_from_json

CHAT = spec_from_json(
    {
        "collections": {"chat": {"id": "mid", "keys": ["to"]}},
        "scored": ["chat/*", "note"],
        "id_time": ["chat/*/mid"],
    }
)
STOCK = spec_from_json({"collections": {"held": {"id": "ticker"}}, "scored": ["**"]})


def figures(found: Score) -> tuple[int, int, int]:
    """T, M and Mb."""
    return found.total, found.correct_changes, found.misbehaving


def test_an_id_that_is_a_word_leaves_old_texts_alone() -> None:
    def state(*messages: dict[str, str]) -> dict[str, Any]:
        return {"note": "don't", "chat": list(messages)}

    truth = state({"mid": "m", "to": "Ada", "text": "x"})
    new = state({"mid": "t", "to": "Ada", "text": "x"})
    # The receiver and the text: 2 leaves; the note is as it was.
    assert figures(score(state(), [Expectation(truth)], new, CHAT)) == (2, 2, 0)


def test_a_ticker_that_stands_elsewhere_is_no_reference() -> None:
    def state(*held: str) -> dict[str, Any]:
        records = [{"ticker": ticker, "quantity": 5} for ticker in held]
        return {"watched": ["RIGA", "OSLO"], "best": "RIGA", "held": records}

    # Ticker and quantity of the new position, nothing else.
    assert figures(score(state(), [Expectation(state("RIGA"))], state("RIGA"), STOCK)) == (2, 2, 0)
    assert figures(score(state(), [Expectation(state("RIGA"))], state(), STOCK)) == (2, 0, 0)


def test_the_wrong_ticker_is_wrong() -> None:
    def state(*held: str) -> dict[str, Any]:
        return {"held": [{"ticker": ticker, "quantity": 5} for ticker in held]}

    # The two positions are paired: the quantity is met, the ticker is not.
    assert figures(score(state(), [Expectation(state("RIGA"))], state("OSLO"), STOCK)) == (2, 1, 0)


def test_an_empty_key_hides_nothing() -> None:
    old: dict[str, Any] = {"": {"b": 1}, "b": 2}
    truth: dict[str, Any] = {"": {"b": 5}, "b": 2}
    found = score(old, [Expectation(truth)], old, STOCK)
    assert figures(found) == (1, 0, 0)
    assert found.changes[0].path == "~2/b"
