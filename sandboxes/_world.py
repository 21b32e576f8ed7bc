"""The world: apps over one clock, made from a seed, changed by calls, forked in no time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any, NamedTuple, TypeVar

from sandboxes._app import AppState
from sandboxes._catalogue import app_states, catalogue
from sandboxes._faults import MESSAGES, PROFILES, FaultKind, FaultProfile, FaultSchedule
from sandboxes._outcome import Outcome, Refused
from sandboxes._records import Neutral
from sandboxes._streams import Stream, make_id
from sandboxes._tables import Cell
from sandboxes._tool import BadArguments, SeedData, Tool
from sandboxes._version import world_version

A = TypeVar("A", bound=AppState)
B = TypeVar("B")

_YEAR_START = datetime(2026, 1, 1)  # noqa: DTZ001 - a world's clock has no time zone
_YEAR_SECONDS = 365 * 24 * 3600
_LAST_HOUR, _LATE = timedelta(hours=1), 23
"""No world starts in a day's last hour: "today" is the same day to the end of any attempt."""
_STEP_SECONDS = (1, 10)
_SHOWN_NAME = 80


class Base:
    """What a seed determines: computed on demand, never changed, shared by all forks."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._parts: dict[type, Any] = {}
        offset = Stream(seed, "clock", "start").below(_YEAR_SECONDS)
        start = _YEAR_START + timedelta(seconds=offset)
        self.start = start - _LAST_HOUR if start.hour == _LATE else start

    def part(self, make: Callable[[int], B]) -> B:
        """One app's share of the base, made at its first use."""
        key: Any = make
        if key not in self._parts:
            self._parts[key] = make(self.seed)
        part: B = self._parts[key]
        return part


class Clock(NamedTuple):
    """The world's time, which LightOS shows."""

    clock: Neutral[str]


@dataclass
class Counters:
    """What a world has counted; carried by forks, no part of the state or its hash.

    Args:
        calls: Well-formed calls by tool.
        ids: Ids given out by kind.
        writes: Successful writes.
        skipped_ids: Running numbers of every kind that are left out at the start.
    """

    calls: dict[str, int] = field(default_factory=dict)
    ids: dict[str, int] = field(default_factory=dict)
    writes: int = 0
    skipped_ids: int = 0

    def fork(self) -> Counters:
        """A copy."""
        return Counters(dict(self.calls), dict(self.ids), self.writes, self.skipped_ids)


