"""Every pair at once: which of the two is better at the instances that both have made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from evaluators.statistics._draws import LEVEL, RESAMPLES, Array, draws
from evaluators.statistics._ranks import FEWEST_SHARED

Places = NDArray[np.intp]

_AT_ONCE = 256
"""Pairs that are resampled together: one large product is quicker than many small ones."""
_NOTHING = 1e-9
"""Differences and errors below this are rounding."""


def compared(
    results: Sequence[Mapping[str, float]], cluster_of: Mapping[str, str]
) -> NDArray[np.int8]:
    """How each compares to each, seen by the row: 1 if it is better, -1 if worse, 0 if not told.

    Args:
        results: Of each, the value at each instance.
        cluster_of: By instance, its cluster.
    """
    values, starts = _table(results, cluster_of)
    left, right = np.triu_indices(len(results) if len(starts) else 0, 1)
    differences, errors = np.zeros(len(left)), np.zeros(len(left))
    known = np.zeros(len(left), dtype=np.bool_)
    largest = np.zeros((len(results), RESAMPLES))
    for start in range(0, len(left), _AT_ONCE):
        pairs = np.arange(start, min(start + _AT_ONCE, len(left)))
        total, size = _differences(values[left[pairs]] - values[right[pairs]], starts)
        enough = (size > 0).sum(axis=1) >= FEWEST_SHARED
        pairs = pairs[enough]
        known[pairs] = True
        differences[pairs], errors[pairs], off = _resampled(total[enough], size[enough])
        for pair, deviation in zip(pairs, off, strict=True):
            for side in (left[pair], right[pair]):
                np.maximum(largest[side], deviation, out=largest[side])
    critical = np.quantile(largest, LEVEL, axis=1, method="higher")
    told: NDArray[np.int8] = np.zeros((len(results), len(results)), dtype=np.int8)
    for one, other, sign in ((left, right, 1), (right, left, -1)):
        apart = known & (np.abs(differences) > critical[one] * errors + _NOTHING)
        told[one, other] = np.where(apart, sign * np.sign(differences), 0)
    return told


def _table(
    results: Sequence[Mapping[str, float]], cluster_of: Mapping[str, str]
) -> tuple[Array, Places]:
    """Values by who and instance, NaN where there is none; and where each cluster begins."""
    instances = sorted({name for found in results for name in found})
    instances.sort(key=lambda name: cluster_of[name])
    place_of = {name: place for place, name in enumerate(instances)}
    values = np.full((len(results), len(instances)), np.nan)
    for row, found in enumerate(results):
        for name, value in found.items():
            values[row, place_of[name]] = value
    clusters = [cluster_of[name] for name in instances]
    begins = [p for p, name in enumerate(clusters) if not p or clusters[p - 1] != name]
    return values, np.array(begins, dtype=np.intp)


def _differences(apart: Array, starts: Places) -> tuple[Array, Array]:
    """Of pairs, by cluster: the sum of their differences at what both have made, and the number."""
    size = np.add.reduceat((~np.isnan(apart)).astype(np.float64), starts, axis=1)
    return np.add.reduceat(np.nan_to_num(apart), starts, axis=1), size


def _resampled(total: Array, size: Array) -> tuple[Array, Array, Array]:
    """Of pairs: mean differences d, standard errors se, and of each resample |d* - d| / se."""
    found = total.sum(axis=1) / size.sum(axis=1)
    weights = draws(total.shape[1])
    alike = bool((size == size[:1]).all())  # usually all have made the same: one sum does for all
    weighed = weights @ (size[:1] if alike else size).T
    # Where none of what a pair shares was drawn, the resample says nothing of it.
    with np.errstate(invalid="ignore"):
        resampled = np.where(weighed > 0, (weights @ total.T) / weighed, found)
    off = np.abs(resampled - found).T
    error = np.sqrt((off**2).mean(axis=1))
    error[error <= _NOTHING] = 0.0  # every cluster differs alike
    uncertain = error > 0
    off[uncertain] /= error[uncertain, None]
    off[~uncertain] = 0.0
    return found, error, off
