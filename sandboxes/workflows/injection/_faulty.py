"""Instances of recovery: a workflow that has gone wrong, at the moment somebody takes over."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any, ClassVar

from sandboxes._catalogue import catalogue
from sandboxes._outcome import canonical_json
from sandboxes._streams import Stream
from sandboxes.workflows._errors import ErrorType
from sandboxes.workflows._executor import ROUND_LIMIT, Executor
from sandboxes.workflows._plan import Plan
from sandboxes.workflows._workflow_instance import WorkflowInstance
from sandboxes.workflows.injection._checker import expected_of, is_proved, outcome_of, what_fails
from sandboxes.workflows.injection._flaw import Flaw, Label, Site
from sandboxes.workflows.injection._injectors import IN_RETURNS, INJECTORS
from sandboxes.workflows.injection._repair import repaired, replaced, succeeded, with_statuses

_MOST_TRIED = 8
"""Candidates for an error that are proved, before the workflow is taken for unsuitable."""
_OTHER_TOOLS = 8
_CALL_BUDGET = 100
_TASK = (
    "{query}\n\nA plan for this was under way: it has been run for {rounds}, and something is "
    "wrong with it, or with what its calls returned. Work out what, and submit the whole plan as "
    "it should go on with submit_plan, again and again until its response is reached. Each "
    "submission runs one wave: all calls that did not run yet and whose dependencies have "
    "succeeded. Round {limit} is the last."
)

Wanted = tuple[tuple[int, ErrorType], ...]
"""Which errors after which waves, the rounds rising; the subject takes over after the last."""


@dataclass(frozen=True)
class RecoveryInstance:
    """A workflow that has gone wrong, at the moment the subject takes over.

    Args:
        workflow: What it is about.
        level: 1: one error; 2: an error in each of two or three rounds.
        labels: What is wrong.
        plan: The plan that is held, with all that is wrong in it.
        executor: What ran so far; fork it.
        repairs: Plans that mend it with the fewest changes; the first is the canonical one.
    """

    suite: ClassVar[str] = "recovery"

    workflow: WorkflowInstance = field(repr=False)
    level: int
    labels: tuple[Label, ...]
    plan: Plan = field(repr=False)
    executor: Executor = field(repr=False)
    repairs: tuple[Plan, ...] = field(repr=False)

    @property
    def id(self) -> str:
        """Its name: the workflow's instance, and each label with its round and place."""
        told = (f"{label.round}.{label.type}@{label.node}" for label in self.labels)
        return "/".join((self.workflow.id, *told))

    @property
    def instruction(self) -> str:
        """The query, and how plans are submitted."""
        rounds = "one round" if self.rounds_before == 1 else f"{self.rounds_before} rounds"
        return _TASK.format(query=self.workflow.query, rounds=rounds, limit=ROUND_LIMIT)

    @property
    def call_budget(self) -> int:
        """How many calls an attempt may make: far more than there are rounds."""
        return _CALL_BUDGET

    @cached_property
    def fingerprint(self) -> str:
        """Hash of all that an attempt at it rests on: text, worlds, what ran, plans and labels.

        Equal fingerprints under one world version mean that an attempt can be continued.
        """
        told = [
            self.id,
            self.instruction,
            self.workflow.task.fingerprint,
            [label.as_json() for label in self.labels],
            [plan.as_json() for plan in (self.plan, *self.repairs)],
            [[run.round, run.as_json()] for run in self.executor.ledger.values()],
            list(self.offered),
        ]
        return blake2b(canonical_json(told).encode(), digest_size=16).hexdigest()

    @property
    def rounds_before(self) -> int:
        """r0: waves that were run when the subject takes over."""
        return self.executor.rounds

    @cached_property
    def rounds_left(self) -> int:
        """R*: the fewest further rounds, computed and not tried."""
        return self.workflow.rounds_left(succeeded(self.workflow, self.executor))

    @property
    def best_rounds(self) -> int:
        """G_q = r0 + R*."""
        return self.rounds_before + self.rounds_left

    @property
    def fewest_calls(self) -> int:
        """C*: the fewest calls from the start."""
        return self.workflow.fewest_calls

    @property
    def observations(self) -> list[dict[str, Any]]:
        """What the last wave's calls returned."""
        runs = self.executor.ledger.values()
        return [run.as_json() for run in runs if run.round == self.rounds_before]

    @property
    def history(self) -> list[dict[str, Any]]:
        """What earlier waves returned, each with its round."""
        runs = self.executor.ledger.values()
        return [
            {"round": run.round, **run.as_json()} for run in runs if run.round < self.rounds_before
        ]

    @cached_property
    def offered(self) -> tuple[str, ...]:
        """Names of the tools that plans may use: the needed ones among others of their servers."""
        plans = (self.workflow.plan, self.plan)
        needed = {node.tool for plan in plans for node in plan.calls if node.tool in catalogue()}
        servers = {catalogue()[name or ""].server for name in needed}
        others = [
            name
            for name, tool in catalogue().items()
            if tool.server in servers and name not in needed
        ]
        drawn = Stream(self.workflow.world.seed, "offered", self.id).shuffled(others)
        chosen = needed.union(drawn[:_OTHER_TOOLS])
        return tuple(name for name in catalogue() if name in chosen)


