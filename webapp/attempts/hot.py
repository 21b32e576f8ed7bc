"""Live state of attempts: folded from their logs, kept while it is in use, dropped at no loss."""

from __future__ import annotations

import functools
import json
import threading
from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from sandboxes import world_version
from sandboxes.suites import AnyEnvironment, AnyInstance, find_suite
from sandboxes.tasks import Decline, Instance, TaskError
from sandboxes.workflows import WorkflowError
from webapp.attempts.conditions import Conditions
from webapp.attempts.log import NewEvent
from webapp.attempts.models import Attempt, Event, EventKind, Status
from webapp.attempts.steps import Line
from webapp.attempts.stored import recorded, retrieved_names
from webapp.benchmark.models import Instance as InstanceRecord

_KEPT_ATTEMPTS = 512
_KEPT_INSTANCES = 128

_ENDINGS = (EventKind.FINISH, EventKind.EXPIRE, EventKind.LAPSE, EventKind.ERROR)


class HotAttempt:
    """An attempt as its log makes it, up to an event.

    Args:
        attempt: Its row, with instance, task, suite and conditions.
        token_digest: Digest of the secret in its addresses; None if it has none.

    Attributes:
        number: Number of the last event that was folded.
        environment: Where calls go; None if the attempt can't be continued.
        outdated: Why it can't be continued under the worlds and tasks of today, or "".
        keys: Numbers of events by idempotency key.
        moved: Whether the environment is ahead of what is known to be in the log; it is of use no
            longer if that lasts.
        contended: Whether others have been seen to act in the attempt as well.
        seat: Which window of the console acts in it; empty before the first.
        retrievals: How many times tools were looked for.
        listed: Names of the tools on offer, retrieved ones included; None: all.
        observation: What the subject sees before its first call, JSON; None: nothing.
    """

    def __init__(self, attempt: Attempt, token_digest: str | None) -> None:
        self.attempt = attempt
        self.conditions = Conditions.model_validate(attempt.conditions.body)
        self.token_digest = token_digest
        self.number = 0
        self.keys: dict[str, int] = {}
        self.started_at: datetime | None = None
        self.paused_at: datetime | None = None
        self.paused_for = timedelta()
        self.ending: Event | NewEvent | None = None
        self.outdated = ""
        self.environment: AnyEnvironment | None = None
        self.observation: Any = None
        self.calls = 0
        self.moved = False
        self.contended = False
        self.seat = ""
        self.retrievals = 0
        self.listed = None if attempt.offered is None else tuple(attempt.offered)

    @property
    def call_budget(self) -> int:
        """How many calls may be made."""
        return self.conditions.call_budget or self.attempt.instance.call_budget

    @property
    def deadline(self) -> datetime | None:
        """When the time runs out; None if it doesn't, or stands still."""
        if self.started_at is None or self.paused_at or self.conditions.seconds is None:
            return None
        return self.started_at + self.paused_for + timedelta(seconds=self.conditions.seconds)

    def overdue(self, now: datetime) -> bool:
        """Whether its time has run out and it has not yet been ended."""
        deadline = self.deadline
        return deadline is not None and now >= deadline and self.environment is not None

    def trial(self) -> AnyEnvironment:
        """Where the next call is to be made.

        Alone, it is made on the spot: if it does not get into the log, all is folded anew. Where
        others act as well that would happen at every other call, so there a fork is tried on.
        """
        assert self.environment is not None
        if self.contended:
            return self.environment.fork()
        self.moved = True
        return self.environment

    def prepare(self) -> None:
        """Make the environment, before any event is folded, unless it can't be continued."""
        if self.attempt.status != Status.OPEN:
            return
        if self.attempt.world_version != world_version():
            self.outdated = (
                "The attempt was made under another version of the worlds "
                f"({self.attempt.world_version}; now {world_version()}). It can be read and "
                "regraded, but not continued."
            )
            return
        instance = made_instance(self.attempt.instance)
        if instance is None or instance.fingerprint != self.attempt.instance.fingerprint:
            self.outdated = (
                "The task was changed after the attempt was opened. It can be read and regraded, "
                "but not continued."
            )
            return
        self.environment = fresh_environment(self.attempt, instance, self.conditions)
        self.observation = self.environment.first_observation

    def fold(self, events: Iterable[Event]) -> None:
        """Bring it to where it is after further events.

        Raises:
            ReplayMismatch: a recorded call came out differently.
        """
        for event in events:
            if event.kind == EventKind.CALL and self.environment is not None:
                self.environment.apply(recorded(event))
            self.note(event)

    def note(self, event: Event | NewEvent) -> None:
        """Take over an event whose call the environment has seen."""
        if event.kind == EventKind.CALL:
            self.calls += 1
        elif event.kind == EventKind.RETRIEVE:
            self._list_also(event)
        elif event.kind == EventKind.START:
            self.started_at = event.at
        elif event.kind == EventKind.PAUSE:
            self.paused_at = event.at
        elif event.kind == EventKind.RESUME and self.paused_at is not None:
            self.paused_for += event.at - self.paused_at
            self.paused_at = None
        elif event.kind == EventKind.TAKEOVER:
            self.seat = json.loads(event.arguments)["seat"]
        elif event.kind == EventKind.TOKEN:
            self.token_digest = json.loads(event.arguments)["digest"]
        elif event.kind in _ENDINGS:
            self.ending, self.environment = event, None
        if event.key:
            self.keys[event.key] = event.number
        self.number = event.number

    def _list_also(self, event: Event | NewEvent) -> None:
        """Put on offer what was retrieved: as it was answered, not as it would be found today."""
        self.retrievals += 1
        names = retrieved_names(event.answer)
        if self.listed is not None:
            self.listed = tuple(dict.fromkeys((*self.listed, *names)))
        if self.environment is not None:
            self.environment.list_also(names)


