"""Facts about an attempt at recovery: how it went on, and what rules say of its first plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaluators.plans._rules import (
    Verdict,
    advancement,
    legality,
    minimality,
    parsability,
    topology,
)

PLANS_VERSION = "1"
Json = Mapping[str, Any]


@dataclass(frozen=True)
class PlanFacts:
    """What is known of an attempt without anybody's opinion.

    Args:
        solved: S_q: the response was reached, and the end state equals the ground truth.
        completed: S_q as the paper has it: the response was reached.
        efficacy: E5 = S_q min(1, G_q / T_q).
        efficacy_paper: The same with the paper's S_q.
        onward: S_q min(1, R* / (T_q - r0)): of the rounds after the subject took over alone.
        efficiency: Tool-use efficiency, S_q min(1, C* / C).
        submissions: Plans that were submitted.
        invalid: Those of them that could not be run (S5 = 0).
        first_invalid: Whether the first was one of these; None if there was none.
        rules: Verdicts on the first plan by item: S2, S3, S4, S5, E1. Empty if there was none.
    """

    solved: bool
    completed: bool
    efficacy: float
    efficacy_paper: float
    onward: float
    efficiency: float
    submissions: int
    invalid: int
    first_invalid: bool | None
    rules: Mapping[str, Verdict]


def plan_facts(evidence: Json) -> PlanFacts:
    """The facts about an attempt (ParaRecover, section on metrics; docs/recovery.md).

    Args:
        evidence: What `sandboxes.workflows.recovery_evidence` gives.
    """
    solved, completed = bool(evidence["solved"]), bool(evidence["completed"])
    best, rounds, before = (
        int(evidence[name]) for name in ("best_rounds", "rounds", "rounds_before")
    )
    share = _share(best, rounds)
    submissions = evidence["submissions"]
    invalid = [one["plan"] is None for one in submissions]
    return PlanFacts(
        solved=solved,
        completed=completed,
        efficacy=share if solved else 0.0,
        efficacy_paper=share if completed else 0.0,
        onward=_share(int(evidence["rounds_left"]), rounds - before) if solved else 0.0,
        efficiency=_share(evidence["fewest_calls"], evidence["calls"]) if solved else 0.0,
        submissions=len(submissions),
        invalid=sum(invalid),
        first_invalid=invalid[0] if invalid else None,
        rules=_rules(submissions[0], evidence) if submissions else {},
    )


def _share(best: int, used: int) -> float:
    """min(1, best / used); 1 where nothing was used."""
    return min(1.0, best / used) if used else 1.0


def _rules(first: Json, evidence: Json) -> dict[str, Verdict]:
    sound = parsability(first)
    if first["plan"] is None:
        unread = Verdict(None, ("the plan can't be run",))
        return {"S2": unread, "S3": unread, "S4": unread, "S5": sound, "E1": unread}
    return {
        "S2": topology(first, evidence),
        "S3": legality(first, evidence),
        "S4": advancement(first),
        "S5": sound,
        "E1": minimality(first, evidence),
    }
