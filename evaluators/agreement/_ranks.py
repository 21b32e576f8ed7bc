"""Whether two graders put contestants in the same order."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan

FEWEST_RANKED = 2


def rank_correlation(first: Mapping[str, float], second: Mapping[str, float]) -> float | None:
    """Kendall's tau-b between two orders of the same contestants.

    Args:
        first: Figures by contestant.
        second: The same by another grader; who is in one of them alone is left out.

    Returns:
        From -1 to 1; None of less than two contestants, or where one of the orders is all ties.
    """
    both = sorted(first.keys() & second.keys())
    if len(both) < FEWEST_RANKED:
        return None
    from scipy.stats import kendalltau  # slow to import

    tau = float(kendalltau([first[name] for name in both], [second[name] for name in both])[0])
    return None if isnan(tau) else tau
