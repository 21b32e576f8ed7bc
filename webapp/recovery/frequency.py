"""How often the fourteen types come about by themselves: over harvested rounds, by contestant."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby

from sandboxes.workflows import ErrorGroup, ErrorType
from webapp.attempts.models import Contestant
from webapp.leaderboard.findings import marks_of
from webapp.recovery.models import HarvestedRound

WIDTH = 440
"""Width of the drawing, in its own units."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 132, 34, 4, 22
_ROW, _BAR, _BETWEEN = 18, 11, 7
_LEAST = 0.5
"""Where the scale begins, so that a single round is a bar."""


@dataclass
class Column:
    """The harvested rounds of a contestant, or of all.

    Args:
        name: Whose.
        contestant: Its key; None for all.
        mark: The beginning of its hash, where another has the same name.
        kind: "person" or "agent"; empty for all.
        rounds: How many rounds.
        level_2: How many of them hold errors of more than one round.
        unlabelled: How many are left to annotators.
        inherited: How many hold only what was there when the subject took over.
        by_type: Rounds by what the subject has brought about; one with several types is in each.
    """

    name: str
    contestant: int | None = None
    mark: str = ""
    kind: str = ""
    rounds: int = 0
    level_2: int = 0
    unlabelled: int = 0
    inherited: int = 0
    by_type: Counter[str] = field(default_factory=Counter)

    def add(self, found: HarvestedRound) -> None:
        """Count a round."""
        self.rounds += 1
        self.level_2 += found.level > 1
        self.unlabelled += found.is_unlabelled
        self.inherited += not found.types and not found.is_unlabelled
        self.by_type.update(found.types)

    @property
    def labelled(self) -> int:
        """Rounds with at least one type that the subject has brought about."""
        return self.rounds - self.unlabelled - self.inherited


@dataclass(frozen=True)
class Row:
    """One type, or what is counted apart.

    Args:
        name: What is counted.
        counts: Rounds, in the order of the columns.
    """

    name: str
    counts: list[int]


@dataclass(frozen=True)
class Frequency:
    """The table.

    Args:
        columns: All rounds, and those of each contestant in the order of names.
        groups: The types in their three groups.
        apart: What is counted apart of the types.
    """

    columns: list[Column]
    groups: list[tuple[str, list[Row]]]
    apart: list[Row]

    def column(self, contestant: str) -> Column:
        """The column of a contestant, by its key as text; where there is none such, that of all."""
        known = (one for one in self.columns if str(one.contestant) == contestant)
        return next(known, self.columns[0])


def read_frequency() -> Frequency:
    """Count all harvested rounds."""
    every, by_contestant = Column("All"), dict[int, Column]()
    found = HarvestedRound.objects.only("types", "findings", "level", "attempt__contestant")
    rounds = found.select_related("attempt").order_by("pk")
    names = _contestants()
    marks = marks_of(names)
    for one in rounds.iterator(chunk_size=1_000):
        pk = one.attempt.contestant_id
        whose = by_contestant.setdefault(pk, Column(names[pk].name, pk, marks[pk], names[pk].kind))
        every.add(one)
        whose.add(one)
    columns = [every, *sorted(by_contestant.values(), key=_order)]
    return Frequency(columns, _groups(columns), _apart(columns))


def _contestants() -> dict[int, Contestant]:
    found = Contestant.objects.filter(attempts__harvested__isnull=False).distinct()
    return {contestant.pk: contestant for contestant in found}


def _order(column: Column) -> tuple[object, ...]:
    return column.name.casefold(), column.name, column.contestant


def _groups(columns: list[Column]) -> list[tuple[str, list[Row]]]:
    rows: dict[ErrorGroup, list[Row]] = {group: [] for group in ErrorGroup}
    for error in ErrorType:
        counts = [column.by_type[error.value] for column in columns]
        rows[error.group].append(Row(_words(error), counts))
    return [(str(group), found) for group, found in rows.items()]


def _apart(columns: list[Column]) -> list[Row]:
    return [
        Row("Labelled", [column.labelled for column in columns]),
        Row("Unlabelled", [column.unlabelled for column in columns]),
        Row("Inherited only", [column.inherited for column in columns]),
        Row("All harvested rounds", [column.rounds for column in columns]),
        Row("of these, of level 2", [column.level_2 for column in columns]),
    ]


@dataclass(frozen=True)
class Bar:
    """A type, drawn.

    Args:
        name: Which.
        count: In how many rounds.
        y: Upper edge of its bar.
        width: How long it is; 0 where there is nothing to draw.
    """

    name: str
    count: int
    y: float
    width: float

    @property
    def middle(self) -> float:
        """Where its words stand."""
        return self.y + _BAR / 2

    @property
    def end(self) -> float:
        """Where its number stands."""
        return round(_LEFT + self.width + 5, 1)


@dataclass(frozen=True)
class Chart:
    """Bars on a scale of powers of ten.

    Args:
        bars: One for each type, in three groups.
        ticks: The powers of ten, with where they stand.
        height: Height of the drawing.
    """

    bars: list[Bar]
    ticks: list[tuple[int, float]]
    height: int

    left, top, bar, width = _LEFT, _TOP, _BAR, WIDTH

    @property
    def floor(self) -> int:
        """Where the lines of the scale end."""
        return self.height - _BOTTOM

    @property
    def sentence(self) -> str:
        """The same in words."""
        told = [f"{bar.name} {bar.count:,}" for bar in self.bars]
        return f"Harvested rounds by type, on a logarithmic scale: {', '.join(told)}."


def draw(column: Column) -> Chart:
    """The types of a column as bars."""
    most = max([1, *column.by_type.values()])
    decades = max(1, math.ceil(math.log10(most)))
    bars, y = [], float(_TOP)
    for _, errors in groupby(ErrorType, key=lambda error: error.group):
        for error in errors:
            count = column.by_type[error.value]
            length = _along(count, decades) if count else 0.0
            bars.append(Bar(_words(error), count, y, length))
            y += _ROW
        y += _BETWEEN
    ticks = [
        (10**power, round(_LEFT + _along(10**power, decades), 1)) for power in range(decades + 1)
    ]
    return Chart(bars, ticks, int(y) - _BETWEEN + _BOTTOM)


def _along(count: int, decades: int) -> float:
    whole = math.log10(10**decades / _LEAST)
    return round((WIDTH - _LEFT - _RIGHT) * math.log10(count / _LEAST) / whole, 1)


def _words(error: ErrorType) -> str:
    return error.value.replace("_", " ")
