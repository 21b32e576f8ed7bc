"""Built-in subjects, acting through the same protocol as everybody else. Knows no Django."""

from agents._agent import AGENT_NAMES, AGENTS, Agent, make_agent
from agents._attempt import AttemptResult, run_attempt
from agents._run_set import RunSet, run_set
from agents._session import with_observation

__all__ = [
    "AGENTS",
    "AGENT_NAMES",
    "Agent",
    "AttemptResult",
    "RunSet",
    "make_agent",
    "run_attempt",
    "run_set",
    "with_observation",
]
