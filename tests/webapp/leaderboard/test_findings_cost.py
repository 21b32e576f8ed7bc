"""What prompts cost: exact means, and nothing told that is not known."""

from __future__ import annotations

from decimal import Decimal

from tests.webapp.leaderboard.courses import analysed, replied
from tests.webapp.leaderboard.records import instance_of, scored
from webapp.leaderboard.findings import chosen_set, part_of
from webapp.leaderboard.findings_cost import Parts, Spending, cost_lines, read_spending
from webapp.leaderboard.reported import reported

NEW, BILLED = (1_000, 60, 400), (1_500, 2_000, 60)
"""Prompt, output, responses; uncached, cached, output."""


def spending(level: str = "") -> Spending:
    """What attempts under the usual conditions cost."""
    chosen = chosen_set("")
    assert chosen is not None
    return read_spending(part_of(chosen, level))


def test_means_are_over_attempts_by_component() -> None:
    analysed(scored("agent", instance_of("one")), new=NEW, billed=BILLED)
    analysed(scored("agent", instance_of("two")), new=(1_001, 61, 0), billed=(0, 0, 40))

    (row,) = spending().rows
    assert (row.attempts, row.known) == (2, 2)
    assert row.new == Parts(1_000.5, 200, 60.5)
    assert row.billed == Parts(750, 1_000, 50)
    assert row.relative == Parts(750, 100, 300)
    assert row.times == 1_800 / 1_261
    assert spending().ratio == (Decimal(1), Decimal("0.1"), Decimal(6))


def test_attempts_that_tell_no_usage_are_left_out_and_counted() -> None:
    analysed(scored("agent", instance_of("one")), new=NEW, billed=BILLED)
    analysed(scored("agent", instance_of("two")), new=(900, None, None), billed=(None, None, None))

    (row,) = spending().rows
    assert (row.attempts, row.known, row.new) == (2, 1, Parts(1_000, 400, 60))


def test_where_no_usage_is_told_there_is_no_mean() -> None:
    analysed(scored("agent", instance_of()), new=(900, None, None), billed=(None, None, None))
    (row,) = spending().rows
    assert (row.known, row.new, row.billed, row.relative, row.dollars) == (
        0,
        None,
        None,
        None,
        None,
    )
    assert (row.times, spending().drawn) == (None, [])


def test_dollars_are_of_attempts_whose_every_reply_has_a_price() -> None:
    known = {"new": NEW, "billed": BILLED}
    for number, costs in enumerate(((1_000_000, 500_001), (7, None), (None,), (2_000_000_000,))):
        attempt = scored("agent", instance_of(f"task {number}"))
        analysed(replied(attempt, *costs), **known)  # type: ignore[arg-type]

    (row,) = spending().rows
    assert (row.known, row.priced) == (4, 2)
    assert row.dollars == Decimal("0.0010007500005")


def test_who_has_no_replies_is_counted_among_the_others() -> None:
    analysed(scored("built in", instance_of()))
    scored("not analysed", instance_of())
    analysed(scored("agent", instance_of()), new=NEW, billed=BILLED)
    found = spending()
    assert ([row.who.name for row in found.rows], found.others) == (["agent"], 2)


def test_a_level_takes_its_own_attempts() -> None:
    analysed(scored("agent", instance_of("one")), new=NEW, billed=BILLED)
    analysed(scored("agent", instance_of("two", level=2)), new=(1, 2, 3), billed=(4, 5, 6))
    (row,) = spending("2").rows
    assert (row.new, row.billed) == (Parts(1, 3, 2), Parts(4, 5, 6))


def test_every_row_is_a_line_for_programs() -> None:
    analysed(replied(scored("agent", instance_of()), 10**12), new=NEW, billed=BILLED)
    (line,) = cost_lines(spending())
    assert {
        name: line[name] for name in line if name.startswith(("new", "bill", "rel", "usd"))
    } == {
        "new_prompt": 1_000,
        "new_responses": 400,
        "new_output": 60,
        "new_total": 1_460,
        "billed_uncached": 1_500,
        "billed_cached": 2_000,
        "billed_output": 60,
        "billed_total": 3_560,
        "relative_uncached": 1_500,
        "relative_cached": 200,
        "relative_output": 360,
        "relative_total": 2_060,
        "usd": Decimal(1),
    }


def test_reported_tokens_stand_as_the_paper_has_them() -> None:
    full, retrieval = reported("complexmcp_tokens")["tables"]
    assert (len(full["rows"]), len(retrieval["rows"])) == (16, 6)
    assert {row["prompt_tokens"] for row in full["rows"]} == {None}
    assert full["rows"][0] == {
        "model": "GPT-4o",
        "prompt_tokens": None,
        "llm_output_tokens": 351,
        "tool_response_tokens": 788,
    }
    assert retrieval["rows"][-1] == {
        "model": "Claude-opus-4",
        "strategy": "Iterative RAG",
        "prompt_tokens": 358,
        "llm_output_tokens": 872,
        "tool_response_tokens": 3473,
    }
