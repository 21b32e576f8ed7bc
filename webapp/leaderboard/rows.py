"""What a row of a table says: rates with their denominators, and how sure they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import fsum

from evaluators import (
    Estimate,
    RunSpread,
    bounds,
    clustered_mean,
    crossed_mean,
    over_runs,
    population_std,
)
from sandboxes import CallClass
from webapp.attempts.models import Status
from webapp.leaderboard.facts import NO_CALLS, Calls, Result

MOST_ERRORED = 0.02
"""With a larger share of attempts that broke on our side, a row is not ranked."""


@dataclass(frozen=True)
class Counts:
    """Attempts by what came of them.

    Args:
        declared: All that were begun.
        scored: Those that have a score.
        correct: Those that solved their task.
        errored: Those that broke on our side.
    """

    declared: int
    scored: int
    correct: int
    errored: int

    @property
    def unfinished(self) -> int:
        """Begun, and neither scored nor broken: running, or left lying."""
        return self.declared - self.scored - self.errored

    @property
    def share(self) -> float | None:
        """The success: correct of scored; None without a score."""
        return self.correct / self.scored if self.scored else None

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which the success lies, whatever those without a score would have been."""
        return bounds(self.correct, self.scored, self.declared)

    @property
    def is_whole(self) -> bool:
        """Whether every attempt has a score."""
        return self.scored == self.declared

    @property
    def why_unranked(self) -> str:
        """Why a row of them has no rank; empty if it has one."""
        if not self.scored:
            return "nothing scored yet"
        if self.errored > MOST_ERRORED * self.declared:
            return f"{self.errored:,} of {self.declared:,} errored, more than 2 %"
        return ""


@dataclass(frozen=True)
class Mean:
    """A mean over instances.

    Args:
        value: The mean; None of none.
        n: Of how many instances.
        of: How many instances there are; those where nothing had to change are left out of n.
    """

    value: float | None
    n: int
    of: int

    @property
    def is_partial(self) -> bool:
        """Whether instances are left out."""
        return 0 < self.n < self.of


@dataclass(frozen=True)
class Rates:
    """What attempts come to.

    Args:
        counts: How many there are.
        tasks: At how many tasks those with a score are.
        success: Share of correct ones, with its interval.
        spread: Mean and deviation over runs; of all people, over persons.
        completion: R_c, the share of required changes that were made.
        misbehaving: R_b, forbidden changes for each required one.
        damaged: Share with at least one forbidden change.
        calls: Calls of the finished ones.
        evaluators: What scored them.
    """

    counts: Counts
    tasks: int
    success: Estimate
    spread: RunSpread
    completion: Mean
    misbehaving: Mean
    damaged: Mean
    calls: Calls
    evaluators: tuple[str, ...]

    def per_attempt(self, kind: CallClass) -> float | None:
        """Calls of a class for each finished attempt."""
        return self.calls.classes[kind] / self.counts.scored if self.counts.scored else None

    @property
    def calls_each(self) -> list[tuple[str, float | None]]:
        """Calls for each finished attempt, by class."""
        return [(kind.value, self.per_attempt(kind)) for kind in CallClass]

    @property
    def unlisted_each(self) -> float | None:
        """Calls of tools that were not on offer, for each finished attempt."""
        return self.calls.unlisted / self.counts.scored if self.counts.scored else None


def counts_of(results: Iterable[Result]) -> Counts:
    """Attempts, counted."""
    known = list(results)
    scored = [result for result in known if result.score is not None]
    return Counts(
        declared=len(known),
        scored=len(scored),
        correct=sum(bool(result.correct) for result in scored),
        errored=sum(result.status == Status.ERRORED for result in known),
    )


def rates_of(results: Sequence[Result], calls: Calls = NO_CALLS) -> Rates:
    """What the attempts of one contestant come to; intervals are clustered by task."""
    by_task: dict[str, list[float]] = defaultdict(list)
    runs: dict[int, dict[str, float]] = defaultdict(dict)
    for result in _scored(results):
        by_task[str(result.task)].append(float(bool(result.correct)))
        runs[result.repeat][str(result.instance)] = float(bool(result.correct))
    return _rates(results, calls, clustered_mean(by_task), over_runs(runs))


def peoples_rates(results: Sequence[Result], calls: Calls) -> Rates:
    """What all people's attempts come to; intervals are clustered by task and by person."""
    by_both: dict[tuple[str, str], list[float]] = defaultdict(list)
    for result in _scored(results):
        by_both[str(result.contestant), str(result.task)].append(float(bool(result.correct)))
    persons: dict[str, list[float]] = defaultdict(list)
    for (person, _), values in by_both.items():
        persons[person] += values
    means = [fsum(values) / len(values) for values in persons.values()]
    spread = RunSpread(
        fsum(means) / len(means) if means else None,
        population_std(means) if len(means) > 1 else None,
        runs=len(means),
        instances=len({result.instance for result in _scored(results)}),
    )
    return _rates(results, calls, crossed_mean(by_both), spread)


def completion_of(results: Iterable[Result]) -> Mean:
    """R_c: the share of required changes that were made."""
    return mean_of(_scored(results), lambda result: result.completion_rate)


def misbehaving_of(results: Iterable[Result]) -> Mean:
    """R_b: forbidden changes for each required one."""
    return mean_of(_scored(results), lambda result: result.misbehaving_rate)


def success_by_instance(results: Iterable[Result]) -> dict[str, float]:
    """Of each instance that was scored, the mean success over its runs."""
    found = _by_instance(_scored(results), lambda result: float(bool(result.correct)))
    return {str(instance): fsum(values) / len(values) for instance, values in found.items()}


def mean_of(results: list[Result], value: Callable[[Result], float | None]) -> Mean:
    """The mean over instances of the means over their runs.

    Args:
        results: Attempts with a score.
        value: What is averaged; None where an attempt has nothing to add.
    """
    found = _by_instance(results, value)
    means = [fsum(values) / len(values) for values in found.values()]
    every = len({result.instance for result in results})
    return Mean(fsum(means) / len(means) if means else None, len(means), every)


def _rates(results: Sequence[Result], calls: Calls, success: Estimate, spread: RunSpread) -> Rates:
    known = _scored(results)
    evaluators = {f"{result.evaluator} {result.version}" for result in known}
    return Rates(
        counts=counts_of(results),
        tasks=len({result.task for result in known}),
        success=success,
        spread=spread,
        completion=completion_of(known),
        misbehaving=misbehaving_of(known),
        damaged=mean_of(known, lambda result: float(bool(result.misbehaving))),
        calls=calls,
        evaluators=tuple(sorted(evaluators)),
    )


def _scored(results: Iterable[Result]) -> list[Result]:
    return [result for result in results if result.score is not None]


def _by_instance(
    results: Iterable[Result], value: Callable[[Result], float | None]
) -> dict[int, list[float]]:
    found: dict[int, list[float]] = defaultdict(list)
    for result in results:
        if (number := value(result)) is not None:
            found[result.instance].append(number)
    return found
