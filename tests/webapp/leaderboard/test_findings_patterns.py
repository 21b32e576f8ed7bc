"""Failure patterns and recall: shares with what they are of, and to whom they are told."""

from __future__ import annotations

import pytest

from evaluators import Estimate
from tests.webapp.leaderboard.courses import RETRIEVAL, analysed, under
from tests.webapp.leaderboard.records import attempt_of, errored, instance_of, score, scored
from webapp.leaderboard.findings import Part, chosen_set, part_of
from webapp.leaderboard.findings_patterns import (
    PatternRow,
    Patterns,
    Share,
    pattern_lines,
    read_patterns,
)
from webapp.leaderboard.findings_recall import Recalls, read_recalls, recall_lines

TASKS = [f"task {number}" for number in range(6)]


def part(level: str = "", app: str = "") -> Part:
    """The attempts under the usual conditions."""
    chosen = chosen_set("")
    assert chosen is not None
    return part_of(chosen, level, app)


def patterns(level: str = "", *, with_traps: bool = True) -> Patterns:
    """What a researcher reads, or everybody."""
    return read_patterns(part(level), with_traps=with_traps)


def share(row: PatternRow, pattern: str) -> Share:
    """A pattern's share."""
    return next(found for found in row.shares if found.pattern == pattern)


def recalls(*, with_traps: bool = True) -> Recalls:
    """The same of recall."""
    return read_recalls(part(), with_traps=with_traps)


def test_shares_are_of_the_failed_attempts_and_of_all() -> None:
    analysed(scored("agent", instance_of("one"), 0), "clean_slate", "defeatism")
    analysed(scored("agent", instance_of("two"), 0), "clean_slate")
    analysed(scored("agent", instance_of("three"), 0))
    analysed(scored("agent", instance_of("four"), 1))

    (row,) = patterns().rows
    assert (row.analysed, row.failed) == (4, 3)
    found = {
        one.pattern: (one.number, one.failed.mean, one.failed.n, one.every.mean, one.every.n)
        for one in row.shares
    }
    third = pytest.approx(1 / 3)
    assert found == {
        "saturation": (0, 0, 3, 0, 4),
        "clean_slate": (2, pytest.approx(2 / 3), 3, 0.5, 4),
        "defeatism": (1, third, 3, 0.25, 4),
        "none": (1, third, 3, 0.5, 4),
    }
    assert share(row, "clean_slate").failed.clusters == 3
    assert share(row, "saturation").failed == Estimate(0, 0, 0, 3, 3)
    assert patterns().totals == [("clean_slate", 2), ("defeatism", 1), ("saturation", 0)]


def test_intervals_are_clustered_by_task() -> None:
    for seed in range(1, 4):
        analysed(scored("agent", instance_of("one", seed), 0), "defeatism")
    found = share(patterns().rows[0], "defeatism").failed
    assert found == Estimate(1, None, None, 3, 1)


def test_only_what_is_finished_scored_and_analysed_today_counts() -> None:
    analysed(scored("agent", instance_of("one"), 0), "defeatism")
    scored("agent", instance_of("two"), 0)
    analysed(scored("agent", instance_of("three"), 0), "saturation", version="0")
    analysed(errored("agent", instance_of("four")), "saturation")
    running = attempt_of("agent", instance_of("five"))
    score(running, "1", correct=False)
    analysed(running, "saturation")

    (row,) = patterns().rows
    assert (row.analysed, row.failed, share(row, "saturation").number) == (1, 1, 0)
    assert (part().ended, part().analysed) == (3, 1)


def test_the_newest_score_says_who_failed() -> None:
    attempt = analysed(scored("agent", instance_of(), 0), "defeatism")
    assert patterns().failed == 1
    score(attempt, "2", correct=True)
    assert patterns().failed == 0


def test_of_few_tasks_or_failures_only_researchers_are_told() -> None:
    for number, task in enumerate(TASKS):
        analysed(scored("failing", instance_of(task), 0), "clean_slate")
        analysed(scored("mostly right", instance_of(task), int(number > 0)), "clean_slate")
        analysed(scored("right", instance_of(task)))
    for task in TASKS[:4]:
        analysed(scored("short", instance_of(task)))

    everybody = patterns(with_traps=False)
    assert [row.who.name for row in everybody.rows] == ["failing", "right"]
    assert everybody.withheld == 2
    assert len(patterns().rows) == 4
    assert patterns().withheld == 0


def test_of_a_part_of_the_tasks_who_tells_traps_is_hidden() -> None:
    for who in ("greedy", "agent"):
        analysed(scored(who, instance_of(), 0), "clean_slate")
    assert [row.who.name for row in patterns().rows] == ["agent", "greedy"]
    assert [row.who.name for row in patterns("1").rows] == ["agent"]


def test_every_share_is_a_line_for_programs() -> None:
    for task in TASKS:
        analysed(scored("agent", instance_of(task), 0), "clean_slate")
    lines = pattern_lines(patterns())
    assert [line["pattern"] for line in lines] == ["saturation", "clean_slate", "defeatism", "none"]
    assert (lines[1]["shown_failed"], lines[1]["failed"], lines[1]["attempts"]) == (6, 6, 6)
    assert (lines[1]["share_of_failed"], lines[1]["share_of_all_high"]) == (1, 1)


def test_what_is_analysed_later_is_told_then() -> None:
    attempt = scored("agent", instance_of(), 0)
    assert patterns().rows == []
    analysed(attempt, "defeatism")
    assert patterns().failed == 1


def test_recall_is_a_mean_over_attempts_and_latent_ones_stand_apart() -> None:
    analysed(
        under(RETRIEVAL, "agent", instance_of("one")),
        in_view=(3, 4),
        called=(2, 4),
        latent_in_view=(0, 1),
        latent_called=(1, 1),
    )
    analysed(under(RETRIEVAL, "agent", instance_of("two")), in_view=(1, 4), called=(4, 4))
    analysed(under(RETRIEVAL, "agent", instance_of("three")), in_view=(0, 0), called=(0, 0))

    (row,) = recalls().rows
    assert row.attempts == 3
    assert (row.in_view.mean, row.in_view.n) == (0.5, 2)
    assert (row.called.mean, row.called.n) == (0.75, 2)
    assert row.latent_in_view == Estimate(0, None, None, 1, 1)
    assert row.latent_called == Estimate(1, None, None, 1, 1)
    (line,) = recall_lines(recalls())
    assert (line["called"], line["called_attempts"]) == (0.75, 2)
    assert (line["latent_called"], line["latent_called_low"]) == (1, None)


def test_where_nothing_is_retrieved_there_is_no_recall_and_it_says_where_there_is() -> None:
    for task in TASKS:
        analysed(scored("agent", instance_of(task)))
    analysed(under(RETRIEVAL, "agent", instance_of()))

    found = recalls()
    assert (found.retrieves, found.rows) == (False, [])
    assert [known.words for known in found.elsewhere] == [
        "the 30 tools listed that bm25 finds nearest"
    ]


def test_recall_of_few_tasks_is_for_researchers() -> None:
    analysed(under(RETRIEVAL, "agent", instance_of()))
    assert (recalls(with_traps=False).rows, recalls(with_traps=False).withheld) == ([], 1)
    for task in TASKS:
        analysed(under(RETRIEVAL, "agent", instance_of(task)))
    assert recalls(with_traps=False).rows[0].attempts == 7
