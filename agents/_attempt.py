"""One attempt of an agent, in process: the log of its calls, its claim, its score, or our error."""

from __future__ import annotations

import contextlib
import copy
import logging
from collections import Counter
from dataclasses import dataclass
from typing import Any, cast

from agents._agent import Agent
from evaluators import Score
from evaluators.plans import PlanScore
from sandboxes import (
    AttemptFinished,
    CallClass,
    Environment,
    FaultProfile,
    Outcome,
    RecordedCall,
)
from sandboxes.suites import AnyEnvironment, AnyInstance, find_suite

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class AttemptResult:
    """What came of an attempt.

    Args:
        instance: The instance's name.
        score: The score; None if the attempt errored, which is our fault and no score.
        claim: What the subject said at the end, "done" or "cannot_be_done"; None if it did not
            finish by itself.
        answer: What it answered besides.
        log: The calls in order, each with the hash of the state after it.
    """

    instance: str
    score: Score | PlanScore | None
    claim: str | None = None
    answer: str = ""
    log: tuple[RecordedCall, ...] = ()

    @property
    def errored(self) -> bool:
        """Whether something of ours broke."""
        return self.score is None

    @property
    def calls(self) -> dict[str, int]:
        """How many calls there were of each class; they add up to all calls."""
        counts = Counter(call.outcome.call_class for call in self.log)
        return {kind.value: counts[kind] for kind in CallClass}


class _Recording:
    """An environment that keeps the log of its calls.

    Args:
        environment: The environment.
    """

    def __init__(self, environment: AnyEnvironment) -> None:
        self._environment = environment
        self.log: list[RecordedCall] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._environment, name)

    def call(self, name: str, arguments: object) -> Outcome:
        """Call a tool and log it."""
        sent = copy.deepcopy(arguments)
        outcome = self._environment.call(name, arguments)
        state_hash = self._environment.state_hash
        self.log.append(RecordedCall(name, sent, copy.deepcopy(outcome), state_hash))
        return outcome

    def fork(self) -> _Recording:
        """An independent copy, log included."""
        twin = _Recording(self._environment.fork())
        twin.log = list(self.log)
        return twin


def run_attempt(
    agent: Agent, instance: AnyInstance, profile: FaultProfile | str = "default"
) -> AttemptResult:
    """Let an agent act, then score what it left behind.

    Any exception but the end of the budget is a bug of ours: it is logged with its traceback and
    the attempt counts as errored, never as a failure of the subject.

    Args:
        agent: The subject.
        instance: What it attempts.
        profile: How often calls meet faults; a FaultProfile or its name.

    Raises:
        KeyError: no such profile.
    """
    environment = find_suite(instance.suite).environment(instance, profile)
    recording = _Recording(environment)
    score: Score | PlanScore | None = None
    try:
        with contextlib.suppress(AttemptFinished):  # budget used up: scored as it stands
            agent.act(cast("Environment", recording))
        score = environment.score()
    except Exception:
        logger.exception("attempt at %s errored", instance.id)
    log = tuple(recording.log)
    return AttemptResult(instance.id, score, environment.claim, environment.answer, log)
