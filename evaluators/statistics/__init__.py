"""What many scores come to, and how sure that is (docs/scoring.md)."""

from evaluators.statistics._intervals import Estimate, clustered_mean, crossed_mean
from evaluators.statistics._ranks import FEWEST_SHARED, RankInterval, rank_intervals
from evaluators.statistics._runs import RunSpread, bounds, over_runs, pass_at_k, population_std

__all__ = [
    "FEWEST_SHARED",
    "Estimate",
    "RankInterval",
    "RunSpread",
    "bounds",
    "clustered_mean",
    "crossed_mean",
    "over_runs",
    "pass_at_k",
    "population_std",
    "rank_intervals",
]
