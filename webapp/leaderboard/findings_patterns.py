"""Failure patterns: how many attempts show each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from evaluators import PATTERNS, Estimate, clustered_mean
from webapp.leaderboard.facts import Result
from webapp.leaderboard.findings import Course, Part, Who, is_told
from webapp.leaderboard.kept import kept

NONE = "none"
"""Shows no pattern."""
COLUMNS = (*PATTERNS, NONE)
FAILED, EVERY = "failed", "all"


@dataclass(frozen=True)
class Share:
    """How many attempts show a pattern.

    Args:
        pattern: Which; `NONE`: none of them.
        number: How many of the failed ones.
        failed: Their share, with its interval.
        every: The share of all, likewise.
    """

    pattern: str
    number: int
    failed: Estimate
    every: Estimate


@dataclass(frozen=True)
class PatternRow:
    """A contestant's attempts by what they show.

    Args:
        who: Whose they are.
        analysed: How many have a score and are analysed.
        failed: How many of them are not correct.
        shares: By pattern, as `COLUMNS`. Attempts that show several count for each.
        is_told: Whether everybody may know it.
    """

    who: Who
    analysed: int
    failed: int
    shares: list[Share]
    is_told: bool


@dataclass(frozen=True)
class Patterns:
    """What the page of failure patterns shows.

    Args:
        rows: By contestant, in the order of names.
        withheld: How many contestants more researchers see.
    """

    rows: list[PatternRow]
    withheld: int

    @property
    def failed(self) -> int:
        """How many attempts failed."""
        return sum(row.failed for row in self.rows)

    @property
    def drawn(self) -> list[PatternRow]:
        """The rows that have something to draw."""
        return [row for row in self.rows if row.failed]

    @property
    def totals(self) -> list[tuple[str, int]]:
        """By pattern: how many of all failed attempts show it, the most frequent first."""
        found = [
            (
                name,
                sum(
                    share.number
                    for row in self.rows
                    for share in row.shares
                    if share.pattern == name
                ),
            )
            for name in PATTERNS
        ]
        return sorted(found, key=lambda one: -one[1])


def read_patterns(part: Part, *, with_traps: bool) -> Patterns:
    """What the attempts of a part show.

    Args:
        part: The attempts.
        with_traps: Whether whoever asks may know the traps of tasks.
    """
    rows = kept(("patterns", *part.key), lambda: _rows(part))
    told = [row for row in rows if with_traps or row.is_told]
    return Patterns(told, len(rows) - len(told))


def shows(course: Course, pattern: str) -> bool:
    """Whether an attempt shows a pattern; `NONE`: none of them."""
    return pattern in course.patterns if pattern != NONE else not course.patterns


def judged(part: Part, results: list[Result]) -> list[tuple[Result, Course]]:
    """Those of some results that have a score and are analysed."""
    return [both for both in part.analysed_of(results) if both[0].score is not None]


def _rows(part: Part) -> list[PatternRow]:
    return [_row(who, known) for who, results in part.rows if (known := judged(part, results))]


def _row(who: Who, known: list[tuple[Result, Course]]) -> PatternRow:
    failed = [both for both in known if not both[0].correct]
    shares = [
        Share(
            pattern,
            sum(shows(course, pattern) for _, course in failed),
            _share(failed, pattern),
            _share(known, pattern),
        )
        for pattern in COLUMNS
    ]
    told = is_told([result for result, _ in known], with_traps=False)
    return PatternRow(who, len(known), len(failed), shares, told)


def _share(known: Iterable[tuple[Result, Course]], pattern: str) -> Estimate:
    by_task: dict[str, list[float]] = defaultdict(list)
    for result, course in known:
        by_task[str(result.task)].append(float(shows(course, pattern)))
    return clustered_mean(by_task)


def pattern_lines(patterns: Patterns) -> list[dict[str, Any]]:
    """The rows as lines for programs: every number as it was calculated."""
    return [
        {
            "contestant": row.who.name,
            "contestant_id": row.who.contestant,
            "manner": row.who.manner,
            "pattern": share.pattern,
            "shown_failed": share.number,
            "failed": row.failed,
            "share_of_failed": share.failed.mean,
            "share_of_failed_low": share.failed.low,
            "share_of_failed_high": share.failed.high,
            "attempts": row.analysed,
            "share_of_all": share.every.mean,
            "share_of_all_low": share.every.low,
            "share_of_all_high": share.every.high,
        }
        for row in patterns.rows
        for share in row.shares
    ]
