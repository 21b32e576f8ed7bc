"""Tokens: what was new, and what was billed."""

from __future__ import annotations

from evaluators import BilledTokens, ModelReply, TokenUsage, UniqueTokens
from tests.evaluators.trajectory.builders import Log


def counted(*usages: TokenUsage | None) -> tuple[UniqueTokens | None, BilledTokens | None]:
    replies = tuple(ModelReply((), usage) for usage in usages)
    found = Log().analysis(replies=replies)
    return found.unique, found.billed


def test_what_came_between_replies_is_told_by_difference() -> None:
    """1000 and 50 said of 80 make 1050, so 150 came in; then 1200 and 20 make 1220, so 30."""
    unique, billed = counted(
        TokenUsage(1000, 0, 80, 30), TokenUsage(1200, 900, 20), TokenUsage(1250, 1200, 5)
    )
    assert unique == UniqueTokens(prompt=1000, output=105, responses=180)
    assert billed == BilledTokens(uncached=1350, cached=2100, output=105)


def test_a_conversation_that_was_cut_short_takes_nothing_off() -> None:
    unique, _ = counted(TokenUsage(1000, 0, 10), TokenUsage(400, 0, 10), TokenUsage(500, 0, 10))
    assert unique == UniqueTokens(prompt=1000, output=30, responses=90)


def test_one_reply_without_usage_makes_sums_unknown() -> None:
    unique, billed = counted(TokenUsage(1000, 0, 10), None)
    assert unique == UniqueTokens(prompt=1000, output=None, responses=None)
    assert billed == BilledTokens(None, None, None)


def test_the_prompt_is_that_of_the_first_reply_or_unknown() -> None:
    unique, _ = counted(None, TokenUsage(1000, 0, 10))
    assert unique == UniqueTokens(None, None, None)


def test_no_reply_costs_nothing() -> None:
    assert counted() == (UniqueTokens(0, 0, 0), BilledTokens(0, 0, 0))
