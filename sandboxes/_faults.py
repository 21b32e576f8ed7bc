"""Faults of the world: which call meets one depends on (seed, tool, n-th call of it) alone."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from sandboxes._streams import Stream

LONGEST_RUN = 3
"""No tool faults more often than this in a row (docs/worlds.md)."""


class FaultKind(enum.Enum):
    """What can go wrong with a tool through no doing of the subject's."""

    NETWORK = "network"
    PASSWORD = "password"  # noqa: S105 - a kind of fault, not a secret
    NEVER = "never"


MESSAGES = {
    FaultKind.NETWORK: "Network fault: the request did not get through and nothing was changed. "
    "Try again.",
    FaultKind.PASSWORD: "A wrong password was entered and nothing was changed. Ask for it again.",
}


@dataclass(frozen=True)
class FaultProfile:
    """How often calls meet faults.

    Args:
        name: none, default or harsh.
        unstable: Range of the network rate of the unstable server; a world draws its own from it.
        elsewhere: Network rate of every other stateful tool.
        password: Rate of wrong passwords.
    """

    name: str
    unstable: tuple[float, float] = (0.0, 0.0)
    elsewhere: float = 0.0
    password: float = 0.0


UNSTABLE_SERVER = "LightTalk"
PROFILES = {
    profile.name: profile
    for profile in (
        FaultProfile("none"),
        FaultProfile("default", unstable=(0.1, 0.5), password=0.1),
        FaultProfile("harsh", unstable=(0.5, 0.5), elsewhere=0.15, password=0.3),
    )
}


class FaultSchedule:
    """The faults of one world under one profile, computed on demand.

    Args:
        seed: The world's seed.
        profile: How often calls meet faults.
    """

    def __init__(self, seed: int, profile: FaultProfile) -> None:
        self._seed = seed
        self.profile = profile
        low, high = profile.unstable
        self._unstable_rate = Stream(seed, "faults", "rate").uniform(low, high)
        self._drawn: dict[str, tuple[bool, ...]] = {}

    def rate(self, server: str, kind: FaultKind) -> float:
        """The fault rate of a tool in this world."""
        if kind is FaultKind.NEVER:
            return 0.0
        if kind is FaultKind.PASSWORD:
            return self.profile.password
        return self._unstable_rate if server == UNSTABLE_SERVER else self.profile.elsewhere

    def strikes(self, tool: str, number: int, rate: float) -> bool:
        """Whether the number-th well-formed call of the tool (from 1) meets a fault."""
        if rate <= 0.0:
            return False
        drawn = self._drawn.get(tool, ())
        if len(drawn) < number:
            # One assignment of what any thread would find, so that threads can share the memo.
            drawn = self._drawn[tool] = self._extended(tool, drawn, number, rate)
        return drawn[number - 1]

    def _extended(
        self, tool: str, drawn: tuple[bool, ...], number: int, rate: float
    ) -> tuple[bool, ...]:
        found = list(drawn)
        while len(found) < number:
            worn_out = len(found) >= LONGEST_RUN and all(found[-LONGEST_RUN:])
            stream = Stream(self._seed, "fault", tool, len(found) + 1)
            found.append(stream.chance(rate) and not worn_out)
        return tuple(found)
