"""The loop of an agent that asks a model: ask, read, act, tell, until it ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import chain, count, repeat

from agents._session import Session
from agents.model import ContextTooLong, Function, Message, Model, Reply
from agents.react._desk import Desk
from agents.react._dialect import Dialect
from agents.react._limits import Caps, Ending, EndingKind, Spent
from agents.react._log import ReplyLog
from agents.react._prompts import task_text
from agents.react._reading import Reading, Retrieve

MOST_SILENT = 5
"""So many replies in a row may ask for nothing that can be done."""

Cost = Callable[[Reply], Decimal | None]
"""The price of a reply; None where it is not known."""


class Interrupted(Exception):
    """The agent was asked to stop. The attempt is open, and can be gone on with from its log."""


class ReactAgent:
    """A subject that asks a model what to do, does it, and tells it what came of it.

    Nothing that the model writes raises. What is raised is no fault of the subject's: the model
    can't be reached, or the session can't go on.

    Args:
        model: Whatever answers a conversation.
        dialect: How calls are written.
        caps: What an attempt may cost.
        cost: The price of a reply, for the cap on money.
        log: Where replies are kept. Those that are there already are taken instead of asking the
            model; their calls are made again, which a session answers by their running numbers as
            it did before. None: none are kept.
        stop: Asked before each question to the model; true: stop.

    Attributes:
        conversation: Of the last attempt, its last answers included.
        spent: What the last attempt has cost.
    """

    def __init__(
        self,
        model: Model,
        dialect: Dialect,
        *,
        caps: Caps = Caps(),  # noqa: B008 - it is frozen
        cost: Cost = lambda reply: None,
        log: ReplyLog | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self._model, self._dialect = model, dialect
        self._caps, self._cost, self._stop = caps, cost, stop
        self._log = log
        self.conversation: list[Message] = []
        self.spent = Spent()

    def act(self, session: Session) -> Ending:
        """Do a task, from its first message or from where the log ends.

        Args:
            session: The attempt, as fresh as at its start: it numbers its calls from there.

        Returns:
            How it ended. Only after `FINISHED` has the subject itself ended the attempt; after
            anything else it has run out, or is left for the caller to end.

        Raises:
            Interrupted: the agent was asked to stop.
            ModelUnreachable: there is no reply to be had.
        """
        self.spent = Spent()
        desk = Desk(session, self._caps, self.spent)
        task = task_text(session.brief, session.first_observation)
        self.conversation = self._dialect.opening(task, desk.first_tools())
        opening = len(self.conversation)
        functions, silent = self._dialect.functions(desk.first_tools()), 0
        earlier = chain(() if self._log is None else self._log.earlier(), repeat(None))
        for number, kept in zip(count(1), earlier, strict=False):
            try:
                reading = self._read(number, kept, functions)
            except ContextTooLong as error:
                return Ending(EndingKind.CONTEXT, str(error))
            acts = self.spent.acts
            ending = self._done(desk, reading)
            silent = silent + 1 if self.spent.acts == acts else 0
            if ending is None and silent == MOST_SILENT:
                ending = Ending(EndingKind.SILENCE, f"{silent} replies in a row without a call")
            if ending is not None:
                return ending
            if not reading.uses and self._dialect.reminder is not None:
                self._say({"role": "user", "content": self._dialect.reminder})
            if any(isinstance(use, Retrieve) for use in reading.uses):
                functions = self._dialect.functions(desk.tools())
                if kept is not None:
                    self.conversation[:opening] = self._dialect.opening(task, desk.first_tools())
        raise AssertionError("there is always a next number")

    def _read(self, number: int, kept: Reply | None, functions: Sequence[Function]) -> Reading:
        """The next reply, understood, kept and counted: one of the log's, or a new one."""
        reply = self._asked(functions) if kept is None else kept
        reading = self._dialect.read(reply, number)
        if kept is None and self._log is not None:
            self._log.keep(number, reply, reading.kind)
        self.spent.add(reply, self._cost(reply))
        return reading

    def _asked(self, functions: Sequence[Function]) -> Reply:
        if self._stop():
            raise Interrupted("The agent was asked to stop.")
        return self._model.reply(tuple(self.conversation), tuple(functions))

    def _done(self, desk: Desk, reading: Reading) -> Ending | None:
        """Do what a reply asks for, unless it went beyond a cap; all of it is answered."""
        if reading.message is not None:
            self._say(reading.message)
        texts, ending = desk.do(reading.uses, self.spent.beyond(self._caps))
        self._say(*self._dialect.answers(reading.uses, texts))
        return ending

    def _say(self, *messages: Message) -> None:
        self.conversation.extend(messages)
