"""What sessions over all transports share: keys, patience, and whose fault a refusal is."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from types import TracebackType
from typing import Any, Self, TypeVar

from agents.sessions._errors import PASSING, ConnectionLost, Refusal, SessionError
from sandboxes import AttemptFinished, Brief, Outcome

T = TypeVar("T")

RETRIEVE_TOOLS = "retrieve_tools"
CONTROLS = ("get_task", "finish_task", RETRIEVE_TOOLS)
PATIENCE = 120.0
"""How long an answer may take, in seconds, before the connection counts as broken."""
_DELAYS = (0.1, 0.5, 2.0, 5.0, 10.0, 10.0)
_OVER = ("finished", "errored", "lapsed")


class DoorSession(ABC):
    """An attempt behind an address; entered and left as a context manager, by one thread.

    Calls carry their running numbers as their keys. So a session that is opened anew answers the
    same calls as before, and a request whose answer was lost is sent again and done once.

    Args:
        address: Where the attempt is reached.
        sleep: Waits so many seconds before a request is sent again.
    """

    def __init__(self, address: str, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self._address, self._sleep = address, sleep
        self._calls = self._retrievals = 0
        self._retrieves: bool | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._drop()

    @property
    def brief(self) -> Brief:
        """What the subject is told. Reading it starts the attempt.

        Raises:
            SessionError: it can't be read.
        """
        return self._read[0]

    @property
    def first_observation(self) -> Any:
        """What there is before the first call, JSON; None where there is nothing.

        Reading it starts the attempt, as with `brief`: both are told at once.

        Raises:
            SessionError: it can't be read.
        """
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[Brief, Any]:
        """The task as it was when it was read first, and what there was to see."""
        task = self._ask(self._task)
        brief = Brief(task["instruction"], task["call_budget"], task["finishing"])
        return brief, task.get("observation")

    @property
    def finished(self) -> bool:
        """Whether the attempt has ended, as the site knows it now.

        Raises:
            SessionError: it can't be read.
        """
        return self._ask(self._task)["status"] in _OVER

    @property
    def retrieves(self) -> bool:
        """Whether tools can be looked for.

        Raises:
            SessionError: it can't be read.
        """
        if self._retrieves is None:
            self.tools()
        return bool(self._retrieves)

    def tools(self) -> list[dict[str, Any]]:
        """The tools that are listed now, without those that are no calls.

        Raises:
            SessionError: they can't be read.
        """
        listed = self._ask(self._listed)
        self._retrieves = any(tool["name"] == RETRIEVE_TOOLS for tool in listed)
        return [tool for tool in listed if tool["name"] not in CONTROLS]

    def call(self, name: str, arguments: object) -> Outcome:
        """Call a tool.

        Args:
            name: Its name. Those of the control tools name no tool, and are no calls.
            arguments: JSON, whatever the subject wrote.

        Raises:
            AttemptFinished: the attempt has ended.
            SessionError: it can't be made, for a reason that is not the subject's.
        """
        if name in CONTROLS:
            return Outcome("error", f"{name} is no tool of this session, and nothing was called.")
        self._calls += 1
        key = f"call {self._calls}"
        return _outcome(self._ask(lambda: self._called(name, arguments, key)))

    def finish(self, outcome: str, answer: str = "") -> None:
        """End the attempt.

        Raises:
            ValueError: another outcome than "done" or "cannot_be_done", or an answer that can't be.
            AttemptFinished: it has ended before.
            SessionError: it can't be ended, for a reason that is not the subject's.
        """
        done = _outcome(self._ask(lambda: self._ended(outcome, answer, "finish")))
        if not done.ok:
            raise ValueError(str(done.output))

    def retrieve_tools(self, query: str, k: int) -> Outcome:
        """List the tools that fit some words best, from now on.

        Raises:
            AttemptFinished: the attempt has ended.
            SessionError: they can't be looked for, for a reason that is not the subject's.
        """
        self._retrievals += 1
        key = f"retrieve {self._retrievals}"
        return _outcome(self._ask(lambda: self._found(query, k, key)))

    def _ask(self, request: Callable[[], T]) -> T:
        """Send a request until it is answered for good."""
        for delay in (*_DELAYS, None):
            try:
                return request()
            except Refusal as refusal:
                failure = SessionError(refusal.reason, refusal.message)
                if refusal.reason == "ended":
                    raise AttemptFinished(refusal.message) from refusal
            except ConnectionLost as lost:
                self._drop()
                failure = SessionError("connection", str(lost))
            if delay is None or failure.reason not in PASSING:
                break
            self._sleep(delay)
        raise failure

    @abstractmethod
    def _drop(self) -> None:
        """Let go of the connection, whatever state it is in; the next request makes a new one."""

    # What follows raises Refusal and ConnectionLost.

    @abstractmethod
    def _task(self) -> dict[str, Any]:
        """The task as the door tells it."""

    @abstractmethod
    def _listed(self) -> list[dict[str, Any]]:
        """All that is listed: name, description, input_schema."""

    @abstractmethod
    def _called(self, name: str, arguments: object, key: str) -> str:
        """What a call is answered."""

    @abstractmethod
    def _ended(self, outcome: str, answer: str, key: str) -> str:
        """What the end is answered."""

    @abstractmethod
    def _found(self, query: str, k: int, key: str) -> str:
        """What a search for tools is answered."""


def _outcome(text: str) -> Outcome:
    """An answer, read."""
    try:
        told = json.loads(text)
        return Outcome(told["status"], told["output"])
    except (ValueError, TypeError, KeyError) as error:
        raise SessionError("garbled", f"an answer can't be understood: {text[:200]!r}") from error