class Place:
    """Where an attempt is kept, and the line of those who want to act in it."""

    def __init__(self) -> None:
        self.line = Line()
        self.hot: HotAttempt | None = None


class Places:
    """The attempts that were used last.

    Whoever holds a place that was dropped works on: two live copies can't both append, since each
    number is given once.
    """

    def __init__(self, most: int = _KEPT_ATTEMPTS) -> None:
        self._most = most
        self._guard = threading.Lock()
        self._places: OrderedDict[int, Place] = OrderedDict()

    def place(self, attempt_id: int) -> Place:
        """The place of an attempt."""
        with self._guard:
            found = self._places.get(attempt_id)
            if found is None:
                found = self._places[attempt_id] = Place()
                self._make_room()
            self._places.move_to_end(attempt_id)
            return found

    def _make_room(self) -> None:
        """Drop the one that was used longest ago; those in use stay, and with them their lines."""
        idle = (key for key, place in self._places.items() if not place.line.busy)
        while len(self._places) > self._most:
            oldest = next(idle, None)
            if oldest is None:
                return
            del self._places[oldest]
            idle = (key for key, place in self._places.items() if not place.line.busy)

    def clear(self) -> None:
        """Forget all: each attempt is folded anew from its log."""
        with self._guard:
            self._places.clear()


places = Places()
"""The hot attempts of this process."""


def load(attempt_id: int) -> HotAttempt:
    """Fold an attempt from its log.

    Raises:
        Attempt.DoesNotExist: there is none.
        ReplayMismatch: a recorded call came out differently.
    """
    related = ("instance__task__suite", "instance__draw", "conditions")
    attempt = Attempt.objects.select_related(*related).get(pk=attempt_id)
    tokens = attempt.tokens.filter(revoked_at=None).values_list("digest", flat=True)
    hot = HotAttempt(attempt, tokens.last())
    hot.prepare()
    catch_up(hot)
    return hot


def catch_up(hot: HotAttempt) -> None:
    """Fold what others have appended meanwhile.

    Raises:
        ReplayMismatch: a recorded call came out differently.
    """
    hot.fold(Event.objects.filter(attempt=hot.attempt.pk, number__gt=hot.number).order_by("number"))


def fresh_environment(
    attempt: Attempt, instance: AnyInstance, conditions: Conditions
) -> AnyEnvironment:
    """An attempt's environment before its first call.

    Args:
        attempt: The attempt.
        instance: What it is an attempt at, as today's code makes it.
        conditions: Under which.
    """
    return find_suite(instance.suite).environment(
        instance,
        conditions.profile,
        call_budget=conditions.call_budget,
        offered=attempt.offered,
    )


def made_instance(record: InstanceRecord) -> AnyInstance | None:
    """An instance, made by the code of today; None if there is no such task any more."""
    task = record.task
    try:
        return _instance(task.suite.name, task.name, record.seed, record.secret)
    except (TaskError, WorkflowError, Decline):
        return None


def known_instance(record: InstanceRecord) -> Instance | None:
    """The same, of a task that is judged by the state that is left behind; else None."""
    found = made_instance(record)
    return found if isinstance(found, Instance) else None


@functools.lru_cache(maxsize=_KEPT_INSTANCES)
def _instance(suite: str, task: str, seed: int, secret: str) -> AnyInstance:
    instance = find_suite(suite).instance(task, seed, secret=secret)
    assert instance.fingerprint, "made now, with the right ends, not in the middle of a call"
    return instance
