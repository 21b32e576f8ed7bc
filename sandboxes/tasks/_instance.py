"""An instance: a template at a seed, its prepared world, its instruction and its right ends."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import ClassVar

from evaluators import (
    DONE,
    ChangeKind,
    Evidence,
    Expectation,
    Score,
    Spec,
    TaskKind,
    compare,
    spec_from_json,
)
from sandboxes._catalogue import catalogue
from sandboxes._declaration import declaration, evidence
from sandboxes._environment import RecordedCall
from sandboxes._faults import FaultProfile
from sandboxes._outcome import canonical_json
from sandboxes._streams import Stream, derived_seed
from sandboxes._world import World
from sandboxes.tasks._client import CannotBeDone, Client, Program
from sandboxes.tasks._template import Draft, Stage, TaskError, Template, templates

_FEWEST_CALLS = 100
_BUDGET_FACTOR = 4
_FINGERPRINT_LENGTH = 32


@dataclass(frozen=True)
class Run:
    """A program that was run to its end.

    Args:
        world: What it left behind.
        trace: Its calls.
        cannot: Whether it found that nothing can be done.
    """

    world: World
    trace: tuple[RecordedCall, ...]
    cannot: bool = False


@dataclass(frozen=True)
class Instance:
    """A task that can be attempted.

    Args:
        template: Its template.
        seed: The instance seed.
        world: The prepared world, faults off; fork it.
        instruction: What the subject reads.
        draft: What the template made of the world.
        traps: Whether the template's trap is set.
        secret: What its world's seed was mixed with; empty for public instances.
    """

    suite: ClassVar[str] = "interdependent"

    template: Template
    seed: int
    world: World
    instruction: str
    draft: Draft
    traps: bool = True
    secret: str = field(default="", repr=False)

    @property
    def id(self) -> str:
        """The instance's name: template, version and seed."""
        return f"{self.template.id}.v{self.template.version}/{self.seed}"

    def run(
        self, program: Program, profile: FaultProfile | str = "none", *, careful: bool = True
    ) -> Run:
        """Run a program on a fork of the prepared world.

        Raises:
            GoldRefused: a call was refused.
        """
        return self.run_on(self.world.fork(profile), program, careful=careful)

    @staticmethod
    def run_on(world: World, program: Program, *, careful: bool = True) -> Run:
        """Run a program on a world, which it changes.

        Raises:
            GoldRefused: a call was refused.
        """
        client = Client(world.call, careful=careful)
        try:
            program(client)
        except CannotBeDone:
            return Run(world, tuple(client.trace), cannot=True)
        return Run(world, tuple(client.trace))

    @cached_property
    def ends(self) -> tuple[Run, ...]:
        """The right ends: the gold's first."""
        return tuple(self.run(program) for program in (self.draft.gold, *self.draft.other_ends))

    @cached_property
    def gold(self) -> Run:
        """The gold under the default fault profile: what counts as needed, and as its calls."""
        return self.run(self.draft.gold, "default")

    @cached_property
    def without_obstacle(self) -> Run:
        """The gold of an impossible task, run where its obstacle has been lifted."""
        world = self.world.fork()
        if self.draft.lift is not None:
            self.draft.lift(Stage(world, self.traps))
        return self.run_on(world, self.draft.gold)

    @cached_property
    def longest_run(self) -> Run:
        """The gold without faults: what the instance's size is told by.

        Of an impossible or do-nothing instance, the longer of looking alone and of acting.
        """
        runs = [self.ends[0]]
        if self.draft.kind is TaskKind.IMPOSSIBLE:
            runs.append(self.without_obstacle)
        if self.draft.kind is TaskKind.DO_NOTHING:
            runs.append(self.run(self.draft.gold, careful=False))
        return max(runs, key=lambda run: len(run.trace))

    @cached_property
    def needed_tools(self) -> frozenset[str]:
        """The tools that the gold calls under default faults, in both branches of a condition."""
        runs = [self.gold]
        if self.draft.kind is TaskKind.IMPOSSIBLE:
            runs.append(self.without_obstacle)
        if self.draft.kind is TaskKind.DO_NOTHING:
            runs.append(self.run(self.draft.gold, "default", careful=False))
        return frozenset(call.tool for run in runs for call in run.trace)

    @property
    def call_budget(self) -> int:
        """How many calls an attempt may make: max(100, 4 x gold calls) (docs/tasks.md)."""
        return max(_FEWEST_CALLS, _BUDGET_FACTOR * len(self.gold.trace))

    @cached_property
    def fingerprint(self) -> str:
        """Hash of all that an attempt at it rests on: text, prepared world, budget, right ends.

        Equal fingerprints under one world version mean that an attempt can be continued.
        """
        whole = blake2b(canonical_json([self.id, self.instruction, self.call_budget]).encode())
        for world in (self.world, *(end.world for end in self.ends)):
            whole.update(world.state_hash.encode())
        return whole.hexdigest()[:_FINGERPRINT_LENGTH]

    def offered(self, distractors: int) -> tuple[str, ...]:
        """The needed tools and some others, shuffled, so that no place in the list tells which.

        Those of fewer distractors are among those of more, in the same order.

        Args:
            distractors: How many others.
        """
        others = [name for name in catalogue() if name not in self.needed_tools]
        drawn = Stream(self.world.seed, "offered tools").shuffled(others)[:distractors]
        chosen = self.needed_tools.union(drawn)
        order = Stream(self.world.seed, "order of tools").shuffled(list(catalogue()))
        return tuple(name for name in order if name in chosen)

    def evidence(
        self, world: World, outcome: str = DONE, *, finished_by_subject: bool = True
    ) -> Evidence:
        """What a subject left behind beside the right ends, restricted to what differs.

        Args:
            world: A fork of the prepared world after the attempt.
            outcome: What the subject claimed.
            finished_by_subject: Whether it ended the attempt itself.
        """
        old, new, *truths = evidence(self.world, world, *(end.world for end in self.ends))
        draft = self.draft
        ends = tuple(
            Expectation(truth, draft.texts, draft.ordered, draft.summed, draft.counted)
            for truth in truths
        )
        return Evidence(old, ends, new, draft.kind, outcome, finished_by_subject)

    def score(
        self, world: World, outcome: str = DONE, *, finished_by_subject: bool = True
    ) -> Score:
        """Score what a subject left behind; the arguments are those of `evidence`."""
        found = self.evidence(world, outcome, finished_by_subject=finished_by_subject)
        return found.score(own_spec())

    def is_reached(self, world: World, outcome: str = DONE) -> bool:
        """Whether a world is a right end, with a claim that its subject made: `score(...).correct`.

        Told at a fraction of the cost, by what differs between the world and an end alone: what is
        the same in both can be paired with itself. That does not hold where ranks count, or the
        number of records, nor is it needed where the claim decides.
        """
        draft = self.draft
        if draft.kind is not TaskKind.CHANGE or draft.ordered or _has_fees(draft.summed):
            return self.score(world, outcome).correct
        return any(self._differs_in_nothing(end.world, world) for end in self.ends)

    def _differs_in_nothing(self, end: World, world: World) -> bool:
        old, truth, new = evidence(self.world, end, world, between=(end, world))
        draft = self.draft
        expected = Expectation(truth, draft.texts, draft.ordered, draft.summed, draft.counted)
        found = compare(old, expected, new, own_spec())
        return all(change.kind is ChangeKind.MET for change in found)


