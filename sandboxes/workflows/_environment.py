"""The recovery suite's environment: one tool, `submit_plan`; each submission runs a wave."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from evaluators import CANNOT_BE_DONE, DONE
from evaluators.plans import PlanEvidence, PlanScore
from sandboxes._catalogue import catalogue
from sandboxes._environment import AttemptFinished, Brief, RecordedCall, ReplayMismatch
from sandboxes._outcome import Outcome
from sandboxes._tool import BadArguments, Tool, library_tool
from sandboxes._world import World
from sandboxes.workflows._backends import WorldBackend
from sandboxes.workflows._evidence import recovery_evidence
from sandboxes.workflows._executor import ROUND_LIMIT, Executor, NodeRun, Wave
from sandboxes.workflows._parse import PlanError, sound_plan
from sandboxes.workflows._plan import Plan
from sandboxes.workflows.injection._faulty import RecoveryInstance

LONGEST_THOUGHT = 500
"""Words that a thought may have."""


@library_tool
def submit_plan(thought: str, plan: dict[str, Any]) -> dict[str, Any]:
    """Submit the whole plan as it is to go on, and run its next wave.

    A plan is ``{"nodes": [...]}``. A node has an ``id``, a ``tool``, its ``arguments``, a
    ``description``, its ``dependencies`` (ids of the nodes that must have succeeded before) and a
    ``status``: true if it ran, successfully or not. Two nodes call no tool: ``root``, which depends
    on nothing, and ``response``, which ends the plan once all that it depends on has succeeded.
    What can begin at once depends on root. In arguments ``{{4}}`` stands for the result of node 4,
    and ``{{4/flights/0/fid}}`` for a part of it. A node that ran is never run again, whatever a
    later plan says of it; where it failed, what depends on it waits until the plan has a new node,
    with a new id, in its place. A submission that can't be read or run is refused, and costs a
    round as well.

    Args:
        thought: What is wrong, how you know, what follows from it and what you change, in at most
            500 words.
        plan: The whole plan, nodes that ran included.

    Returns:
        The round, what the wave's calls returned, and whether the response was reached.
    """
    raise NotImplementedError("the environment runs it")


SUBMIT_PLAN: Tool = replace(vars(submit_plan)["tool"], server="Recovery", mutates=True)


@dataclass(frozen=True)
class Submission:
    """What a subject has submitted once.

    Args:
        thought: Its thought, if there was one.
        given: The plan as it was sent; None if there was none.
        plan: The plan, if it could be run.
        refusal: Why it could not.
        round: Which round it used up.
        before: What had run before it.
    """

    thought: str
    given: Any
    plan: Plan | None
    refusal: str
    round: int
    before: Executor


class RecoveryEnvironment:
    """An attempt at an instance: it ends when the response is reached or the rounds are used up.

    Args:
        instance: The instance.
        call_budget: How many calls may be made; None: as many as the instance allows.

    Attributes:
        instance: The same.
        executor: How far it has run.
        submissions: What was submitted, in order.
        inner_calls: What the wave of the last call ran; none if it was refused.
        claim: What the subject has claimed when it ended the attempt; None before.
        answer: What it has answered.
    """

    def __init__(self, instance: RecoveryInstance, *, call_budget: int | None = None) -> None:
        self.instance = instance
        self.inner_calls: tuple[NodeRun, ...] = ()
        self.executor = instance.executor.fork()
        self.submissions: list[Submission] = []
        self.claim: str | None = None
        self.answer = ""
        self._budget = self.instance.call_budget if call_budget is None else call_budget
        self._calls = 0

    @property
    def brief(self) -> Brief:
        """The query and how plans are submitted."""
        return Brief(self.instance.instruction, self._budget)

    @property
    def first_observation(self) -> dict[str, Any]:
        """The plan that is held, what its last calls returned, what came before, the tools."""
        instance = self.instance
        return {
            "round": instance.rounds_before,
            "plan": instance.plan.as_json(),
            "observations": instance.observations,
            "history": instance.history,
            "tools": [_told(name) for name in instance.offered],
        }

    @property
    def finished(self) -> bool:
        """Whether the attempt has ended."""
        return self.claim is not None or self.executor.is_over or self.calls_left <= 0

    @property
    def ending(self) -> Literal["response", "rounds", "budget"]:
        """What ended it, if the subject did not."""
        if self.executor.completed:
            return "response"
        return "rounds" if self.executor.is_over else "budget"

    @property
    def calls_left(self) -> int:
        """How many calls may still be made."""
        return self._budget - self._calls

    @property
    def state(self) -> dict[str, Any]:
        """The state of the world, and what ran."""
        runs = [{"round": run.round, **run.as_json()} for run in self.executor.ledger.values()]
        return {"rounds": self.executor.rounds, "runs": runs, "world": self._world.state()}

    @property
    def state_hash(self) -> str:
        """Hash of the world's state; what ran follows from the calls."""
        return self._world.state_hash

    @property
    def artefacts(self) -> dict[str, bytes]:
        """None: this suite makes no files."""
        return {}

    def tools(self) -> list[dict[str, Any]]:
        """The one tool."""
        return [SUBMIT_PLAN.documentation()]

    def offers(self, name: str) -> bool:
        """Whether it is the one tool."""
        return name == SUBMIT_PLAN.name

    knows = offers

    def list_also(self, names: Iterable[str]) -> None:
        """Nothing: there is one tool."""

    def call(self, name: str, arguments: object) -> Outcome:
        """Submit a plan.

        Raises:
            AttemptFinished: the attempt has ended.
        """
        if self.finished:
            raise AttemptFinished("The attempt has ended; no call can be made.")
        self._calls += 1
        self.inner_calls = ()
        if name != SUBMIT_PLAN.name:
            return Outcome("error", "There is no such tool. Plans are submitted with submit_plan.")
        before = self.executor.fork()
        try:
            given = SUBMIT_PLAN.checked(arguments)
        except BadArguments as error:
            return self._refused(arguments, str(error), "error", before)
        words = len(given["thought"].split())
        if words > LONGEST_THOUGHT:
            text = f"The thought has {words} words; at most {LONGEST_THOUGHT} are read."
            return self._refused(arguments, text, "failed", before)
        try:
            plan = sound_plan(given["plan"])
        except PlanError as error:
            return self._refused(arguments, str(error), "failed", before)
        wave = self.executor.run_wave(plan)
        self.inner_calls = wave.runs
        self._note(arguments, plan, "", before)
        return Outcome("ok", self._observed(wave))

    def apply(self, recorded: RecordedCall) -> None:
        """Make a recorded call again.

        Raises:
            AttemptFinished: the attempt has ended.
            ReplayMismatch: it came out differently, or left another state.
        """
        outcome = self.call(recorded.tool, recorded.arguments)
        if outcome.canonical() != recorded.outcome.canonical():
            raise ReplayMismatch(f"{recorded.tool}: came out differently")
        if recorded.state_hash not in (None, self.state_hash):
            raise ReplayMismatch(f"{recorded.tool}: left another state")

    def finish(self, outcome: str, answer: str = "") -> None:
        """End the attempt.

        Raises:
            ValueError: the outcome is neither "done" nor "cannot_be_done".
            AttemptFinished: it has ended before.
        """
        if outcome not in (DONE, CANNOT_BE_DONE):
            raise ValueError(f"the outcome must be one of {DONE}, {CANNOT_BE_DONE}")
        if self.finished:
            raise AttemptFinished("The attempt has ended before.")
        self.claim, self.answer = outcome, answer

    def fork(self) -> Self:
        """An independent copy of the attempt."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin.executor = self.executor.fork()
        twin.submissions = list(self.submissions)
        return twin

    def evidence(self) -> PlanEvidence:
        """What the attempt has left behind so far."""
        return PlanEvidence(recovery_evidence(self))

    def score(self) -> PlanScore:
        """The facts about what the attempt has left behind so far."""
        return self.evidence().score()

    @property
    def _world(self) -> World:
        assert isinstance(self.executor.backend, WorldBackend)
        return self.executor.backend.world

    def _refused(self, arguments: object, text: str, status: str, before: Executor) -> Outcome:
        self.executor.reject()
        self._note(arguments, None, text, before)
        return Outcome(status, text)

    def _note(self, arguments: object, plan: Plan | None, refusal: str, before: Executor) -> None:
        given = arguments if isinstance(arguments, dict) else {}
        thought = given.get("thought")
        self.submissions.append(
            Submission(
                thought if isinstance(thought, str) else "",
                given.get("plan"),
                plan,
                refusal,
                self.executor.rounds,
                before,
            )
        )

    def _observed(self, wave: Wave) -> dict[str, Any]:
        return {
            "round": wave.number,
            "rounds_left": ROUND_LIMIT - wave.number,
            "observations": [run.as_json() for run in wave.runs],
            "completed": wave.completed,
        }


def _told(name: str) -> dict[str, Any]:
    """A tool that plans may use, as it is listed."""
    documentation = catalogue()[name].documentation()
    return {part: documentation[part] for part in ("name", "description", "input_schema")}
