"""How far a campaign's graders agree: people with people, judges with people, with each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import fmean

from django.contrib.auth import get_user_model

from evaluators.agreement import (
    Agreement,
    Pair,
    Reliability,
    Unit,
    agreement,
    rank_correlation,
    reliability,
)
from evaluators.calibration import Compared
from webapp.annotation.comparing import Gathered, Met, kept_by_grades
from webapp.annotation.models import Campaign, Judge, SheetState


@dataclass(frozen=True)
class ItemRow:
    """How far two agree on an item, or on all of them.

    Args:
        item: Its id; empty: all items.
        title: What graders read.
        levels: The levels there are, or the choices, in words.
        is_ordered: Whether they are levels; of choices only exact matches mean something.
        agreement: How far they agree.
        reliability: Of people: how far any two can be put in each other's place.
    """

    item: str
    title: str
    levels: tuple[str, ...]
    is_ordered: bool
    agreement: Agreement
    reliability: Reliability | None = None

    @property
    def confusion(self) -> list[tuple[str, tuple[int, ...]]]:
        """How often each level of the first met each of the second, with the first's."""
        return list(zip(self.levels, self.agreement.confusion, strict=True))


@dataclass(frozen=True)
class Table:
    """All items, and all of them together.

    Args:
        rows: The items that both have graded.
        overall: All items together; None if they don't have the same levels.
    """

    rows: list[ItemRow]
    overall: ItemRow | None

    @property
    def lines(self) -> list[ItemRow]:
        """All of them, the whole last."""
        return [*self.rows, *([self.overall] if self.overall else [])]


@dataclass(frozen=True)
class JudgeTable:
    """A judge with people, on the development half."""

    judge: Judge
    table: Table


@dataclass(frozen=True)
class Rank:
    """What a contestant comes to by two judges.

    Args:
        contestant: Whose responses they are.
        first: Mean of the first's grades, 0 to 100, over the samples that both have read.
        second: Mean of the second's.
    """

    contestant: str
    first: float
    second: float


@dataclass(frozen=True)
class LevelRanks:
    """Two judges at one level.

    Args:
        level: Of the instances.
        tau: Kendall's tau-b of the contestants' order; None where it tells nothing.
        ranks: The contestants.
    """

    level: int
    tau: float | None
    ranks: list[Rank]


@dataclass(frozen=True)
class CrossJudge:
    """Two judges at the samples that both have read."""

    first: Judge
    second: Judge
    table: Table
    levels: list[LevelRanks]


@dataclass(frozen=True)
class Line:
    """How far somebody agrees with the others, or people did in a week."""

    name: str
    agreement: Agreement


@dataclass(frozen=True)
class Report:
    """What is told of a campaign.

    Args:
        people: People with people.
        judges: Each judge with what people's grades come to, on the development half.
        cross: Each two judges, on all samples.
        persons: Each person with the others who graded the same.
        weeks: People with people, by the week in which the second sheet was handed in.
        unsettled: How many items that several people graded are not settled.
        several: How many items several people graded.
    """

    people: Table
    judges: list[JudgeTable]
    cross: list[CrossJudge]
    persons: list[Line]
    weeks: list[Line]
    unsettled: int
    several: int


def agreement_report(campaign: Campaign) -> Report:
    """How far a campaign's graders agree; kept until a grade or a reading is added.

    Args:
        campaign: The campaign.
    """
    return kept_by_grades(("agreement", campaign.pk), lambda: _made(campaign))


def _made(campaign: Campaign) -> Report:
    known = Gathered(campaign)
    met, judges = known.people(), known.judges()
    unsettled, several = known.unsettled
    people = _table(known, [one.compared for one in met])
    return Report(
        people=_with_reliability(known, people),
        judges=[
            JudgeTable(judge, _table(known, known.with_reference(judge, "development")))
            for judge in judges
        ],
        cross=[_cross(known, first, second) for first, second in combinations(judges, 2)],
        persons=_by_person(known, met),
        weeks=_by_week(known, met),
        unsettled=unsettled,
        several=several,
    )


