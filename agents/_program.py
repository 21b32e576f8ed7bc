"""Subjects that know the ground truth: the oracle, and greedy, which does not look first."""

from __future__ import annotations

import contextlib

from evaluators import CANNOT_BE_DONE, DONE
from sandboxes import Environment
from sandboxes.tasks import CannotBeDone, Client, GoldRefused, Instance


class OracleAgent:
    """Runs the task's ground-truth program. A refused call is our bug, so it is not caught.

    Args:
        instance: The instance.
    """

    def __init__(self, instance: Instance) -> None:
        self._instance = instance

    def act(self, environment: Environment) -> None:
        """Do the task, and finish it with what is right."""
        try:
            self._instance.draft.gold(Client(environment.call))
        except CannotBeDone:
            environment.finish(CANNOT_BE_DONE)
        else:
            environment.finish(DONE)


class GreedyAgent:
    """Runs the same program without its declared look-and-mend steps, up to a refusal.

    Args:
        instance: The instance.
    """

    def __init__(self, instance: Instance) -> None:
        self._instance = instance

    def act(self, environment: Environment) -> None:
        """Do the task as if the world were a clean slate, and claim that it is done."""
        # A dead end does not make greedy wonder: it claims to be done all the same.
        with contextlib.suppress(GoldRefused, CannotBeDone):
            self._instance.draft.gold(Client(environment.call, careful=False))
        environment.finish(DONE)
