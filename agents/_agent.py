"""What a built-in subject is, and which there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from agents._program import GreedyAgent, OracleAgent
from agents._simple import NoOpAgent, RandomAgent
from agents.recovery import NaiveRecovery, OracleRecovery, UnchangedPlan
from sandboxes import Environment
from sandboxes.suites import AnyInstance


class Agent(Protocol):
    """A subject: it gets an environment and acts until it is finished."""

    def act(self, environment: Environment) -> None:
        """Do the task, and finish it."""


Maker = Callable[[Any, int], Agent]
"""Makes an agent for an instance of its suite and the number of the repeat, from 1."""

AGENTS: Mapping[str, Mapping[str, Maker]] = {
    "interdependent": {
        "oracle": lambda instance, repeat: OracleAgent(instance),
        "greedy": lambda instance, repeat: GreedyAgent(instance),
        "noop": lambda instance, repeat: NoOpAgent(),
        "random": lambda instance, repeat: RandomAgent(f"{instance.id}/{repeat}"),
    },
    "recovery": {
        "oracle": lambda instance, repeat: OracleRecovery(instance),
        "naive": lambda instance, repeat: NaiveRecovery(instance),
        "unchanged": lambda instance, repeat: UnchangedPlan(instance),
        "noop": lambda instance, repeat: NoOpAgent(),
    },
}
"""By suite and name."""

AGENT_NAMES = tuple(dict.fromkeys(name for agents in AGENTS.values() for name in agents))
"""The names of all of them."""


def make_agent(name: str, instance: AnyInstance, repeat: int = 1) -> Agent:
    """A fresh agent for one attempt.

    Args:
        name: Name of the agent.
        instance: What it will attempt; the oracle and greedy know its ground truth.
        repeat: Number of the repeat; random acts differently in each.

    Raises:
        KeyError: the instance's suite has no such agent.
    """
    return AGENTS[instance.suite][name](instance, repeat)