def _table(known: Gathered, compared: Iterable[Compared]) -> Table:
    by_item: dict[str, list[Compared]] = defaultdict(list)
    for one in compared:
        by_item[one.item].append(one)
    rows = []
    for item in known.rubric.items:
        scale, found = known.scales[item.id], by_item[item.id]
        if not found:
            continue
        words = tuple(
            f"{option.value:g}" if isinstance(option.value, float) else option.title
            for option in sorted(item.options, key=lambda option: scale.codes[option.value])
        )
        told = agreement(_pairs(found), scale.levels)
        rows.append(ItemRow(item.id, item.title, words, scale.is_ordered, told))
    together = [one for found in by_item.values() for one in found]
    if not rows or not _alike(known):
        return Table(rows, None)
    told = agreement(_pairs(together), _levels(known))
    return Table(rows, replace(rows[0], item="", title="All items", agreement=told))


def _with_reliability(known: Gathered, table: Table) -> Table:
    """The same with alpha, which takes all people at once."""
    units: dict[str, list[Unit]] = defaultdict(list)
    by_item: dict[tuple[int, str], list[float]] = defaultdict(list)
    for one in known.given:
        codes = known.scales[one.item].codes if one.item in known.scales else {}
        if one.value in codes:
            assert one.value is not None
            by_item[one.sample, one.item].append(codes[one.value])
    for (sample, item), values in sorted(by_item.items()):
        units[item].append(Unit(known.samples[sample].cluster, tuple(values)))
    rows = [
        replace(row, reliability=reliability(units[row.item], known.scales[row.item].levels))
        for row in table.rows
    ]
    if table.overall is None:
        return Table(rows, None)
    whole = reliability([unit for found in units.values() for unit in found], _levels(known))
    return Table(rows, replace(table.overall, reliability=whole))


def _cross(known: Gathered, first: Judge, second: Judge) -> CrossJudge:
    compared = known.with_each_other(first, second)
    by_level: dict[int, dict[str, list[Compared]]] = defaultdict(lambda: defaultdict(list))
    for one in compared:
        by_level[known.level_of(one)][known.contestant_of(one)].append(one)
    levels = []
    for level, found in sorted(by_level.items()):
        ranks = [
            Rank(
                contestant,
                100 * fmean(one.first for one in among),
                100 * fmean(one.second for one in among),
            )
            for contestant, among in sorted(found.items())
        ]
        tau = rank_correlation(
            {rank.contestant: rank.first for rank in ranks},
            {rank.contestant: rank.second for rank in ranks},
        )
        levels.append(LevelRanks(level, tau, ranks if _alike(known) else []))
    return CrossJudge(first, second, _table(known, compared), levels)


def _by_person(known: Gathered, met: Sequence[Met]) -> list[Line]:
    """The person's own grade first; who grades choices has no line."""
    if not _alike(known):
        return []
    found: dict[int, list[Pair]] = defaultdict(list)
    for one in met:
        (first, second), (pair,) = one.graders, _pairs([one.compared])
        found[first].append(pair)
        found[second].append(Pair(pair.cluster, pair.second, pair.first))
    names = _names(found)
    lines = [Line(names[key], agreement(pairs, _levels(known))) for key, pairs in found.items()]
    return sorted(lines, key=lambda line: line.name)


def _by_week(known: Gathered, met: Sequence[Met]) -> list[Line]:
    if not _alike(known):
        return []
    sheets = known.campaign.samples.filter(sheets__state=SheetState.SAVED)
    saved = {
        (sample, grader): at
        for sample, grader, at in sheets.values_list("pk", "sheets__grader", "sheets__saved_at")
        if at is not None
    }
    found: dict[str, list[Pair]] = defaultdict(list)
    for one in met:
        sample = int(one.compared.sample)
        later = max(saved[sample, grader] for grader in one.graders)
        year, week, _ = later.isocalendar()
        found[f"{year}, week {week:02}"] += _pairs([one.compared])
    return [Line(name, agreement(pairs, _levels(known))) for name, pairs in sorted(found.items())]


def _pairs(compared: Iterable[Compared]) -> list[Pair]:
    return [Pair(one.cluster, one.first, one.second) for one in compared]


def _alike(known: Gathered) -> bool:
    """Whether all items have the same levels, so that they can be taken together."""
    scales = list(known.scales.values())
    return all(one.is_ordered and one.levels == scales[0].levels for one in scales)


def _levels(known: Gathered) -> tuple[float, ...]:
    return next(iter(known.scales.values())).levels


def _names(keys: Iterable[int]) -> Mapping[int, str]:
    users = get_user_model().objects.filter(pk__in=list(keys))
    return dict(users.values_list("pk", "username"))
