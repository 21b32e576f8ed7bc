"""Ranks as intervals: who is better than whom, as far as the instances that both have made tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FEWEST_SHARED = 6
"""Clusters that two have to share to be told apart. Even if one is ahead in each of k, chance does
so with probability 2^(1-k) (sign test): below 5 % from six on."""


@dataclass(frozen=True)
class RankInterval:
    """Between which ranks something stands.

    Args:
        low: The best rank that it can't be told apart from: one more than how many are better.
        high: The worst.
    """

    low: int
    high: int


def rank_intervals(
    results: Mapping[str, Mapping[str, float]], cluster_of: Mapping[str, str]
) -> dict[str, RankInterval]:
    """Between which ranks each stands, in 95 % of cases.

    Two are compared at the instances that both have made. Let d be the difference of their means
    there and se its standard error over 2,000 resamples of clusters; let c be, for whoever is
    ranked, the 95 % quantile over the resamples of its largest |d* - d| / se against any other.
    Another is better if it is ahead by more than c * se, and worse if behind by more. The rank is
    between 1 + how many are better and the number of all - how many are worse: the marginal
    confidence set of Mogstad, Romano, Shaikh and Wilhelm (2024, Review of Economic Studies 91(1)).
    Two that share fewer than `FEWEST_SHARED` clusters are never told apart.

    Args:
        results: By who is ranked, the value at each instance: the mean over its runs.
        cluster_of: By instance, its cluster.
    """
    names = sorted(results)
    if len(names) < 2:
        return {name: RankInterval(1, 1) for name in names}

    from evaluators.statistics._pairs import compared  # numpy is slow to import

    told = compared([results[name] for name in names], cluster_of)
    return {
        name: RankInterval(
            1 + int((told[place] < 0).sum()), len(names) - int((told[place] > 0).sum())
        )
        for place, name in enumerate(names)
    }