class NoPlace(Exception):
    """A workflow has no place for the errors that are wanted."""


def make_faulty(instance: WorkflowInstance, wanted: Wanted, draw: Stream) -> RecoveryInstance:
    """Put errors into a workflow and let it run into them, up to the moment of taking over.

    Args:
        instance: The workflow, which has passed its gate.
        wanted: Which errors after which waves.
        draw: Decides between candidates.

    Raises:
        NoPlace: no candidate that can be proved was found.
    """
    executor, plan = instance.start(), instance.plan
    labels: list[Label] = []
    errors = dict(wanted)
    for number in range(1, wanted[-1][0] + 1):
        error = errors.get(number)
        if not executor.frontier(plan):
            raise NoPlace("nothing can run any more")
        if error in IN_RETURNS:
            flaw = _proved(instance, plan, executor, error, number, draw, labels)
            assert flaw.fault is not None
            executor.run_wave(plan, {flaw.label.node: flaw.fault})
        else:
            executor.run_wave(plan)
            if error is None:
                continue
            flaw = _proved(instance, plan, executor, error, number, draw, labels)
            plan = flaw.apply(plan)
        labels.append(flaw.label)
    if executor.completed:
        raise NoPlace("it is over before anybody takes over")
    return _taken_over(instance, with_statuses(plan, executor), executor, labels)


def _proved(
    instance: WorkflowInstance,
    plan: Plan,
    executor: Executor,
    error: ErrorType,
    number: int,
    draw: Stream,
    labels: list[Label],
) -> Flaw:
    """The first candidate that makes things worse by itself, were all others mended."""
    base = repaired(instance, plan, executor)
    touched = {name for label in labels for name in label.touched}
    changed = {
        node.id for node in base.nodes if node.id in plan.by_id and node != plan.by_id[node.id]
    }
    new = {node.id for node in base.nodes if node.id not in plan.by_id}
    site = Site(instance, base, executor, number, draw, frozenset(touched | changed | new))
    # Of the reference itself the gate has proved what it comes to.
    best = (outcome_of if labels else expected_of)(instance, base, executor)
    for tried, flaw in enumerate(INJECTORS[error](site)):
        if tried >= _MOST_TRIED:
            break
        if is_proved(instance, flaw, base, executor, best):
            return flaw
    raise NoPlace(f"no place for {error} after wave {number}")


def _taken_over(
    instance: WorkflowInstance, plan: Plan, executor: Executor, labels: list[Label]
) -> RecoveryInstance:
    canonical = with_statuses(repaired(instance, plan, executor), executor)
    mended = [
        label.node
        for label in labels
        if label.node in canonical.by_id and label.node not in executor.ledger
    ]
    repairs = (canonical, *((replaced(canonical, mended),) if mended else ()))
    level = 1 if len(labels) == 1 else 2
    made = RecoveryInstance(instance, level, tuple(labels), plan, executor, repairs)
    failure = what_fails(made)
    if failure:
        raise NoPlace(failure)
    return made
