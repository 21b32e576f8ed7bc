"""Grades side by side: what two have given the same item of the same sample."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from django.db.models import Count, Max

from evaluators.calibration import Compared, Half, halves
from evaluators.judge import prompt_hashes
from evaluators.rubrics import Item, Rubric
from webapp.annotation.grades import Given, Value, judge_grades, peoples_grades
from webapp.annotation.grading import rubric_of
from webapp.annotation.models import (
    Adjudication,
    Campaign,
    Judge,
    Look,
    Reading,
    ReadingState,
    Role,
    Sample,
    Sheet,
)
from webapp.annotation.resolved import Resolved, resolved
from webapp.leaderboard.kept import Shelf

T = TypeVar("T")
OfASample = TypeVar("OfASample", Given, Resolved)
HALVES_SEED = 1
"""Decides which queries of a campaign are in the locked half; the same for all judges."""


@dataclass(frozen=True)
class Scale:
    """What an item is graded by, as numbers.

    Args:
        codes: By level or choice, its number; a level is its own.
        is_ordered: Whether the numbers are levels. Of choices only exact matches mean something.
    """

    codes: Mapping[Value, float]
    is_ordered: bool

    @property
    def levels(self) -> tuple[float, ...]:
        """The numbers, in order."""
        return tuple(sorted(self.codes.values()))


def scale_of(item: Item) -> Scale:
    """What an item is graded by."""
    values = [option.value for option in item.options]
    if item.is_graded_by_level:
        return Scale({value: float(value) for value in values}, is_ordered=True)
    return Scale({value: float(place) for place, value in enumerate(values)}, is_ordered=False)


@dataclass(frozen=True)
class Met:
    """Two people who have graded the same item of the same sample.

    Args:
        compared: What they gave.
        graders: Their keys, in the same order.
    """

    compared: Compared
    graders: tuple[int, int]


class Gathered:
    """A campaign with all the grades of its ordinary samples.

    Those for training are no grades yet. Gold ones were chosen to be plain, and go to everybody:
    with them, people would look more alike than they are.

    Args:
        campaign: Which.
    """

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.rubric: Rubric = rubric_of(campaign)
        found = campaign.samples.filter(role=Role.ORDINARY).select_related("contestant")
        self.samples: dict[int, Sample] = {one.pk: one for one in found.defer("body")}
        self.scales = {item.id: scale_of(item) for item in self.rubric.items}
        self.half_of: dict[str, Half] = halves(
            (one.cluster for one in self.samples.values()), HALVES_SEED
        )
        self.given: list[Given] = self._among(peoples_grades(campaign))
        self.settled: list[Resolved] = self._among(resolved(campaign))

    @property
    def unsettled(self) -> tuple[int, int]:
        """How many items count for nothing until they are adjudicated, of those several graded."""
        several = [one for one in self.settled if len(one.given) > 1 and one.was_judged]
        return sum(one.is_open and one.value is None for one in several), len(several)

    @property
    def unsettled_share(self) -> float:
        """The same as a share; 0 of none."""
        unsettled, several = self.unsettled
        return unsettled / several if several else 0.0

    def people(self) -> list[Met]:
        """Each two people who graded the same, in the order of their keys."""
        by_item: dict[tuple[int, str], list[Given]] = defaultdict(list)
        for one in self.given:
            by_item[one.sample, one.item].append(one)
        return [
            Met(compared, (first.grader, second.grader))
            for found in by_item.values()
            for first, second in combinations(sorted(found, key=_grader), 2)
            if first.grader is not None and second.grader is not None
            for compared in self._compared(first.sample, first.item, first.value, second.value)
        ]

    def with_reference(self, judge: Judge, half: Half) -> list[Compared]:
        """What a judge gave and what it counts for, of one half.

        Args:
            judge: The judge.
            half: Which half. The test half is for those who have said that they look at it.
        """
        reference = {(r.sample, r.item): r.value for r in self.settled if r.is_reference}
        among = (one for one in self._read_by(judge) if self._half(one.sample) == half)
        return self._side_by_side(among, reference)

    def with_each_other(self, first: Judge, second: Judge, probe: str = "") -> list[Compared]:
        """What two judges gave, or one judge at first and when probed.

        Args:
            first: A judge.
            second: Another, or the same.
            probe: The probe of the second.
        """
        others = {(one.sample, one.item): one.value for one in self._read_by(second, probe)}
        return self._side_by_side(self._read_by(first), others)

    def judges(self) -> list[Judge]:
        """Who has read samples of it."""
        read = Reading.objects.filter(sample__campaign=self.campaign, probe="")
        scored = read.filter(state__in=(ReadingState.SCORED, ReadingState.PARTLY))
        return list(Judge.objects.filter(pk__in=scored.values("judge")))

    def level_of(self, compared: Compared) -> int:
        """The level of the instance."""
        return self.samples[int(compared.sample)].level

    def contestant_of(self, compared: Compared) -> str:
        """Whose response it is."""
        contestant = self.samples[int(compared.sample)].contestant
        return f"{contestant.name} ({contestant.digest[:8]})"

    def _among(self, found: Iterable[OfASample]) -> list[OfASample]:
        return [one for one in found if one.sample in self.samples]

    def _read_by(self, judge: Judge, probe: str = "") -> list[Given]:
        return [
            one
            for one in judge_grades(self.campaign, judge, probe)
            if self.scales.get(one.item) and one.sample in self.samples
        ]

    def _half(self, sample: int) -> Half:
        return self.half_of[self.samples[sample].cluster]

    def _side_by_side(
        self, given: Iterable[Given], others: Mapping[tuple[int, str], Value | None]
    ) -> list[Compared]:
        return [
            compared
            for one in given
            for compared in self._compared(
                one.sample, one.item, one.value, others.get((one.sample, one.item))
            )
        ]

    def _compared(
        self, sample: int, item: str, first: Value | None, second: Value | None
    ) -> list[Compared]:
        """Both in one; nothing where one has not judged it, or by a level that is none today."""
        scale = self.scales.get(item)
        if scale is None or first not in scale.codes or second not in scale.codes:
            return []
        assert first is not None
        assert second is not None
        cluster = self.samples[sample].cluster
        return [Compared(f"{sample}", item, cluster, scale.codes[first], scale.codes[second])]


def kept_by_grades(what: Hashable, make: Callable[[], T]) -> T:
    """What was made before, or is made now, of grades, readings and looks as they stand.

    Args:
        what: Its name, and what it was made for.
        make: Makes it.
    """
    return _shelf.kept(what, make)


def state_of_grades() -> Hashable:
    """How grades, readings and looks stand."""
    return _shelf.state()


def _grader(given: Given) -> int:
    return given.grader or 0


def _records() -> Hashable:
    """A sheet moves when its state does; what was adjudicated or read has its time.

    Prompts are looked at as well: one changed word makes judges stale, at once.
    """
    sheets = Sheet.objects.order_by("state").values_list("state")
    readings = Reading.objects.order_by("state").values_list("state")
    adjudicated = Adjudication.objects.aggregate(n=Count("pk"), last=Max("at"))
    campaigns = Campaign.objects.aggregate(
        n=Count("pk"), closed=Count("closed_at"), last=Max("closed_at")
    )
    looks = Look.objects.aggregate(n=Count("pk"), last=Max("pk"))
    return (
        *sheets.annotate(n=Count("pk"), last=Max("saved_at")),
        *readings.annotate(n=Count("pk"), last=Max("read_at"), newest=Max("pk")),
        *adjudicated.values(),
        *campaigns.values(),
        *looks.values(),
        *Sample.objects.aggregate(n=Count("pk"), last=Max("pk")).values(),
        *prompt_hashes(),
    )


_shelf = Shelf("grades", _records)
