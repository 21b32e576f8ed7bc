"""Subjects of the recovery suite that need no model."""

from agents.recovery._scripted import NaiveRecovery, OracleRecovery, PlanOnly, UnchangedPlan

__all__ = ["NaiveRecovery", "OracleRecovery", "PlanOnly", "UnchangedPlan"]
