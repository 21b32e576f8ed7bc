"""What comes of attempts by the type of error, at both levels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from evaluators.sde import DIMENSIONS, SdeScore, SdeSummary, relative_change, sde_summary
from sandboxes.workflows import ErrorGroup, ErrorType
from webapp.benchmark.models import Task
from webapp.leaderboard.facts import Result
from webapp.leaderboard.profiles import FEWEST_TASKS
from webapp.leaderboard.rows import mean_of
from webapp.recovery.corrected import AVERAGE
from webapp.recovery.repairs import Repairs


@dataclass(frozen=True)
class Cell:
    """Attempts at instances with an error of a type, at a level.

    Args:
        n: How many instances they are at; None: so few that it would tell what is wrong with them.
        solved: S_q, the mean over instances; None of none, or of too few.
        efficacy: E5 likewise.
        sde: What their responses are worth by the source that is looked at; None where nothing is
            scored by it, or so few instances that it would tell what is wrong with them.
    """

    n: int | None
    solved: float | None
    efficacy: float | None
    sde: SdeSummary | None = None

    def worth(self, name: str) -> float | None:
        """SI, DR, ES or Avg, 0 to 100; None where that is unscored."""
        if self.sde is None:
            return None
        return self.sde.average.value if name == AVERAGE else self.sde.dimensions[name].value


@dataclass(frozen=True)
class Change:
    """A dimension at both levels.

    Args:
        name: SI, DR, ES or Avg.
        level_1: Its mean at level 1, 0 to 100; None where it is unscored.
        level_2: At level 2.
    """

    name: str
    level_1: float | None
    level_2: float | None

    @property
    def change(self) -> float | None:
        """By what share it changes from level 1 to level 2."""
        return relative_change(self.level_1, self.level_2)


@dataclass(frozen=True)
class TypeRow:
    """A type of error.

    Args:
        type: Which, as the benchmark spells it.
        level_1: At level 1.
        level_2: At level 2, where an instance counts in each of its types.
    """

    type: str
    level_1: Cell
    level_2: Cell

    @property
    def dimensions(self) -> list[Change]:
        """SI, DR, ES and Avg by the source that is looked at."""
        return [
            Change(name, self.level_1.worth(name), self.level_2.worth(name))
            for name in (*DIMENSIONS, AVERAGE)
        ]

    @property
    def solved_change(self) -> float | None:
        """By what share the solved ones change from level 1 to level 2."""
        return relative_change(self.level_1.solved, self.level_2.solved)

    @property
    def efficacy_change(self) -> float | None:
        """By what share E5 does."""
        return relative_change(self.level_1.efficacy, self.level_2.efficacy)


@dataclass(frozen=True)
class TypeGroup:
    """Types of errors that are about the same.

    Args:
        name: What they are about.
        rows: The types.
    """

    name: str
    rows: list[TypeRow]


def by_type(
    results: Iterable[Result],
    repairs: Repairs,
    tasks: Mapping[int, Task],
    types: Mapping[int, tuple[str, ...]],
    *,
    source: str = "",
    with_gold: bool,
) -> list[TypeGroup]:
    """The fourteen types in their three groups.

    Args:
        results: Attempts.
        repairs: The facts about those that have a score.
        tasks: The tasks.
        types: By instance, the types of its errors.
        source: By whom responses are scored by the rubric; empty: by nobody.
        with_gold: Whether whoever asks may know what is wrong with an instance.
    """
    scored = [result for result in results if result.score is not None]

    def cell(wanted: ErrorType, level: int) -> Cell:
        among = [
            result
            for result in scored
            if wanted in types[result.instance] and tasks[result.task].level == level
        ]
        return _cell(among, repairs, source, with_gold=with_gold)

    return [
        TypeGroup(
            group.value.capitalize(),
            [
                TypeRow(one.value, cell(one, 1), cell(one, 2))
                for one in ErrorType
                if one.group == group
            ],
        )
        for group in ErrorGroup
    ]


def _cell(results: list[Result], repairs: Repairs, source: str, *, with_gold: bool) -> Cell:
    n = len({result.instance for result in results})
    if n < FEWEST_TASKS and not with_gold:
        return Cell(None, None, None)

    def efficacy(result: Result) -> float:
        assert result.score is not None
        return repairs[result.score].measures["efficacy"]

    solved = mean_of(results, lambda result: float(bool(result.correct)))
    sde = _by(source, results, repairs, with_gold=with_gold)
    return Cell(n, solved.value, mean_of(results, efficacy).value, sde)


def _by(
    source: str, results: list[Result], repairs: Repairs, *, with_gold: bool
) -> SdeSummary | None:
    found: dict[str, list[SdeScore]] = defaultdict(list)
    for result in results:
        assert result.score is not None
        for scores in repairs[result.score].scores:
            if source in scores:
                found[str(result.instance)].append(scores[source])
    if not found or (len(found) < FEWEST_TASKS and not with_gold):
        return None
    return sde_summary(source, found)
