"""Where what a reply asks for is done, in order, until something ends the attempt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from agents._session import RetrievingSession, Session
from agents.react._limits import Caps, Ending, EndingKind, Spent
from agents.react._prompts import control_tools, prompt
from agents.react._reading import Aside, Call, Finish, Retrieve, Use
from agents.react._rounds import Rounds
from sandboxes import AttemptFinished, Outcome

Done = tuple[str, Ending | None]
"""What is told, and the ending if it was one."""


class Desk:
    """One attempt's desk.

    Args:
        session: The attempt.
        caps: What it may cost.
        spent: What it has cost; calls and retrievals are counted here.
    """

    def __init__(self, session: Session, caps: Caps, spent: Spent) -> None:
        self._session, self._caps, self._spent = session, caps, spent
        self._budget = session.brief.call_budget
        self._rounds = Rounds(session.first_observation)
        self._retrieves = bool(getattr(session, "retrieves", False))
        self._first = self.tools()
        self._found: set[str] = set()

    def first_tools(self) -> list[dict[str, Any]]:
        """What was listed when the attempt began.

        When it is gone on with, a session may list from the beginning what was found before: what
        this desk has seen being found is left out.
        """
        return [tool for tool in self._first if tool["name"] not in self._found]

    def tools(self) -> list[dict[str, Any]]:
        """What is listed now, control tools last."""
        return [*self._session.tools(), *control_tools(retrieves=self._retrieves)]

    def do(self, uses: Sequence[Use], ending: Ending | None) -> tuple[list[str], Ending | None]:
        """Do what a reply asks for; what comes after the end is answered and not done.

        Args:
            uses: What it asks for.
            ending: The ending, if there is one before any of it.

        Returns:
            What is told of each, and the ending if there is one by now.
        """
        texts: list[str] = []
        for use in uses:
            if ending is None:
                text, ending = self._done(use)
            else:
                text = _told("error", "told_ended")
            texts.append(text)
        return texts, ending

    def _done(self, use: Use) -> Done:
        try:
            match use:
                case Call():
                    return self._call(use)
                case Retrieve():
                    return self._retrieve(use)
                case Finish():
                    return self._finish(use)
                case Aside():
                    return _told("error", use.told), None
        except AttemptFinished as error:
            return _told("error", "told_ended"), Ending(EndingKind.BUDGET, str(error))

    def _call(self, call: Call) -> Done:
        outcome = self._session.call(call.name, call.arguments)
        self._spent.calls += 1
        over = self._rounds.after(call.name, outcome)
        return outcome.canonical(), over or self._used_up(self._spent.calls)

    def _used_up(self, calls: int) -> Ending | None:
        """The ending, if this call was the last that may be made."""
        if calls >= self._budget:
            return Ending(EndingKind.BUDGET, f"all {self._budget} calls are used up")
        if self._caps.calls is not None and calls >= self._caps.calls:
            return Ending(EndingKind.CAP_CALLS, f"{calls} calls of {self._caps.calls}")
        return None

    def _retrieve(self, retrieve: Retrieve) -> Done:
        if not self._retrieves:
            return _told("error", "told_no_retrieval"), None
        session = cast("RetrievingSession", self._session)
        outcome = session.retrieve_tools(retrieve.query, retrieve.k)
        self._spent.retrievals += 1
        if outcome.ok:
            self._found.update(tool["name"] for tool in outcome.output)
        # Searches use up no budget, so whoever only searches would never come to an end.
        if self._spent.retrievals > self._budget:
            detail = f"looked for tools {self._spent.retrievals} times"
            return outcome.canonical(), Ending(EndingKind.SILENCE, detail)
        return outcome.canonical(), None

    def _finish(self, finish: Finish) -> Done:
        try:
            self._session.finish(finish.outcome, finish.answer)
        except ValueError as error:  # an answer that can't be kept
            return Outcome("error", str(error)).canonical(), None
        return _told("ok", "told_finished"), Ending(EndingKind.FINISHED, finish.outcome)


def _told(status: str, name: str) -> str:
    return Outcome(status, prompt(name)).canonical()
