"""What a built-in subject is, and which there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from agents._program import GreedyAgent, OracleAgent
from agents._simple import NoOpAgent, RandomAgent
from sandboxes import Environment
from sandboxes.tasks import Instance


class Agent(Protocol):
    """A subject: it gets an environment and acts until it is finished."""

    def act(self, environment: Environment) -> None:
        """Do the task, and finish it."""


AGENTS: dict[str, Callable[[Instance, int], Agent]] = {
    "oracle": lambda instance, repeat: OracleAgent(instance),
    "greedy": lambda instance, repeat: GreedyAgent(instance),
    "noop": lambda instance, repeat: NoOpAgent(),
    "random": lambda instance, repeat: RandomAgent(f"{instance.id}/{repeat}"),
}
"""By name: what makes an agent for an instance and the number of the repeat, from 1."""


def make_agent(name: str, instance: Instance, repeat: int = 1) -> Agent:
    """A fresh agent for one attempt.

    Args:
        name: oracle, greedy, noop or random.
        instance: What it will attempt; the oracle and greedy know its ground truth.
        repeat: Number of the repeat; random acts differently in each.

    Raises:
        KeyError: there is no such agent.
    """
    return AGENTS[name](instance, repeat)
