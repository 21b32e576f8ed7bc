"""Means with 95 % bootstrap intervals, clustered by what is not independent of each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

FEWEST_CLUSTERS = 2


@dataclass(frozen=True)
class Estimate:
    """A mean, and how sure it is.

    Args:
        mean: The mean of all values; None of none.
        low: Lower end of its 95 % interval; None if there is no interval.
        high: Upper end.
        n: How many values there are.
        clusters: How many clusters they come from. Of one alone, nothing tells how much the next
            would differ: there is no interval.
    """

    mean: float | None
    low: float | None
    high: float | None
    n: int
    clusters: int


def clustered_mean(values: Mapping[str, Sequence[float]]) -> Estimate:
    """A mean with its interval, by resampling clusters.

    The mean is sum_c s_c / sum_c n_c, with s_c the sum and n_c the number of a cluster's values.
    Clusters are drawn with replacement, 2,000 times, and both sums taken anew (Cameron, Gelbach and
    Miller 2008, Review of Economics and Statistics 90(3)); the interval is the bias-corrected and
    accelerated one (Efron 1987, JASA 82(397)), its acceleration by leaving out one cluster at a
    time. Where that is not defined, it is the percentile interval.

    It is as honest as its clusters are many: below about ten it is too narrow. Its width is zero
    where every cluster came out alike, which does not mean that the next one would.

    Args:
        values: By cluster; clusters without a value count for nothing.
    """
    known = {name: list(values[name]) for name in sorted(values) if values[name]}
    sums = [fsum(found) for found in known.values()]
    sizes = [len(found) for found in known.values()]
    if not known:
        return Estimate(None, None, None, 0, 0)
    mean = fsum(sums) / sum(sizes)
    if len(known) < FEWEST_CLUSTERS:
        return Estimate(mean, None, None, sum(sizes), len(known))
    each = [total / size for total, size in zip(sums, sizes, strict=True)]
    if min(each) == max(each):
        return Estimate(each[0], each[0], each[0], sum(sizes), len(known))

    from evaluators.statistics._draws import bca_interval  # numpy is slow to import

    low, high = bca_interval(sums, sizes)
    return Estimate(mean, min(low, mean), max(high, mean), sum(sizes), len(known))


def crossed_mean(values: Mapping[tuple[str, str], Sequence[float]]) -> Estimate:
    """A mean with its interval, where values are alike in two ways: by person and by template.

    Both are drawn with replacement, independently, and a value weighs as often as its person times
    as often as its template was drawn: the pigeonhole bootstrap (Owen 2007, Annals of Applied
    Statistics 1(2)), which is rather too wide than too narrow. The interval is the percentile one.

    Args:
        values: By both clusters. The smaller number of the two is told as the clusters; of one
            alone there is no interval.
    """
    known = {both: list(values[both]) for both in sorted(values) if values[both]}
    if not known:
        return Estimate(None, None, None, 0, 0)
    n = sum(map(len, known.values()))
    mean = fsum(value for found in known.values() for value in found) / n
    sides = [sorted({both[side] for both in known}) for side in (0, 1)]
    clusters = min(map(len, sides))
    if clusters < FEWEST_CLUSTERS:
        return Estimate(mean, None, None, n, clusters)
    each = [fsum(found) / len(found) for found in known.values()]
    if min(each) == max(each):
        return Estimate(each[0], each[0], each[0], n, clusters)

    from evaluators.statistics._draws import crossed_interval  # numpy is slow to import

    low, high = crossed_interval(known, sides[0], sides[1])
    return Estimate(mean, min(low, mean), max(high, mean), n, clusters)
