"""Attempts behind the findings: which show a pattern, and what one of them shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from evaluators import PATTERNS, TRAJECTORY_VERSION
from webapp.attempts.models import Attempt, Status
from webapp.leaderboard.findings import Part, Who
from webapp.leaderboard.findings_patterns import FAILED, NONE, judged, shows
from webapp.numbers import number_in
from webapp.pages.reading import LINES_A_PAGE, page_of
from webapp.runs.models import AnalysisRecord


@dataclass(frozen=True)
class Evidence:
    """What of an attempt shows a pattern.

    Args:
        pattern: Its name.
        sentence: What happened; empty where it may not be told, since it may name tools of gold.
        calls: The calls that show it: number and link.
    """

    pattern: str
    sentence: str
    calls: list[tuple[int, str]]


@dataclass(frozen=True)
class OnTheWay:
    """What an attempt shows on the way.

    Args:
        patterns: The failure patterns that it shows.
        distinct_tools: How many tools it called.
        retrievals: How often it looked for tools.
        rounds: How many replies asked for calls; None where the replies are not known.
        new: Tokens of what was new, by component; None where they are not known.
        billed: Tokens that were billed, by component; None likewise.
    """

    patterns: list[Evidence]
    distinct_tools: int
    retrievals: int
    rounds: int | None
    new: list[tuple[str, int]] | None
    billed: list[tuple[str, int]] | None

    @property
    def new_total(self) -> int:
        """Tokens of all that was new."""
        return sum(number for _, number in self.new or ())

    @property
    def billed_total(self) -> int:
        """All tokens that were billed."""
        return sum(number for _, number in self.billed or ())


@dataclass(frozen=True)
class Showing:
    """The attempts of a contestant that show a pattern.

    Args:
        who: Whose they are.
        pattern: Which; `NONE`: none of them.
        only_failed: Whether it is asked of failed attempts alone.
        attempts: Their numbers, the newest first.
        of: Of how many.
    """

    who: Who
    pattern: str
    only_failed: bool
    attempts: list[int]
    of: int


@dataclass(frozen=True)
class ShowingRow:
    """One of them.

    Args:
        attempt: The attempt.
        correct: Whether it solved its task.
        evidence: What shows the pattern; None where it is that there is none.
    """

    attempt: Attempt
    correct: bool | None
    evidence: Evidence | None


def attempts_that_show(part: Part, asked: Mapping[str, str]) -> Showing | None:
    """The attempts that a cell of the table counts.

    Args:
        part: The attempts.
        asked: `contestant` and `record`, the keys of whose and under which conditions; `pattern`;
            `of`: "failed" or "all".

    Returns:
        None if there is no such cell.
    """
    entry = number_in(asked.get("contestant", "")), number_in(asked.get("record", ""))
    pattern = asked.get("pattern", "")
    found = next(
        (row for row in part.rows if (row[0].contestant, row[0].conditions) == entry), None
    )
    if found is None or pattern not in (*PATTERNS, NONE):
        return None
    who, results = found
    only_failed = asked.get("of", FAILED) == FAILED
    known = [both for both in judged(part, results) if not (only_failed and both[0].correct)]
    numbers = [result.attempt for result, course in known if shows(course, pattern)]
    return Showing(who, pattern, only_failed, sorted(numbers, reverse=True), len(known))


def showing_rows(showing: Showing, numbers: Iterable[int]) -> list[ShowingRow]:
    """Some of the attempts that show a pattern, each with its evidence, for a researcher."""
    wanted = list(numbers)
    attempts = Attempt.objects.select_related("instance__task", "instance__draw").in_bulk(wanted)
    bodies = dict(
        AnalysisRecord.objects.filter(attempt__in=wanted, version=TRAJECTORY_VERSION).values_list(
            "attempt", "body"
        )
    )
    scores = dict(
        # Ascending, so that of several scores of an attempt the newest stays.
        Attempt.objects.filter(pk__in=wanted)
        .order_by("scores__id")
        .values_list("pk", "scores__correct")
    )
    rows = []
    for number in wanted:
        where = _on_the_page_of(number)
        told = _told(bodies[number]["patterns"], where, with_sentences=True)
        evidence = next((one for one in told if one.pattern == showing.pattern), None)
        rows.append(ShowingRow(attempts[number], scores[number], evidence))
    return rows


def _on_the_page_of(attempt: int) -> Callable[[int], str]:
    def where(number: int) -> str:
        page = page_of(number, LINES_A_PAGE)
        path = reverse("attempt", args=[attempt])
        return f"{path}{'' if page == 1 else f'?page={page}'}#event-{number}"

    return where


def on_the_way(attempt: Attempt, here: int, *, with_sentences: bool) -> OnTheWay | None:
    """What an attempt shows on the way; None before its end, or before it is analysed.

    Args:
        attempt: The attempt, which whoever asks may read.
        here: Number of the page of its log that is shown.
        with_sentences: Whether whoever asks may know tools of the gold.
    """
    if attempt.status != Status.FINISHED:
        return None
    record = AnalysisRecord.objects.filter(attempt=attempt, version=TRAJECTORY_VERSION).first()
    if record is None:
        return None
    body: Mapping[str, Any] = record.body

    def where(number: int) -> str:
        page = page_of(number, LINES_A_PAGE)
        return f"{'' if page == here else f'?page={page}'}#event-{number}"

    return OnTheWay(
        patterns=_told(body["patterns"], where, with_sentences=with_sentences),
        distinct_tools=body["distinct_tools"],
        retrievals=body["retrievals"],
        rounds=body["rounds"],
        new=_tokens(body["tokens"]["unique"]),
        billed=_tokens(body["tokens"]["billed"]),
    )


def _told(
    patterns: list[dict[str, Any]], where: Callable[[int], str], *, with_sentences: bool
) -> list[Evidence]:
    return [
        Evidence(
            pattern["name"],
            pattern["sentence"] if with_sentences else "",
            [(number, where(number)) for number in pattern["calls"]],
        )
        for pattern in patterns
    ]


def _tokens(tokens: Mapping[str, int | None] | None) -> list[tuple[str, int]] | None:
    known = [(name, number) for name, number in (tokens or {}).items() if number is not None]
    return known if tokens is not None and len(known) == len(tokens) else None
