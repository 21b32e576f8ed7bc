"""A line of the recovery board: what attempts at one level, or at both, come to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evaluators import Estimate, clustered_mean, crossed_mean
from evaluators.sde import SdeScore, SdeSummary, sde_summary
from webapp.benchmark.models import Task
from webapp.leaderboard.facts import Result
from webapp.leaderboard.rows import Counts, Mean, counts_of, mean_of
from webapp.recovery.corrected import Corrected, Scored, corrected_scores
from webapp.recovery.opinions import PEOPLE
from webapp.recovery.repairs import MEASURES, RULE, RULED, Repair, Repairs

LEVELS = (None, 1, 2)
"""Of both levels together, and of each."""


@dataclass(frozen=True)
class Share:
    """A share of things that are counted.

    Args:
        part: How many are meant.
        of: Of how many.
    """

    part: int
    of: int

    @property
    def value(self) -> float | None:
        """The share; None of nothing."""
        return self.part / self.of if self.of else None


@dataclass(frozen=True)
class Ruled:
    """What rules say of an item.

    Args:
        item: The item.
        mean: Over instances, of what they say; unscored is left out, and is no zero.
        unscored: Of how many attempts they can't tell.
    """

    item: str
    mean: Mean
    unscored: int


@dataclass(frozen=True)
class Line:
    """What attempts come to.

    Args:
        level: At which level; None: at both.
        counts: How many there are.
        workflows: At how many workflows those with a score are.
        solved: S_q, over attempts, with its interval.
        measures: Completion by the paper's S_q, E5 in three forms, and tool-use efficiency.
        invalid: Plans that could not be run, of all.
        first_invalid: The same, of first plans.
        rules: What rules say of first plans.
        sde: SI, DR, ES and their mean, by source.
        corrected: The same of judges that have read more than people have graded, corrected by
            what people gave.
    """

    level: int | None
    counts: Counts
    workflows: int
    solved: Estimate
    measures: Mapping[str, Mean]
    invalid: Share
    first_invalid: Share
    rules: tuple[Ruled, ...]
    sde: tuple[SdeSummary, ...]
    corrected: tuple[Corrected, ...] = ()

    @property
    def level_words(self) -> str:
        """The level in words."""
        return "Both levels" if self.level is None else f"Level {self.level}"


def workflow_of(task: Task) -> str:
    """The workflow of a task: its name without its level."""
    return task.name.rpartition("-")[0]


def lines_of(
    results: Iterable[Result], repairs: Repairs, tasks: Mapping[int, Task], *, pooled: bool = False
) -> tuple[Line, ...]:
    """A line for both levels, and one for each.

    Args:
        results: Attempts.
        repairs: The facts about those that have a score.
        tasks: The tasks.
        pooled: Whether they are many people's, who are not independent of themselves.
    """
    known = list(results)
    return tuple(
        _line(
            level,
            [one for one in known if level in (None, tasks[one.task].level)],
            repairs,
            tasks,
            pooled=pooled,
        )
        for level in LEVELS
    )


def _line(
    level: int | None,
    results: list[Result],
    repairs: Repairs,
    tasks: Mapping[int, Task],
    *,
    pooled: bool,
) -> Line:
    scored = [result for result in results if result.score is not None]
    workflows = {result.task: workflow_of(tasks[result.task]) for result in scored}
    made = [_repair_of(result, repairs) for result in scored]
    first = [one.first_invalid for one in made if one.first_invalid is not None]
    return Line(
        level=level,
        counts=counts_of(results),
        workflows=len(set(workflows.values())),
        solved=_pooled(scored, workflows) if pooled else _clustered(scored, workflows),
        measures={name: _measure(scored, repairs, name) for name in MEASURES},
        invalid=Share(sum(one.invalid for one in made), sum(one.submissions for one in made)),
        first_invalid=Share(sum(first), len(first)),
        rules=tuple(_ruled(scored, repairs, item) for item in RULED),
        sde=_sde(scored, repairs),
        corrected=_corrected(scored, repairs, workflows),
    )


def _clustered(scored: list[Result], workflows: Mapping[int, str]) -> Estimate:
    found: dict[str, list[float]] = defaultdict(list)
    for result in scored:
        found[workflows[result.task]].append(float(bool(result.correct)))
    return clustered_mean(found)


def _pooled(scored: list[Result], workflows: Mapping[int, str]) -> Estimate:
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for result in scored:
        place = str(result.contestant), workflows[result.task]
        found[place].append(float(bool(result.correct)))
    return crossed_mean(found)


def _measure(scored: list[Result], repairs: Repairs, name: str) -> Mean:
    return mean_of(scored, lambda result: _repair_of(result, repairs).measures[name])


def _ruled(scored: list[Result], repairs: Repairs, item: str) -> Ruled:
    values = {result.attempt: _repair_of(result, repairs).rules.get(item) for result in scored}
    mean = mean_of(scored, lambda result: values[result.attempt])
    return Ruled(item, mean, sum(value is None for value in values.values()))


def _sde(scored: Sequence[Result], repairs: Repairs) -> tuple[SdeSummary, ...]:
    """By source, in the order of their names, over the responses that the source has graded."""
    found: dict[str, dict[str, list[SdeScore]]] = defaultdict(lambda: defaultdict(list))
    for result in scored:
        for scores in _repair_of(result, repairs).scores:
            for source, score in scores.items():
                found[source][str(result.instance)].append(score)
    return tuple(sde_summary(source, scores) for source, scores in sorted(found.items()))


def _corrected(
    scored: Sequence[Result], repairs: Repairs, workflows: Mapping[int, str]
) -> tuple[Corrected, ...]:
    responses = [
        Scored(workflows[result.task], scores)
        for result in scored
        for scores in _repair_of(result, repairs).scores
    ]
    sources = {source for one in responses for source in one.scores}
    return corrected_scores(responses, sorted(sources - {RULE, PEOPLE}))


def _repair_of(result: Result, repairs: Repairs) -> Repair:
    assert result.score is not None
    return repairs[result.score]
