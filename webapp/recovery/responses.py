"""An attempt at recovery as its page shows it: each submission, and after the end the facts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sandboxes.workflows import RESPONSE, SUBMIT_PLAN, Plan, PlanError, parse_plan
from webapp.accounts.models import User
from webapp.attempts.models import Attempt, EndedBy, Event, EventKind, EvidenceRecord, Status
from webapp.attempts.stored import tool_name
from webapp.pages.logs import LogLine, Passage, log_line
from webapp.pages.reading import AttemptView
from webapp.pages.words import readable_json
from webapp.recovery.drawing import Drawing, draw
from webapp.recovery.facts import FactsTold, told_facts
from webapp.recovery.instances import LabelTold, label_told, query_of, statuses, todays
from webapp.recovery.told import Returned, passage, returned

_REFUSED = ("refused", "failed")


@dataclass(frozen=True)
class Submitted:
    """What was submitted once.

    Args:
        round: Which round it used up.
        thought: The thought, if there was one.
        drawing: The plan with its differences from the one before; None if it could not be run.
        given: The plan as it was sent, JSON, where it can't be drawn; None if there was none.
        refusal: Why it was refused; None if it was not.
        runs: What the calls of the wave returned.
        completed: Whether the response was reached.
        word: What came of it, in words.
        tone: The colour that goes with it.
    """

    round: int
    thought: Passage | None
    drawing: Drawing | None
    given: Passage | None
    refusal: Passage | None
    runs: list[Returned]
    completed: bool
    word: str
    tone: str


@dataclass(frozen=True)
class Entry:
    """An event of the attempt.

    Args:
        line: The event, as logs tell it.
        submitted: What was submitted with it, if it is a submission.
    """

    line: LogLine
    submitted: Submitted | None


@dataclass(frozen=True)
class ResponseView:
    """What the page of an attempt at recovery tells beside what those of all attempts do.

    Args:
        query: What is asked for.
        entries: Its events.
        rounds: How many rounds are used up, those before it included.
        held: The plan that was taken over; None if today's code no longer makes the instance.
        facts: What is known of it without anybody's opinion; None before its end.
        labels: What was wrong, after the end, for those who may know.
    """

    query: str
    entries: list[Entry]
    rounds: int
    held: Drawing | None
    facts: FactsTold | None
    labels: list[LabelTold]


def read_response(attempt: Attempt, view: AttemptView, user: User) -> ResponseView:
    """Read an attempt at recovery.

    Args:
        attempt: The attempt.
        view: What is told of every attempt; its page of the log says which events are told.
        user: Who asks, and may read it.
    """
    record = attempt.instance
    made = todays(record)
    course = _Course(
        record.gold["rounds_before"],
        None if made is None else made.plan,
        {} if made is None else statuses(made),
    )
    shown = {event.number for event in view.page}
    submitted = {}
    for event in Event.objects.filter(attempt=attempt, kind=EventKind.CALL).order_by("number"):
        if tool_name(event) == SUBMIT_PLAN.name:
            one = course.submitted(event, drawn=event.number in shown)
            if one is not None:
                submitted[event.number] = one
    knows = user.is_researcher and attempt.status == Status.FINISHED
    return ResponseView(
        query=query_of(record),
        entries=[Entry(log_line(event), submitted.get(event.number)) for event in view.page],
        rounds=course.rounds,
        held=None if made is None else draw(made.plan, ran=statuses(made)),
        facts=_facts(attempt, view),
        labels=[label_told(label) for label in record.gold["labels"]] if knows else [],
    )


def _facts(attempt: Attempt, view: AttemptView) -> FactsTold | None:
    """The facts by the newest score; what an open attempt may have of that is nobody's."""
    if attempt.status != Status.FINISHED or view.verdict is None:
        return None
    evidence = EvidenceRecord.objects.filter(attempt=attempt).first()
    body = None if evidence is None else json.loads(evidence.body)
    return told_facts(json.loads(view.verdict.record.body), body, EndedBy(attempt.ended_by))


class _Course:
    """How an attempt goes, submission by submission.

    Args:
        rounds: How many rounds were used up before it.
        plan: The plan that is taken over; None if it is not known.
        ran: What came of the nodes that ran before, by id.
    """

    def __init__(self, rounds: int, plan: Plan | None, ran: Mapping[str, str]) -> None:
        self.rounds = rounds
        self._plan = plan
        self._ran = dict(ran)

    def submitted(self, event: Event, *, drawn: bool) -> Submitted | None:
        """Go on with a submission; None if it is not to be told of.

        Args:
            event: The call that submitted it.
            drawn: Whether it is to be told of.
        """
        self.rounds += 1
        sent, output = json.loads(event.arguments), json.loads(event.answer)["output"]
        given = sent if isinstance(sent, dict) else {}
        before, refused = self._plan, event.status != "ok"
        runs = [] if refused else output["observations"]
        self._ran |= {run["id"]: run["status"] for run in runs}
        completed = not refused and output["completed"]
        if completed:
            self._ran[RESPONSE] = "ok"
        plan = None if refused else _parsed(given.get("plan"))
        if plan is not None:
            self._plan = plan
        if not drawn:
            return None
        thought = given.get("thought")
        word, tone = _REFUSED if refused else _came_of(runs, completed=completed)
        return Submitted(
            round=self.rounds,
            thought=passage(thought) if isinstance(thought, str) and thought.strip() else None,
            drawing=None if plan is None else draw(plan, before=before, ran=self._ran),
            given=None if plan is not None else _as_sent(sent),
            refusal=passage(str(output)) if refused else None,
            runs=[returned(run) for run in runs],
            completed=completed,
            word=word,
            tone=tone,
        )


def _parsed(given: Any) -> Plan | None:
    """A plan that was taken; None if the code of today can't read it any more."""
    try:
        return parse_plan(given)
    except PlanError:
        return None


def _as_sent(sent: Any) -> Passage:
    """The plan as it was sent; all that was sent, if there is none in it."""
    plan = sent.get("plan", sent) if isinstance(sent, dict) else sent
    return passage(plan if isinstance(plan, str) else readable_json(plan))


def _came_of(runs: Iterable[Mapping[str, Any]], *, completed: bool) -> tuple[str, str]:
    """What came of a submission that was taken, and the colour that goes with it."""
    known = list(runs)
    failed = sum(run["status"] != "ok" for run in known)
    if failed:
        return f"{failed} of {len(known)} calls failed", "failed"
    if completed:
        return "response reached", "ok"
    return ("wave ran", "ok") if known else ("nothing could run", "failed")
