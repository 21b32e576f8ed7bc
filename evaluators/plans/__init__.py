"""Facts about repaired plans: rounds, calls, and what rules can tell of the SDE rubric's items."""

from evaluators.plans._facts import PLANS_VERSION, PlanFacts, plan_facts
from evaluators.plans._rules import Verdict

__all__ = ["PLANS_VERSION", "PlanFacts", "Verdict", "plan_facts"]
