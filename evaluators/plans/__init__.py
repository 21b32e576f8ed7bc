"""Facts about repaired plans: rounds, calls, and what rules can tell of the SDE rubric's items."""

from evaluators.plans._facts import PLANS_VERSION, PlanFacts, plan_facts
from evaluators.plans._rules import Verdict
from evaluators.plans._score import PLANS, PlanEvidence, PlanScore, is_plan_evidence

__all__ = [
    "PLANS",
    "PLANS_VERSION",
    "PlanEvidence",
    "PlanFacts",
    "PlanScore",
    "Verdict",
    "is_plan_evidence",
    "plan_facts",
]
