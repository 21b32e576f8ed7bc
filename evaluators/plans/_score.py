"""An attempt at recovery as it is kept: what it left behind, and what follows from that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from evaluators.plans._facts import PLANS_VERSION, PlanFacts, plan_facts

PLANS = "plans"


@dataclass(frozen=True)
class PlanScore:
    """The facts about an attempt at recovery, where a score is kept.

    Nothing is counted in leaves of a state here: those fields of a score are None.

    Args:
        facts: The facts.
        evaluator: Name of the evaluator.
        version: Version of the evaluator.
    """

    facts: PlanFacts
    evaluator: str = PLANS
    version: str = PLANS_VERSION

    total = correct_changes = misbehaving = completion_rate = misbehaving_rate = None

    @property
    def correct(self) -> bool:
        """S_q: the response was reached, and the end state equals the ground truth."""
        return self.facts.solved

    def as_json(self) -> dict[str, Any]:
        """The facts as JSON."""
        rules = {item: asdict(verdict) for item, verdict in self.facts.rules.items()}
        return {
            **asdict(self.facts),
            "rules": rules,
            "evaluator": self.evaluator,
            "version": self.version,
        }


@dataclass(frozen=True)
class PlanEvidence:
    """What an attempt at recovery left behind.

    Args:
        body: What `sandboxes.workflows.recovery_evidence` gives, as JSON.
    """

    body: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The evidence, marked as what it is."""
        return {**self.body, "of": PLANS}

    def score(self, spec: object = None) -> PlanScore:
        """The facts; what paths of states mean plays no part in them.

        Args:
            spec: Not looked at: so that all evidence is scored in the same way.
        """
        return PlanScore(plan_facts(self.body))


def is_plan_evidence(body: Mapping[str, Any]) -> bool:
    """Whether stored evidence is that of an attempt at recovery."""
    return body.get("of") == PLANS
