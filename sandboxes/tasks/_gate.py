"""The gate: gold passes, everything near it fails, or the instance is not used (docs/tasks.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from evaluators import CANNOT_BE_DONE, DONE, ChangeKind, TaskKind
from sandboxes._catalogue import catalogue
from sandboxes._declaration import declaration
from sandboxes.tasks._client import GoldRefused
from sandboxes.tasks._instance import Instance, make_instance
from sandboxes.tasks._passing import passing_checks
from sandboxes.tasks._replay import same_state
from sandboxes.tasks._template import Decline, Draft, Template, reading_hash
from sandboxes.tasks._variants import Variant, strays, variants


@dataclass(frozen=True)
class Failure:
    """Something that the gate found wrong with an instance."""

    task: str
    seed: int
    check: str
    detail: str


@dataclass
class Verdict:
    """What the gate says of one instance.

    Args:
        task: The template's id.
        seed: The instance seed.
        declined: Why the template does not fit the seed; None if it does.
        failures: What is wrong; none means that the instance passed.
        passing: How many ways that must pass were tried and passed.
        failing: How many variants were tried and failed, as they should.
        dropped: How many variants were left out as they reach a right end in full.
    """

    task: str
    seed: int
    declined: str | None = None
    failures: list[Failure] = field(default_factory=list)
    passing: int = 0
    failing: int = 0
    dropped: int = 0

    @property
    def passed(self) -> bool:
        """Whether the instance may be used."""
        return self.declined is None and not self.failures

    def blame(self, check: str, detail: str) -> None:
        """Note something that is wrong."""
        self.failures.append(Failure(self.task, self.seed, check, detail))


def gate(template: Template, seed: int, *, traps: bool = True, secret: str = "") -> Verdict:
    """Put the instance of a template at a seed through the gate.

    Args:
        template: The template.
        seed: The instance seed.
        traps: Whether the template's trap is set.
        secret: What is mixed into the world's seed, for a private instance.
    """
    verdict = Verdict(template.id, seed)
    try:
        instance = make_instance(template, seed, traps=traps, secret=secret)
    except Decline as reason:
        verdict.declined = str(reason)
        return verdict
    for check in (_form, _demands, _gold, _nothing_done, _other_branch, _wrong_ways, _greedy):
        try:
            check(instance, verdict)
        except GoldRefused as refusal:
            verdict.blame(check.__name__.strip("_"), f"a gold call was refused: {refusal}")
    return verdict


def _form(instance: Instance, verdict: Verdict) -> None:
    text, draft = instance.instruction, instance.draft
    for name in catalogue():
        if "_" in name and re.search(rf"\b{re.escape(name)}\b", text):
            verdict.blame("form", f"the instruction names the tool {name}")
    if re.search(r"\{\w*\}", text):
        verdict.blame("form", "a placeholder is not filled")
    for needed in draft.unique:
        if needed not in text:
            verdict.blame("form", f"the instruction does not say {needed!r}")
    if not draft.unique:
        verdict.blame("form", "nothing in the instruction makes its people and things unique")
    reading, as_it_stands = instance.template.reading, reading_hash(instance.template.phrasings)
    if reading is None or reading.text != as_it_stands:
        verdict.blame("reading", f"the text as it stands ({as_it_stands}) had no second reading")


def _demands(instance: Instance, verdict: Verdict) -> None:
    draft = instance.draft
    total = instance.score(instance.ends[0].world).total
    if (total > 0) is not (draft.kind is TaskKind.CHANGE):
        verdict.blame("form", f"{draft.kind.value} task with T = {total}")
    if draft.kind is TaskKind.IMPOSSIBLE and not (draft.obstacle and draft.lift):
        verdict.blame("form", "the obstacle is not named or can't be lifted")
    for path in _undeclared(draft):
        verdict.blame("form", f"the task names {path}, which no app declares so")


def _undeclared(draft: Draft) -> Iterator[str]:
    """Paths by which the task says what counts, and which no app declares so: typing errors."""
    spec = declaration()
    scored, collections = set(spec["scored"]), set(spec["collections"])
    yield from (path for path in (*draft.ordered, *draft.summed) if path not in collections)
    yield from (path for path, _ in draft.texts if path not in scored)
    yield from (path for path in draft.counted if path not in spec["neutral"])


def _gold(instance: Instance, verdict: Verdict) -> None:
    claim = right_claim(instance)
    for name, world, calls in passing_checks(instance):
        if instance.is_reached(world, claim):
            verdict.passing += 1
        else:
            changes = instance.score(world, claim).changes
            wrong = [change.sentence for change in changes if change.kind is not ChangeKind.MET]
            verdict.blame(name, f"should pass: {' '.join(wrong[:3])}")
        if calls is not None and calls > instance.call_budget / 2:
            verdict.blame(name, f"{calls} calls of a budget of {instance.call_budget}")


def right_claim(instance: Instance) -> str:
    """What a subject that solved the instance says at the end."""
    return CANNOT_BE_DONE if instance.draft.kind is TaskKind.IMPOSSIBLE else DONE


def _nothing_done(instance: Instance, verdict: Verdict) -> None:
    """Doing nothing fails, but where nothing can or should be done: there the claim decides."""
    untouched = instance.world.fork()
    if instance.draft.kind is TaskKind.CHANGE:
        if instance.score(untouched).correct:
            verdict.blame("nothing", "doing nothing passes")
        return
    right = right_claim(instance)
    wrong = DONE if right == CANNOT_BE_DONE else CANNOT_BE_DONE
    if not instance.score(untouched, right).correct:
        verdict.blame("claim", f"nothing done and {right} should pass")
    if instance.score(untouched, wrong).correct:
        verdict.blame("claim", f"nothing done and {wrong} passes")
    if instance.score(untouched, right, finished_by_subject=False).correct:
        verdict.blame("claim", "running out of budget passes")
    for stray in strays(instance):
        if instance.score(stray.world, right).correct:
            verdict.blame("stray", f"{stray.detail} passes")


def _other_branch(instance: Instance, verdict: Verdict) -> None:
    """What would be right if the obstacle were gone or the condition held is wrong here."""
    if instance.draft.kind is TaskKind.IMPOSSIBLE:
        _lifted(instance, verdict)
    if instance.draft.kind is TaskKind.DO_NOTHING:
        acted = instance.run(instance.draft.gold, careful=False).world
        if same_state(instance.world, instance.world, acted):
            verdict.blame("branch", "the other branch's gold changes nothing")
        if instance.score(acted, DONE).correct:
            verdict.blame("branch", "the other branch's gold passes")


def _lifted(instance: Instance, verdict: Verdict) -> None:
    solved = instance.without_obstacle
    if solved.cannot:
        verdict.blame("obstacle", "with the obstacle removed the gold still gives up")
    elif same_state(instance.world, instance.world, solved.world):
        verdict.blame("obstacle", "with the obstacle removed the gold changes nothing")


def _wrong_ways(instance: Instance, verdict: Verdict) -> None:
    if instance.draft.kind is not TaskKind.CHANGE:
        return
    failed_writes: set[tuple[int, int]] = set()
    checked_writes: set[tuple[int, int]] = set()
    for variant in variants(instance):
        if variant.write is not None:
            checked_writes.add(variant.write)
        if not instance.is_reached(variant.world):
            verdict.failing += 1
            if variant.write is not None:
                failed_writes.add(variant.write)
        elif _reaches_an_end(instance, variant):
            verdict.dropped += 1
        else:
            verdict.blame(variant.check, f"should fail: {variant.detail}")
    for end, number in sorted(checked_writes - failed_writes):
        verdict.blame("write", f"no variant of write {number} of end {end} fails")


def _reaches_an_end(instance: Instance, variant: Variant) -> bool:
    return variant.undone or any(
        same_state(instance.world, end.world, variant.world) for end in instance.ends
    )


def _greedy(instance: Instance, verdict: Verdict) -> None:
    """A clean-slate trap catches whoever does not look, and nobody once it is removed."""
    if "clean_slate" not in instance.template.traps or not instance.traps:
        return
    if _greedy_passes(instance):
        verdict.blame("trap", "greedy passes with the trap set")
    without = make_instance(instance.template, instance.seed, traps=False, secret=instance.secret)
    if not _greedy_passes(without):
        verdict.blame("trap", "greedy fails with the trap removed")


def _greedy_passes(instance: Instance) -> bool:
    try:
        world = instance.run(instance.draft.gold, "default", careful=False).world
    except GoldRefused:
        return False
    return instance.is_reached(world)
