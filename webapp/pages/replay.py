"""What each call of an attempt changed: found by making its recorded calls once more."""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from evaluators import Spec, spec_from_json
from sandboxes import ReplayMismatch, declaration, world_version
from sandboxes.tasks import Instance, InterdependentEnvironment
from webapp.attempts.conditions import Conditions
from webapp.attempts.hot import known_instance
from webapp.attempts.models import Attempt, Event, EventKind
from webapp.attempts.stored import recorded
from webapp.pages.states import Leaf, Leaves, Names, Place, leaves_of

_KEPT_REPLAYS = 16
_KEPT_NAMES = 32


@dataclass(frozen=True, slots=True)
class LeafChange:
    """One leaf that a call changed.

    Args:
        place: Where it stands.
        old: The leaf before; None if it was absent.
        new: The leaf after; None if it is absent.
    """

    place: Place
    old: Leaf | None
    new: Leaf | None


class Replay:
    """The recorded calls of an attempt, made again up to an event.

    Args:
        attempt: The attempt, with instance, task, suite and conditions.

    Attributes:
        number: Number of the last call that was made again.
        why_not: Why there is none, or why it stops there; empty if nothing is wrong.
        changes: What each event changed, by its number; those that changed nothing are left out.
        names: What the records are called.
    """

    def __init__(self, attempt: Attempt) -> None:
        self.guard = threading.Lock()
        self.number = 0
        self.changes: dict[int, tuple[LeafChange, ...]] = {}
        self.names = Names()
        self._attempt_id = attempt.pk
        self._environment, self.why_not = _fresh(attempt)
        if self._environment is not None:
            instance = known_instance(attempt.instance)
            assert instance is not None, "there is an environment of it"
            self.names = _start_names(instance).copy()
            self._hash = self._environment.state_hash
            self._seen = _Sight(self._environment)

    def catch_up(self) -> None:
        """Make the calls again that have come meanwhile."""
        calls = Event.objects.filter(attempt=self._attempt_id, kind=EventKind.CALL)
        self.fold(calls.filter(number__gt=self.number).order_by("number").iterator())

    def fold(self, calls: Iterable[Event]) -> None:
        """Make further calls again, and see what each of them changes."""
        if self._environment is None:
            return
        try:
            for event in calls:
                self._environment.apply(recorded(event))
                self.number = event.number
                if self._environment.state_hash != self._hash:
                    self._look(self._environment, event.number)
        except ReplayMismatch:
            self._environment = None
            self.why_not = "The recorded calls came out differently when they were made again."

    def _look(self, environment: InterdependentEnvironment, number: int) -> None:
        before, self._seen = self._seen, _Sight(environment)
        self._hash = environment.state_hash
        self.names.learn(self._seen.new)
        self.changes[number] = tuple(before.changes_until(self._seen))

    def since_start(self, until: int) -> list[LeafChange]:
        """How the state after an event differs from that at the start."""
        first: dict[Place, Leaf | None] = {}
        last: dict[Place, Leaf | None] = {}
        for number, changes in list(self.changes.items()):  # others may be adding to it
            if number > until:
                break
            for change in changes:
                first.setdefault(change.place, change.old)
                last[change.place] = change.new
        return [
            LeafChange(place, old, last[place])
            for place, old in first.items()
            if old != last[place]
        ]


class _Sight:
    """What differs between an environment as it is now and as it was at the start.

    Only records that differ are in it; of all others, the value now is the value at the start.
    """

    def __init__(self, environment: InterdependentEnvironment) -> None:
        evidence = environment.evidence()
        self.old: Leaves = leaves_of(evidence.old, own_spec())
        self.new: Leaves = leaves_of(evidence.new, own_spec())

    def changes_until(self, later: _Sight) -> Iterable[LeafChange]:
        """What was changed between this and a later sight of the same environment."""
        places = dict.fromkeys((*self.old, *self.new, *later.old, *later.new))
        for place in places:
            old = self._value(place, later)
            new = later._value(place, self)
            if old != new:
                yield LeafChange(place, old, new)

    def _value(self, place: Place, other: _Sight) -> Leaf | None:
        if place in self.old or place in self.new:
            return self.new.get(place)
        return other.old.get(place)


def state_after(attempt: Attempt, number: int) -> dict[str, Any] | None:
    """The whole state after an event; None if the calls can't be made again."""
    environment, _ = _fresh(attempt)
    if environment is None:
        return None
    calls = Event.objects.filter(attempt=attempt, kind=EventKind.CALL, number__lte=number)
    try:
        for event in calls.order_by("number").iterator():
            environment.apply(recorded(event))
    except ReplayMismatch:
        return None
    return environment.state


class _Replays:
    """The replays that were asked for last."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._kept: OrderedDict[int, Replay] = OrderedDict()

    def replay(self, attempt: Attempt) -> Replay:
        """The replay of an attempt, up to its last call."""
        with self._guard:
            found = self._kept.get(attempt.pk)
        if found is None:
            found = Replay(attempt)
            with self._guard:
                found = self._kept.setdefault(attempt.pk, found)
                if len(self._kept) > _KEPT_REPLAYS:
                    self._kept.popitem(last=False)
        with self._guard:
            if attempt.pk in self._kept:
                self._kept.move_to_end(attempt.pk)
        with found.guard:
            found.catch_up()
        return found


_replays = _Replays()


def replay_of(attempt: Attempt) -> Replay:
    """What each call of an attempt changed, up to the last one in its log."""
    return _replays.replay(attempt)


@functools.cache
def own_spec() -> Spec:
    """What the paths of states mean as they are made today."""
    return spec_from_json(declaration())


def _fresh(attempt: Attempt) -> tuple[InterdependentEnvironment | None, str]:
    """The attempt's environment before its first call; or why there is none."""
    if attempt.world_version != world_version():
        return None, "The attempt was made in worlds of an older version."
    instance = known_instance(attempt.instance)
    if instance is None or instance.fingerprint != attempt.instance.fingerprint:
        return None, "The task was changed after the attempt."
    conditions = Conditions.model_validate(attempt.conditions.body)
    environment = InterdependentEnvironment(
        instance,
        conditions.profile,
        call_budget=conditions.call_budget,
        offered=attempt.offered,
    )
    return environment, ""


def _start_names(instance: Instance) -> Names:
    """The names in an instance's world, which takes as long to write out as some hundred calls."""
    with _names_guard:
        if instance.fingerprint not in _names_kept:
            names = Names()
            names.learn(leaves_of(InterdependentEnvironment(instance, "none").state, own_spec()))
            _names_kept[instance.fingerprint] = names
            if len(_names_kept) > _KEPT_NAMES:
                _names_kept.popitem(last=False)
        return _names_kept[instance.fingerprint]


_names_guard = threading.Lock()
_names_kept: OrderedDict[str, Names] = OrderedDict()
