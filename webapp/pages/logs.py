"""The log of an attempt as it is read: what was called, with what, and what came of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sandboxes import CallClass, Outcome
from webapp.attempts.models import EndedBy, Event, EventKind
from webapp.attempts.stored import retrieved_names, tool_name
from webapp.pages.words import legible, readable_json

LONGEST_SHOWN = 20_000
"""How much of a text the log shows; the whole of it has a page of its own."""
_LONGEST_NAME = 120
_LONGEST_VALUE = 200
_SHORT, _FEW_LINES = 400, 10

CLASS_WORDS = {
    CallClass.VALID: ("ok", ""),
    CallClass.FAILED: ("refused", "failed"),
    CallClass.FAULT: ("fault of the world", "fault"),
    CallClass.SYNTACTIC: ("not understood", "bad"),
}
_HAPPENED = {
    EventKind.START: "Started",
    EventKind.RETRIEVE: "Looked for tools",
    EventKind.PAUSE: "Paused",
    EventKind.RESUME: "Resumed",
    EventKind.TAKEOVER: "Opened in a window of the console",
    EventKind.TOKEN: "New addresses; the old ones were revoked",
    EventKind.EXPIRE: "Ended: the time ran out",
    EventKind.LAPSE: "Closed: nobody had started it",
    EventKind.ERROR: "Something on our side broke",
}
_UNCLAIMED: dict[str, str] = {
    EndedBy.BUDGET: "Ended: all calls of the budget were made",
    EndedBy.SILENCE: "Ended: the subject called nothing any more",
    EndedBy.CAP: "Ended: a cap of its run was reached",
    EndedBy.CONTEXT: "Ended: its conversation grew too long",
    EndedBy.RESPONSE: "Ended: the plan reached its response",
    EndedBy.ROUNDS: "Ended: the last round was used up",
}


@dataclass(frozen=True)
class Passage:
    """A text that may be long.

    Args:
        text: The text, or its beginning.
        length: Length of the whole.
    """

    text: str
    length: int

    @property
    def is_short(self) -> bool:
        """Whether it can stand in the log unfolded."""
        return self.length <= _SHORT and self.text.count("\n") < _FEW_LINES

    @property
    def is_cut(self) -> bool:
        """Whether there is more of it."""
        return len(self.text) < self.length


@dataclass(frozen=True)
class Call:
    """What is told of a call.

    Args:
        status: Status of its outcome.
        word: The same in words.
        tone: The colour that goes with it.
        call_class: How it is counted.
        pairs: Name and value of each argument, as JSON, where they are short.
        sent: The arguments, where they are not.
        answer: What came back.
        unlisted: Whether the tool was not on offer.
    """

    status: str
    word: str
    tone: str
    call_class: str
    pairs: list[tuple[str, str]]
    sent: Passage | None
    answer: Passage
    unlisted: bool


@dataclass(frozen=True)
class LogLine:
    """One event.

    Args:
        number: Its number.
        at: When.
        channel: Over which transport.
        title: The tool, or what happened.
        said: What the subject said: the reason of a pause, the answer at the end.
        call: The rest of it, if it is a call.
    """

    number: int
    at: datetime
    channel: str
    title: str
    said: Passage | None = None
    call: Call | None = None


def log_line(event: Event, longest: int | None = LONGEST_SHOWN) -> LogLine:
    """An event as it is read.

    Args:
        event: The event.
        longest: How much of its texts is shown; None: all.
    """
    if event.kind == EventKind.CALL:
        name = legible(tool_name(event))
        title = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
        return LogLine(event.number, event.at, event.channel, title, call=_call(event, longest))
    details = json.loads(event.arguments) if event.arguments else {}
    words = details.get("reason") or details.get("answer")
    if event.kind == EventKind.RETRIEVE:
        words = _looked_for(event, details)
    said = _passage(words, longest) if words else None
    return LogLine(event.number, event.at, event.channel, _happened(event, details), said)


def _looked_for(event: Event, details: dict[str, Any]) -> str:
    """What was looked for, and which tools were found; or why none were."""
    query = details["query"]
    asked = query if isinstance(query, str) else readable_json(query)
    output = json.loads(event.answer)["output"]
    found = retrieved_names(event.answer)
    told = ", ".join(found) if isinstance(output, list) else str(output)
    return f"“{asked}” → {told or 'nothing'}"


def _happened(event: Event, details: dict[str, Any]) -> str:
    if event.kind != EventKind.FINISH:
        return _HAPPENED[EventKind(event.kind)]
    if (unclaimed := _UNCLAIMED.get(details["ended_by"])) is not None:
        return unclaimed
    return f"Finished with “{details['outcome']}”"


def _call(event: Event, longest: int | None) -> Call:
    call_class = Outcome(event.status, None).call_class
    word, tone = CLASS_WORDS[call_class]
    arguments, output = json.loads(event.arguments), json.loads(event.answer)["output"]
    pairs = _pairs(arguments)
    return Call(
        status=event.status,
        word=word,
        tone=tone,
        call_class=call_class.value,
        pairs=pairs or [],
        sent=_passage(readable_json(arguments), longest) if pairs is None else None,
        answer=_passage(output if isinstance(output, str) else readable_json(output), longest),
        unlisted=event.unlisted,
    )


def _pairs(arguments: Any) -> list[tuple[str, str]] | None:
    """Arguments one by one; None if some are nested or long."""
    if not isinstance(arguments, dict):
        return None
    if any(isinstance(value, dict | list) for value in arguments.values()):
        return None
    pairs = [(legible(name), legible(readable_json(value))) for name, value in arguments.items()]
    short = all(len(name) + len(value) <= _LONGEST_VALUE for name, value in pairs)
    return pairs if short else None


def _passage(text: str, longest: int | None) -> Passage:
    whole = legible(text)
    return Passage(whole[:longest], len(whole))
