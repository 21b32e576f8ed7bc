"""Figures as functions of counts by cluster, so that all resamples are worked out at once.

The libraries of the field give each of these for one table at a time; two thousand resamples of
thirteen items would take them minutes. A test compares every figure with theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from evaluators.agreement._pairs import Figure
from evaluators.statistics._draws import smooth_interval

Array = NDArray[np.float64]
Statistic = Callable[[Array], Array]
"""Takes tables, resamples x levels x levels, and gives a figure of each; nan where undefined."""


def pair_figures(cells: Sequence[Sequence[int]], levels: tuple[float, ...]) -> dict[str, Figure]:
    """All figures about pairs.

    Args:
        cells: By cluster, how often each level of the first met each of the second, row by row.
        levels: The levels.
    """
    values = np.array(levels)
    away = np.abs(values[:, None] - values[None, :])
    steps = np.abs(np.subtract.outer(np.arange(len(levels)), np.arange(len(levels))))
    statistics: dict[str, Statistic] = {
        "exact": lambda tables: np.trace(tables, axis1=1, axis2=2) / _sizes(tables),
        "distance": lambda tables: (tables * away).sum(axis=(1, 2)) / _sizes(tables),
        "first_mean": lambda tables: tables.sum(axis=2) @ values / _sizes(tables),
        "second_mean": lambda tables: tables.sum(axis=1) @ values / _sizes(tables),
        "kappa": lambda tables: _kappa(tables, steps.astype(np.float64)),
        "chance": lambda tables: (
            (tables.sum(axis=2) * tables.sum(axis=1)).sum(axis=1) / _sizes(tables) ** 2
        ),
        "base_rate": lambda tables: (
            (tables.sum(axis=2) + tables.sum(axis=1)).max(axis=1) / (2 * _sizes(tables))
        ),
    }
    return {name: figure(cells, len(levels), found) for name, found in statistics.items()}


def figure(cells: Sequence[Sequence[float]], size: int, statistic: Statistic) -> Figure:
    """A figure with its interval.

    Args:
        cells: By cluster, a table row by row; a figure is a function of their sum.
        size: How many rows and columns a table has.
        statistic: The function.
    """
    table = np.array(cells, dtype=np.float64)

    def of(sums: Array) -> Array:
        with np.errstate(divide="ignore", invalid="ignore"):
            return statistic(sums.reshape(-1, size, size))

    value = float(of(table.sum(axis=0)[None, :])[0])
    if not np.isfinite(value):
        return Figure(None)
    ends = smooth_interval(table, of)
    if ends is None:
        return Figure(value)
    return Figure(value, min(ends[0], value), max(ends[1], value))


def ordinal_alpha(tables: Array) -> Array:
    """Krippendorff's alpha with the ordinal metric, of coincidence matrices.

    (Krippendorff 2011, Computing Krippendorff's Alpha-Reliability, section E.)
    """
    counts = tables.sum(axis=2)
    running = counts.cumsum(axis=1) - counts / 2
    between = (running[:, :, None] - running[:, None, :]) ** 2
    observed = (tables * between).sum(axis=(1, 2))
    expected = (counts[:, :, None] * counts[:, None, :] * between).sum(axis=(1, 2))
    alpha: Array = 1 - (counts.sum(axis=1) - 1) * observed / expected
    return alpha


def _kappa(tables: Array, weights: Array) -> Array:
    rows, columns = tables.sum(axis=2), tables.sum(axis=1)
    expected = rows[:, :, None] * columns[:, None, :] / _sizes(tables)[:, None, None]
    kappa: Array = 1 - (tables * weights).sum(axis=(1, 2)) / (expected * weights).sum(axis=(1, 2))
    return kappa


def _sizes(tables: Array) -> Array:
    sizes: Array = tables.sum(axis=(1, 2))
    return sizes
