"""Recall under retrieval: how many of the needed tools came into view, and were called."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from evaluators import Estimate, clustered_mean
from webapp.leaderboard.facts import Result
from webapp.leaderboard.findings import Course, Part, Who, is_told
from webapp.leaderboard.kept import kept
from webapp.leaderboard.sets import ConditionsSet, condition_sets


@dataclass(frozen=True)
class RecallRow:
    """A contestant's recall: means over its attempts.

    Args:
        who: Whose it is.
        attempts: How many are analysed.
        in_view: Share of the needed tools that were listed or retrieved.
        called: Share of them that were called.
        latent_in_view: Of the latent prerequisites among them, likewise; over those attempts whose
            task has any.
        latent_called: Of those, likewise.
        is_told: Whether everybody may know it.
    """

    who: Who
    attempts: int
    in_view: Estimate
    called: Estimate
    latent_in_view: Estimate
    latent_called: Estimate
    is_told: bool

    @property
    def figures(self) -> list[tuple[str, Estimate]]:
        """All figures, each with its label."""
        return [
            ("Needed, in view", self.in_view),
            ("Needed, called", self.called),
            ("Latent, in view", self.latent_in_view),
            ("Latent, called", self.latent_called),
        ]


@dataclass(frozen=True)
class Recalls:
    """What the page of recall shows.

    Args:
        retrieves: Whether tools are retrieved under the chosen conditions at all.
        rows: By contestant, in the order of names.
        withheld: How many contestants more researchers see.
        elsewhere: Sets of conditions under which tools are retrieved.
    """

    retrieves: bool
    rows: list[RecallRow]
    withheld: int
    elsewhere: list[ConditionsSet]


def read_recalls(part: Part, *, with_traps: bool) -> Recalls:
    """The recall of a part's attempts.

    Args:
        part: The attempts.
        with_traps: Whether whoever asks may know the traps of tasks.
    """
    others = [
        known
        for known in condition_sets()
        if known.conditions.access == "retrieval" and known.digest != part.chosen.digest
    ]
    if part.chosen.conditions.access != "retrieval":
        return Recalls(False, [], 0, others)
    rows = kept(("recall", *part.key), lambda: _rows(part))
    told = [row for row in rows if with_traps or row.is_told]
    return Recalls(True, told, len(rows) - len(told), others)


def _rows(part: Part) -> list[RecallRow]:
    return [_row(who, known) for who, results in part.rows if (known := part.analysed_of(results))]


def _row(who: Who, known: list[tuple[Result, Course]]) -> RecallRow:
    def mean(share: Callable[[Course], float | None]) -> Estimate:
        by_task: dict[str, list[float]] = defaultdict(list)
        for result, course in known:
            if (value := share(course)) is not None:
                by_task[str(result.task)].append(value)
        return clustered_mean(by_task)

    return RecallRow(
        who,
        len(known),
        mean(lambda course: course.in_view),
        mean(lambda course: course.called),
        mean(lambda course: course.latent_in_view),
        mean(lambda course: course.latent_called),
        is_told([result for result, _ in known], with_traps=False),
    )


def recall_lines(recalls: Recalls) -> list[dict[str, Any]]:
    """The rows as lines for programs: every number as it was calculated."""
    names = ("in_view", "called", "latent_in_view", "latent_called")
    return [
        {
            "contestant": row.who.name,
            "contestant_id": row.who.contestant,
            "attempts": row.attempts,
            **{
                f"{name}{part}": value
                for name, (_, found) in zip(names, row.figures, strict=True)
                for part, value in (
                    ("", found.mean),
                    ("_low", found.low),
                    ("_high", found.high),
                    ("_attempts", found.n),
                )
            },
        }
        for row in recalls.rows
    ]
