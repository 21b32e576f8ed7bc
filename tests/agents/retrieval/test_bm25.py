"""BM25 compares words: stemmed, without case, without the commonest, names in parts."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator

import pytest

import agents.retrieval._bm25 as bm25
from agents.retrieval import make_retriever
from agents.retrieval._bm25 import Bm25Retriever
from agents.retrieval._retriever import index_text
from agents.retrieval._words import library, words
from sandboxes import catalogue


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("get_uid_from_name", ["get", "uid", "name"]),
        ("Booking BOOKINGS booked", ["book", "book", "book"]),
        ("which of them are my own?", []),
        ("a b 7 42", ["42"]),
        ("LightFlight's 2026-11-30", ["lightflight", "2026", "11", "30"]),
        ("", []),
    ],
)
def test_words_are_stemmed_and_common_ones_left_out(text: str, expected: list[str]) -> None:
    assert words(text) == [expected]


def test_a_tool_is_found_by_name_and_description() -> None:
    tool = catalogue()["gcd"]
    assert index_text(tool) == f"(gcd) {tool.description}"


def test_a_name_in_one_piece_and_in_parts_is_the_same_query() -> None:
    found = make_retriever("bm25")
    assert found.best("get_hourly_forecast", 20) == found.best("GET hourly forecasts", 20)
    assert "get_hourly_forecast" in found.best("get_hourly_forecast", 3)


def scores(query: str) -> Iterator[tuple[str, float]]:
    """Okapi BM25 as its paper has it, written plainly: every tool and its score."""
    texts = dict(zip(catalogue(), words(*map(index_text, catalogue().values())), strict=True))
    mean = sum(map(len, texts.values())) / len(texts)
    for name, text in texts.items():
        total = 0.0
        for word in words(query)[0]:
            holders = sum(word in other for other in texts.values())
            rarity = math.log(1 + (len(texts) - holders + 0.5) / (holders + 0.5))
            times = text.count(word)
            total += rarity * times / (times + 1.5 * (0.25 + 0.75 * len(text) / mean))
        yield name, total


@pytest.mark.parametrize("query", ["send a message to a group", "price of a stock, price alert"])
def test_the_order_is_that_of_the_formula(query: str) -> None:
    by_score = sorted(scores(query), key=lambda pair: -round(pair[1], 6))
    assert make_retriever("bm25").best(query, 314) == [name for name, _ in by_score]


def test_other_settings_are_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Bm25Retriever().version == make_retriever("bm25").version
    monkeypatch.setitem(bm25._SETTINGS, "k1", 1.2)
    assert Bm25Retriever().version != make_retriever("bm25").version


def test_another_catalogue_is_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bm25, "catalogue_hash", lambda: "other")
    assert Bm25Retriever().version != make_retriever("bm25").version


def test_the_library_writes_nothing_into_the_log_of_the_site(
    caplog: pytest.LogCaptureFixture,
) -> None:
    library()
    with caplog.at_level(logging.INFO):
        Bm25Retriever().best("", 3)
    assert caplog.records == []
