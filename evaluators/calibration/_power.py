"""The corrected mean as a function of sums by cluster, so that all resamples are one product."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from evaluators.statistics._draws import smooth_interval

Array = NDArray[np.float64]
_PERSONS, _JUDGE_BOTH, _BOTH, _JUDGE, _ALL = range(5)
"""Sums of a cluster: people's grades, the judge's of the same, how many; the judge's, of how many.

Their products follow, row by row: the weight is made of these.
"""
_SUMS = 5


def tuned(
    judged_only: Sequence[float], both: Sequence[tuple[float, float]], clusters: Sequence[str]
) -> tuple[float, tuple[float, float] | None]:
    """The mean and the ends of its interval.

    Args:
        judged_only: See `corrected_mean`.
        both: At least one.
        clusters: Of both.
    """
    rows = [(0.0, 0.0, 0.0, judge, 1.0) for judge in judged_only]
    rows += [(person, judge, 1.0, judge, 1.0) for judge, person in both]
    places = {name: place for place, name in enumerate(sorted(set(clusters)))}
    sums = np.zeros((len(places), _SUMS))
    np.add.at(sums, [places[name] for name in clusters], np.array(rows))
    products = (sums[:, :, None] * sums[:, None, :]).reshape(len(places), _SUMS**2)
    cells = np.concatenate([sums, products], axis=1)

    def statistic(found: Array) -> Array:
        with np.errstate(divide="ignore", invalid="ignore"):
            return _means(found)

    return float(statistic(cells.sum(axis=0)[None, :])[0]), smooth_interval(cells, statistic)


def _means(cells: Array) -> Array:
    """The mean of each row of sums over clusters."""
    sums = cells[:, :_SUMS]
    products = cells[:, _SUMS:].reshape(-1, _SUMS, _SUMS)
    people = sums[:, _PERSONS] / sums[:, _BOTH]
    judge_both = sums[:, _JUDGE_BOTH] / sums[:, _BOTH]
    judge = sums[:, _JUDGE] / sums[:, _ALL]
    return people + _weights(sums, products, people, judge_both, judge) * (judge - judge_both)


def _weights(sums: Array, products: Array, people: Array, judge_both: Array, judge: Array) -> Array:
    """The weight that makes the variance least: cov(a, b) / var(b), from 0 to 1.

    With a cluster's share in the error of people's mean a = (s_p - p n) / N, and in that of the
    difference of the judge's means b = (s_jb - j_b n) / N - (s_j - j m) / M.
    """
    zero = np.zeros(len(sums))
    one, other = sums[:, _BOTH], sums[:, _ALL]
    a = np.stack([1 / one, zero, -people / one, zero, zero], axis=1)
    b = np.stack([zero, 1 / one, -judge_both / one, -1 / other, judge / other], axis=1)
    together = np.einsum("ri,rij,rj->r", a, products, b)
    alone = np.einsum("ri,rij,rj->r", b, products, b)
    weights = np.divide(together, alone, out=np.zeros_like(alone), where=alone > 1e-15)
    clipped: Array = np.clip(weights, 0.0, 1.0)
    return clipped
