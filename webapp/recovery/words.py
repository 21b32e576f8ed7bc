"""What is said of conditions of recovery."""

from __future__ import annotations

from sandboxes.workflows import ROUND_LIMIT
from webapp.attempts.conditions import Conditions
from webapp.leaderboard.sets import in_full

_OTHERS = ("Calls", "Faults of the world", "Tools", "Hints")
"""Of one tool, and where nothing goes wrong but what was injected, these say nothing."""


def conditions_in_words(conditions: Conditions) -> list[tuple[str, str]]:
    """What holds for all rows, as terms and what they are."""
    known = [(term, told) for term, told in in_full(conditions) if term not in _OTHERS]
    rounds = ("Rounds", f"{ROUND_LIMIT} at most, those before included")
    return [*known[:2], rounds, *known[2:]]
