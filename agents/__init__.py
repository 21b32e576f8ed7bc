"""Built-in subjects, acting through the same protocol as everybody else. Knows no Django."""

from agents._agent import AGENTS, Agent, make_agent
from agents._attempt import AttemptResult, run_attempt
from agents._run_set import RunSet, run_set

__all__ = [
    "AGENTS",
    "Agent",
    "AttemptResult",
    "RunSet",
    "make_agent",
    "run_attempt",
    "run_set",
]
