"""Which ids and places the answers of an attempt have shown, and when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from evaluators.trajectory._facts import TaskFacts
from evaluators.trajectory._trajectory import TracedCall, Trajectory


def strings(value: Any) -> Iterator[str]:
    """Every text in a JSON value, keys of objects included: some answers are keyed by id."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)


def fields(value: Any) -> Iterator[tuple[str, Any]]:
    """Every named value in a JSON value, at any depth."""
    if isinstance(value, dict):
        yield from value.items()
    if isinstance(value, dict | list | tuple):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from fields(inner)


def stands_in(identifier: str, text: str) -> bool:
    """Whether an id stands in a text as a whole token: "airport_1" does not in "airport_12"."""
    if identifier not in text:
        return False
    return re.search(rf"(?<!\w){re.escape(identifier)}(?!\w)", text) is not None


class Sightings:
    """What a subject has been shown, by its instruction and by the answers so far.

    An answer shows an id if the id stands in it as a whole token: as a value or key, or inside a
    text such as a link. Refusals repeat what was sent, and so do the answers of many writes: an
    answer shows no id that the call itself sent, unless the call is a read that succeeded, which
    is a look at the record.

    Args:
        trajectory: The attempt.
        facts: What is known of the task.
    """

    def __init__(self, trajectory: Trajectory, facts: TaskFacts) -> None:
        self._facts = facts
        self._calls = [
            (call, "\n".join(strings(call.output)), "\n".join(strings(call.arguments)))
            for call in trajectory.calls
        ]

    def knows(self, identifier: str, before: int) -> bool:
        """Whether an id was known before the call of a number."""
        if stands_in(identifier, self._facts.instruction):
            return True
        return any(
            stands_in(identifier, answer)
            and (self._is_look(call) or not stands_in(identifier, sent))
            for call, answer, sent in self._calls
            if call.number < before
        )

    def knows_place(self, argument: str, place: int, before: int) -> bool:
        """Whether an answer before the call of a number has shown a place in a list."""
        return any(
            (argument, place) in ((name, value) for name, value in fields(call.output))
            for call, _, _ in self._calls
            if call.number < before
        )

    def has_read(self, tools: frozenset[str], before: int) -> bool:
        """Whether one of some reads has succeeded before the call of a number."""
        return any(
            call.ok and call.tool in tools for call, _, _ in self._calls if call.number < before
        )

    def _is_look(self, call: TracedCall) -> bool:
        return call.ok and call.tool not in self._facts.mutating
