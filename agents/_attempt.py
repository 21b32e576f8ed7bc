"""One attempt of an agent, in process: the log of its calls, its score, or our error."""

from __future__ import annotations

import contextlib
import logging
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from agents._agent import Agent
from evaluators import Score
from sandboxes import AttemptFinished, CallClass, Outcome, RecordedCall
from sandboxes.tasks import InterdependentEnvironment

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class AttemptResult:
    """What came of an attempt.

    Args:
        instance: The instance's name.
        score: The score; None if the attempt errored, which is our fault and no score.
        calls: How many calls there were of each class.
        log: The calls in order.
    """

    instance: str
    score: Score | None
    calls: dict[str, int] = field(default_factory=dict)
    log: tuple[RecordedCall, ...] = ()

    @property
    def errored(self) -> bool:
        """Whether something of ours broke."""
        return self.score is None


class RecordingEnvironment(InterdependentEnvironment):
    """An environment that keeps the log of its calls."""

    log: list[RecordedCall]

    def call(self, name: str, arguments: object) -> Outcome:
        """Call a tool and log it."""
        outcome = super().call(name, arguments)
        self.log.append(RecordedCall(name, arguments, outcome))
        return outcome


def run_attempt(agent: Agent, environment: RecordingEnvironment, instance: str) -> AttemptResult:
    """Let an agent act, then score what it left behind.

    Any exception but the end of the budget is a bug of ours: it is logged with its traceback and
    the attempt counts as errored, never as a failure of the subject.

    Args:
        agent: The subject.
        environment: A fresh environment.
        instance: The instance's name.
    """
    environment.log = []
    try:
        with contextlib.suppress(AttemptFinished):  # budget used up: scored as it stands
            agent.act(environment)
        score: Score | None = environment.score()
    except Exception:
        logger.exception("attempt at %s errored", instance)
        score = None
    return AttemptResult(instance, score, _counted(environment.log), tuple(environment.log))


def _counted(log: list[RecordedCall]) -> dict[str, int]:
    counts: Counter[Any] = Counter(call.outcome.call_class for call in log)
    return {kind.value: counts[kind] for kind in CallClass}