def _has_fees(summed: Sequence[str]) -> bool:
    """Whether a collection allows a cent for each of its records where they are added up."""
    collections = declaration()["collections"]
    return any(collections.get(path, {}).get("fees") for path in summed)


@functools.cache
def own_spec() -> Spec:
    """The specification of our own states, compiled once."""
    return spec_from_json(declaration())


def make_instance(
    template: Template, seed: int, *, traps: bool = True, secret: str = ""
) -> Instance:
    """Make the instance of a template at a seed.

    The world's seed depends on template, version and instance seed, so that no two tasks share a
    world; that of a private instance on a secret as well, so that nobody else can make it.

    Args:
        template: The template.
        seed: The instance seed, a positive integer.
        traps: Whether to set the template's trap.
        secret: What to mix into the world's seed; nothing for a public instance.

    Raises:
        Decline: the template does not fit this seed's world.
        TaskError: the seed is not positive.
    """
    if seed < 1:
        raise TaskError(f"an instance seed is a positive integer, got {seed}")
    mixed_in = (secret,) if secret else ()
    world = World(derived_seed(template.id, template.version, seed, *mixed_in))
    draw = Stream(world.seed, "task")
    draft = template.make(world, draw)
    texts = [phrasing.format(**draft.words) for phrasing in template.phrasings]
    if draft.prepare is not None:
        draft.prepare(Stage(world, traps))
    world.begin()
    instruction = Stream(world.seed, "phrasing").choice(texts)
    return Instance(template, seed, world, instruction, draft, traps, secret)


def find_instance(
    suite: str, task: str, seed: int, *, traps: bool = True, secret: str = ""
) -> Instance:
    """The instance by the names of its suite and template, as `make_instance` makes it.

    Raises:
        TaskError: there is no such suite or template.
        Decline: the template does not fit this seed's world.
    """
    return make_instance(find_template(suite, task), seed, traps=traps, secret=secret)


def find_template(suite: str, task: str) -> Template:
    """A template by name.

    Raises:
        TaskError: there is no such suite or template.
    """
    known = templates(suite)
    if task not in known:
        raise TaskError(f"no task {task!r} in suite {suite}; there are: {', '.join(known)}")
    return known[task]
