"""The drawing, vectorised: seeded, so that the same values have the same interval everywhere."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

RESAMPLES = 2_000
LEVEL = 0.95
FEWEST_CLUSTERS = 2
_SEED = 1729
_NORMAL = NormalDist()
_TAILS = ((1 - LEVEL) / 2, (1 + LEVEL) / 2)


@functools.lru_cache(maxsize=8)
def draws(clusters: int, stream: int = 0) -> Array:
    """How often each cluster is drawn in each resample: resamples x clusters, not to be changed.

    Args:
        clusters: How many there are; as many are drawn.
        stream: Streams of different numbers are independent.
    """
    generator = np.random.default_rng((_SEED, stream, clusters))
    drawn = generator.integers(0, clusters, size=(RESAMPLES, clusters))
    drawn += clusters * np.arange(RESAMPLES)[:, None]
    counts = np.bincount(drawn.ravel(), minlength=RESAMPLES * clusters)
    weights = counts.reshape(RESAMPLES, clusters).astype(np.float64)
    weights.flags.writeable = False
    return weights


def bca_interval(sums: Sequence[float], sizes: Sequence[int]) -> tuple[float, float]:
    """The interval of sum(sums) / sum(sizes), of at least two clusters.

    Args:
        sums: By cluster.
        sizes: By cluster, none of them zero.
    """
    total, size = np.array(sums, dtype=np.float64), np.array(sizes, dtype=np.float64)
    weights = draws(len(total))
    resampled = (weights @ total) / (weights @ size)
    without_one = (total.sum() - total) / (size.sum() - size)
    tails = _corrected(resampled, float(total.sum() / size.sum()), without_one)
    low, high = np.quantile(resampled, tails)
    return float(low), float(high)


def _corrected(resampled: Array, estimate: float, without_one: Array) -> tuple[float, float]:
    """Which quantiles make the interval: the percentile's where the correction is not defined."""
    below = float(np.mean(resampled < estimate) + np.mean(resampled == estimate) / 2)
    if not 0 < below < 1:
        return _TAILS
    bias = _NORMAL.inv_cdf(below)
    lean = without_one.mean() - without_one
    squares = float((lean**2).sum())
    acceleration = float((lean**3).sum()) / (6 * squares * sqrt(squares)) if squares else 0.0
    moved = [bias + _NORMAL.inv_cdf(tail) for tail in _TAILS]
    if any(1 - acceleration * z <= 0 for z in moved):
        return _TAILS
    low, high = (_NORMAL.cdf(bias + z / (1 - acceleration * z)) for z in moved)
    return low, high


def smooth_interval(
    cells: Array, statistic: Callable[[Array], Array]
) -> tuple[float, float] | None:
    """The interval of a figure that is a function of sums over clusters.

    The same as that of a mean (see `clustered_mean`): clusters are drawn with replacement.
    Resamples in which the figure is not defined are left out.

    Args:
        cells: Clusters x sums.
        statistic: Gives the figure of each row of sums; nan where it is not defined.

    Returns:
        None if there is one cluster alone, or the figure is defined in too few resamples.
    """
    if len(cells) < FEWEST_CLUSTERS:
        return None
    resampled = statistic(draws(len(cells)) @ cells)
    resampled = resampled[np.isfinite(resampled)]
    if len(resampled) < RESAMPLES / 2:
        return None
    whole = cells.sum(axis=0)
    estimate = float(statistic(whole[None, :])[0])
    without_one = statistic(whole[None, :] - cells)
    without_one = without_one[np.isfinite(without_one)]
    tails = _corrected(resampled, estimate, without_one) if len(without_one) else _TAILS
    low, high = np.quantile(resampled, tails)
    return float(low), float(high)


def crossed_interval(
    values: Mapping[tuple[str, str], Sequence[float]], rows: Sequence[str], columns: Sequence[str]
) -> tuple[float, float]:
    """The percentile interval of the mean, rows and columns being drawn independently.

    Args:
        values: By row and column.
        rows: The rows, at least two.
        columns: The columns, at least two.
    """
    row_of = {name: place for place, name in enumerate(rows)}
    column_of = {name: place for place, name in enumerate(columns)}
    total = np.zeros((len(rows), len(columns)))
    size = np.zeros_like(total)
    for (row, column), found in values.items():
        total[row_of[row], column_of[column]] = sum(found)
        size[row_of[row], column_of[column]] = len(found)
    across, along = draws(len(rows), 1), draws(len(columns), 2)
    weighed = ((across @ size) * along).sum(axis=1)
    drawn = weighed > 0  # persons and templates may be drawn that never met
    resampled = ((across @ total) * along).sum(axis=1)[drawn] / weighed[drawn]
    low, high = np.quantile(resampled, _TAILS)
    return float(low), float(high)
