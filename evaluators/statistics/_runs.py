"""Means over runs and over instances, and what is left when some attempts have no score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb, fsum, sqrt


@dataclass(frozen=True)
class RunSpread:
    """What repeated runs of the same instances come to.

    Args:
        mean: Mean of the run means; None without a run.
        std: Population standard deviation of the run means; None of fewer than two runs.
        runs: How many runs it is of.
        instances: How many instances each of them has.
        left_out: Runs of other instances, which can't be set beside these.
    """

    mean: float | None
    std: float | None
    runs: int
    instances: int
    left_out: int = 0

    @property
    def of(self) -> int:
        """How many runs there are, with those that are left out."""
        return self.runs + self.left_out


def over_runs(runs: Mapping[int, Mapping[str, float]]) -> RunSpread:
    """Mean and spread over runs of the same instances.

    With m_r the mean of run r, of R: mean = sum m_r / R, std = sqrt(sum (m_r - mean)^2 / R). This
    is the population's, which fits all figures of ComplexMCP's tables; dividing by R - 1 fits none.

    Args:
        runs: By number of the run, the value at each of its instances. The runs that count are
            those of the set of instances that most runs have; of the larger one, if there are two.
    """
    sets = Counter(frozenset(values) for values in runs.values() if values)
    if not sets:
        return RunSpread(None, None, 0, 0, 0)
    # Sets of equal number and size are told apart by their names, not by the order of hashes.
    chosen = max(sets, key=lambda known: (sets[known], len(known), sorted(known)))
    means = [fsum(values.values()) / len(values) for values in runs.values() if chosen == {*values}]
    return RunSpread(
        mean=fsum(means) / len(means),
        std=population_std(means) if len(means) > 1 else None,
        runs=len(means),
        instances=len(chosen),
        left_out=sets.total() - len(means),
    )


def population_std(values: Iterable[float]) -> float:
    """sqrt(sum (x - mean)^2 / n), zero where all are alike.

    Raises:
        ZeroDivisionError: there are none.
    """
    known = list(values)
    if known and min(known) == max(known):
        return 0.0
    mean = fsum(known) / len(known)
    return sqrt(fsum((value - mean) ** 2 for value in known) / len(known))


def pass_at_k(scores: Sequence[float], k: int) -> float:
    """The expected best score of k runs, drawn from these without putting back.

    With s_(1) <= ... <= s_(n): sum over i of C(i - 1, k - 1) / C(n, k) * s_(i). Of c right ones
    among scores of 0 and 1 it is 1 - C(n - c, k) / C(n, k) (Chen et al. 2021, arXiv 2107.03374).
    The figure of a table is its mean over instances.

    Args:
        scores: Of the runs of one instance.
        k: How many are drawn.

    Raises:
        ValueError: there are fewer than k scores, or k is not positive.
    """
    if not 1 <= k <= len(scores):
        raise ValueError(f"k is {k}, and there are {len(scores)} scores")
    ways = comb(len(scores), k)
    ordered = sorted(scores)
    return fsum(comb(i, k - 1) * score for i, score in enumerate(ordered)) / ways


def bounds(correct: int, scored: int, declared: int) -> tuple[float, float]:
    """Between which shares the success lies, whatever the attempts without a score would have been.

    correct / declared, if all of them were wrong; (correct + declared - scored) / declared, if all
    were right. What lies between is what errored on our side, or was begun and not finished.

    Args:
        correct: Attempts that solved their task.
        scored: Attempts that have a score.
        declared: Attempts that were begun.

    Raises:
        ValueError: the counts can't be.
    """
    if not 0 <= correct <= scored <= declared or not declared:
        raise ValueError(f"{correct} correct of {scored} scored of {declared} declared")
    return correct / declared, (correct + declared - scored) / declared
