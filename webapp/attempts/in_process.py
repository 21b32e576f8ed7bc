"""The door for subjects that act in the site's own processes: the one protocol of environments."""

from __future__ import annotations

import json
from typing import Any, Self

from sandboxes import AttemptFinished, Brief, Outcome, RecordedCall
from webapp.attempts import errors, services
from webapp.attempts.offers import offered_tools
from webapp.attempts.retrieval import retrieve_tools
from webapp.attempts.steps import Steps
from webapp.attempts.telling import Answer
from webapp.attempts.turns import Entry


class DoorEnvironment:
    """An attempt as an environment, for a thread.

    Every call carries its running number as its idempotency key. So a deterministic subject that
    was interrupted starts over, is answered as before up to where it was, and goes on from there.

    Args:
        entry: The way in.

    Raises:
        DoorError: there is none.
    """

    def __init__(self, entry: Entry) -> None:
        self._entry = entry
        self._calls = self._retrievals = 0
        self._view = services.get_task(entry).wait()
        self.finished = self._view.status != "open"

    @property
    def brief(self) -> Brief:
        """What the subject is told."""
        return self._view.brief

    @property
    def first_observation(self) -> Any:
        """What there is before the first call."""
        return self._view.observation

    @property
    def state(self) -> dict[str, Any]:
        """Hidden: a subject sees what calls tell it."""
        raise NotImplementedError("the state of an attempt is not told to its subject")

    @property
    def artefacts(self) -> dict[str, bytes]:
        """None."""
        return {}

    def tools(self) -> list[dict[str, Any]]:
        """The tools on offer."""
        return [
            {
                "server": tool["server"],
                "name": tool["name"],
                "description": tool["description"],
                "input_schema": tool["inputSchema"],
                "mutates": tool["mutates"],
            }
            for tool in offered_tools(self._view.offered)
        ]

    @property
    def retrieves(self) -> bool:
        """Whether tools are to be looked for."""
        return self._view.retrieves

    def retrieve_tools(self, query: str, k: int) -> Outcome:
        """Look for tools, which are listed from then on.

        Raises:
            AttemptFinished: the attempt has ended.
            DoorError: it can't be done, for a reason that is not the subject's.
        """
        self._retrievals += 1
        key = f"retrieve {self._retrievals}"
        found = self._told(retrieve_tools(self._entry, query, k, key=key))
        self._view = services.peek(self._entry).wait()
        return found

    def call(self, name: str, arguments: object) -> Outcome:
        """Call a tool.

        Raises:
            AttemptFinished: the attempt has ended.
            DoorError: it can't be made, for a reason that is not the subject's.
        """
        self._calls += 1
        key = f"call {self._calls}"
        return self._told(services.call_tool(self._entry, name, arguments, key=key))

    def _told(self, steps: Steps[Answer]) -> Outcome:
        try:
            answer = steps.wait()
        except errors.AttemptEnded as error:
            self.finished = True
            raise AttemptFinished(str(error)) from error
        return Outcome(**json.loads(answer.text))

    def apply(self, recorded: RecordedCall) -> None:
        """Not here: the log of an attempt is made by its calls alone."""
        raise NotImplementedError("an attempt is brought forward by calls")

    def finish(self, outcome: str, answer: str = "") -> None:
        """End the attempt.

        Raises:
            ValueError: another outcome than "done" or "cannot_be_done".
            AttemptFinished: it has ended before.
        """
        try:
            services.finish(self._entry, outcome, answer, key="finish").wait()
        except errors.NotACall as error:
            raise ValueError(str(error)) from error
        except errors.AttemptEnded as error:
            raise AttemptFinished(str(error)) from error
        finally:
            self.finished = True

    def fork(self) -> Self:
        """Not here: an attempt is made once."""
        raise NotImplementedError("an attempt can't be forked by its subject")