class World:
    """A seeded world of apps and the one door to its tools.

    Args:
        seed: Which world: a positive integer.
        profile: How often calls meet faults; a FaultProfile or its name.

    Raises:
        ValueError: the seed is not positive.
        KeyError: no such profile.
    """

    def __init__(self, seed: int, profile: FaultProfile | str = "none") -> None:
        if type(seed) is not int or seed < 1:
            raise ValueError(f"a seed is a positive integer, got {seed!r}")
        self.seed = seed
        self.base = Base(seed)
        self.clock = Cell(Clock(self.base.start.isoformat(" ")))
        self.counters = Counters()
        self._faults = FaultSchedule(seed, _profile(profile))
        self._apps: dict[type[AppState], AppState] = {}

    def app(self, state: type[A]) -> A:
        """The state of one app."""
        found = self._apps.get(state)
        if found is None:
            found = self._apps[state] = state(self)
        return found  # type: ignore[return-value]  # keyed by its own class

    def fork(self, profile: FaultProfile | str | None = None) -> World:
        """An independent copy: the base is shared, the overlay and the counters are copied.

        Args:
            profile: Another fault profile for the copy; None keeps this one.
        """
        twin = World.__new__(World)
        twin.seed, twin.base = self.seed, self.base
        twin.clock = self.clock.fork()
        twin.counters = self.counters.fork()
        twin._faults = (
            self._faults if profile is None else FaultSchedule(self.seed, _profile(profile))
        )
        twin._apps = {state: app.fork(twin) for state, app in self._apps.items()}
        return twin

    @property
    def profile(self) -> FaultProfile:
        """How often calls meet faults."""
        return self._faults.profile

    def call(self, name: str, arguments: object) -> Outcome:
        """Call a tool: look it up, check the arguments, draw its fault, run it.

        A refusal, a fault or a call that is not understood leaves the state as it was.

        Args:
            name: Name of the tool.
            arguments: Its arguments, a JSON object.

        Returns:
            The outcome; only a bug of ours raises.
        """
        found = catalogue().get(name) if isinstance(name, str) else None
        if found is None:
            return Outcome("error", _unknown(name))
        try:
            checked = found.checked(arguments)
        except BadArguments as error:
            return Outcome("error", str(error))
        fault = self._fault(found)
        if fault is not None:
            return Outcome("internal_error", MESSAGES[fault])
        try:
            output = self._run(found, checked)
        except Refused as refusal:
            return Outcome("failed", str(refusal))
        if found.mutates:
            self._written()
        return Outcome("ok", output)

    def count(self, name: str, outcome: Outcome) -> None:
        """Count a call of a stateless tool whose outcome is known and not computed again."""
        if outcome.status != "error":
            self.counters.calls[name] = self.counters.calls.get(name, 0) + 1

    def apps(self) -> Iterator[AppState]:
        """The states of all apps, in catalogue order."""
        return map(self.app, app_states())

    def timestamp(self) -> str:
        """The world's clock, "YYYY-MM-DD HH:MM:SS": it moves after each successful write."""
        return self.clock.value.clock

    def new_id(self, kind: str) -> str:
        """The next id of a kind."""
        number = self.counters.ids.get(kind, self.counters.skipped_ids) + 1
        self.counters.ids[kind] = number
        return make_id(self.seed, kind, number)

    def begin(self) -> None:
        """End the preparation: rights and passwords of the session are gone, no call is counted."""
        for app in self._apps.values():
            app.reset_session()
        self.counters.calls.clear()

    def state(self, *, whole: bool = False) -> dict[str, Any]:
        """The state as fresh JSON, by server.

        Args:
            whole: With the bases of lazy collections (timetables and the like), of which otherwise
                only what differs is shown. States that are to be scored as they are need it.
        """
        return {app.server: app.export(whole=whole) for app in self.apps()}

    @property
    def state_hash(self) -> str:
        """Hash of (world version, seed, overlay): equal if and only if the states are."""
        whole = blake2b(f"{world_version()}/{self.seed}".encode(), digest_size=16)
        for app in self.apps():
            whole.update(app.digest())
        return whole.hexdigest()

    def _run(self, found: Tool, checked: dict[str, Any]) -> Any:
        given = found.given
        if given is None:
            return found.function(**checked)
        first: AppState | Stream | SeedData
        if issubclass(given, AppState):
            first = self.app(given)
        elif issubclass(given, SeedData):
            first = self.base.part(given)
        else:
            first = given(self.seed, "tool", found.name, self.counters.calls[found.name])
        return found.function(first, **checked)

    def _fault(self, found: Tool) -> FaultKind | None:
        number = self.counters.calls.get(found.name, 0) + 1
        self.counters.calls[found.name] = number
        if found.faults is FaultKind.NETWORK and found.state and self.app(found.state).is_stable:
            return None
        rate = self._faults.rate(found.server, found.faults)
        return found.faults if self._faults.strikes(found.name, number, rate) else None

    def _written(self) -> None:
        self.counters.writes += 1
        step = Stream(self.seed, "clock", "step", self.counters.writes).between(*_STEP_SECONDS)
        moved = datetime.fromisoformat(self.clock.value.clock) + timedelta(seconds=step)
        self.clock.set(Clock(moved.isoformat(" ")))


def _profile(profile: FaultProfile | str) -> FaultProfile:
    return PROFILES[profile] if isinstance(profile, str) else profile


def _unknown(name: object) -> str:
    if not isinstance(name, str):
        return "The name of a tool is a text; something else was sent."
    return (
        f"There is no tool {name[:_SHOWN_NAME]!a}. Call one of the listed tools by its exact name."
    )
