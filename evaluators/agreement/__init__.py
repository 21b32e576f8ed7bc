"""How far graders agree: people with people, judges with people, judges with judges."""

from evaluators.agreement._pairs import LEVELS, Agreement, Figure, Pair, agreement
from evaluators.agreement._ranks import rank_correlation
from evaluators.agreement._reliability import Reliability, Unit, reliability

__all__ = [
    "LEVELS",
    "Agreement",
    "Figure",
    "Pair",
    "Reliability",
    "Unit",
    "agreement",
    "rank_correlation",
    "reliability",
]
