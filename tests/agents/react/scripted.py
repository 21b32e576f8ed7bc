"""Models that say what is written for them, and an attempt that answers anything."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from agents.model import Function, Message, Reply, ToolUse, Usage
from agents.react import Dialect, NativeDialect, TextDialect
from evaluators import CANNOT_BE_DONE, DONE
from sandboxes import AttemptFinished, Brief, Outcome

DIALECTS: list[Dialect] = [NativeDialect(), TextDialect()]
NATIVE, TEXT = DIALECTS

Line = Reply | Exception
Calls = Sequence[tuple[str, Any]]


class ScriptedModel:
    """Says its lines in order.

    Args:
        lines: Replies, and exceptions that are raised in their place.
        last: What is said when they are used up; None: nothing may be asked then.

    Attributes:
        asked: What it was asked: messages and functions.
    """

    def __init__(self, lines: Iterable[Line], last: Reply | None = None) -> None:
        self._lines, self._last = list(lines), last
        self.asked: list[tuple[list[Message], list[Function]]] = []

    def reply(self, messages: Sequence[Message], functions: Sequence[Function]) -> Reply:
        self.asked.append((list(messages), list(functions)))
        place = len(self.asked) - 1
        line = self._lines[place] if place < len(self._lines) else self._last
        assert line is not None, "nothing more is written"
        if isinstance(line, Exception):
            raise line
        return line


class EchoSession:
    """An attempt in which every call is answered with what was called.

    Args:
        budget: How many calls may be made.

    Attributes:
        calls: What was called.
        claim: By what it was finished.
    """

    first_observation: Any = None

    def __init__(self, budget: int = 100) -> None:
        self.brief = Brief("Do it for $5 {and} more.", budget, 'Finish with "done".')
        self.calls: list[tuple[str, Any]] = []
        self.claim: tuple[str, str] | None = None

    @property
    def finished(self) -> bool:
        return self.claim is not None or len(self.calls) >= self.brief.call_budget

    def tools(self) -> list[dict[str, Any]]:
        return [listed("look"), listed("buy")]

    def call(self, name: str, arguments: object) -> Outcome:
        if self.finished:
            raise AttemptFinished("It has ended.")
        self.calls.append((name, arguments))
        return Outcome("ok", [len(self.calls), name, arguments])

    def finish(self, outcome: str, answer: str = "") -> None:
        if outcome not in (DONE, CANNOT_BE_DONE) or len(answer) > 1000:
            raise ValueError("that can't be")
        if self.finished:
            raise AttemptFinished("It has ended.")
        self.claim = outcome, answer


class SearchingSession(EchoSession):
    """One in which tools are listed by looking for them."""

    retrieves = True

    def __init__(self, budget: int = 100) -> None:
        super().__init__(budget)
        self.searches: list[tuple[str, int]] = []

    def tools(self) -> list[dict[str, Any]]:
        return [listed(query) for query, _ in self.searches]

    def retrieve_tools(self, query: str, k: int) -> Outcome:
        if self.finished:
            raise AttemptFinished("It has ended.")
        self.searches.append((query, k))
        return Outcome("ok", [listed(query)])


def listed(name: str) -> dict[str, Any]:
    """A tool as sessions list it."""
    return {"name": name, "description": f"To {name}.\n", "input_schema": {"type": "object"}}


def native(*calls: tuple[str, str], text: str = "", **options: Any) -> Reply:
    """A reply with native calls: names, and arguments as text; ids are "a", "b" and so on."""
    uses = tuple(ToolUse("abcdefgh"[n], *call) for n, call in enumerate(calls))
    return Reply(text, uses, **options)


def says(text: str, **options: Any) -> Reply:
    """A reply that is text."""
    return Reply(text, **options)


def used(tokens: int) -> Usage:
    """The usage of a reply: the fifth part is output."""
    return Usage(prompt=tokens - tokens // 5, output=tokens // 5)


def calls(dialect: Dialect, *made: tuple[str, Any]) -> list[Reply]:
    """Replies that make calls, one each."""
    return [_call(dialect, name, arguments) for name, arguments in made]


def _call(dialect: Dialect, name: str, arguments: Any) -> Reply:
    if dialect.name == "native":
        return native((name, json.dumps(arguments)))
    call = json.dumps({"name": name, "arguments": arguments})
    return says(f"I call it.\n<tool>{call}</tool>")


def finishes(dialect: Dialect, outcome: str = DONE) -> Reply:
    """A reply that ends the attempt."""
    if dialect.name == "native":
        return native(("finish_task", json.dumps({"outcome": outcome})))
    return says("That is it.\n[END]" + ("" if outcome == DONE else f" {outcome}"))


def answers(messages: Iterable[Message]) -> list[Any]:
    """What was told of calls, in order, read as JSON."""
    told = []
    for message in messages:
        content = str(message["content"])
        if message["role"] == "tool":
            told.append(json.loads(content))
        elif content.startswith("<response>"):
            told.append(json.loads(content.removeprefix("<response>").removesuffix("</response>")))
    return told


def after(times: int) -> Callable[[], bool]:
    """A wish to stop, from the question on that comes after so many."""
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > times

    return stop
