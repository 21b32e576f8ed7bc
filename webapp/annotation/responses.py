"""Responses in attempts at recovery: a thought and a plan, in answer to a plan gone wrong."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet

from evaluators.judge import Sample as Seen
from sandboxes import catalogue
from sandboxes.workflows import ROOT, SUBMIT_PLAN, Plan, PlanError, parse_plan
from webapp.annotation.found import Found, Offer
from webapp.attempts.models import Attempt, Event, EventKind
from webapp.attempts.stored import tool_name
from webapp.benchmark.models import Instance
from webapp.pages.logs import Passage
from webapp.pages.words import readable_json
from webapp.recovery.compared import PlanView
from webapp.recovery.drawing import Drawing, draw
from webapp.recovery.instances import ToolTold, query_of, todays
from webapp.recovery.told import Wave, passage, waves

Json = Mapping[str, Any]
UNREADABLE = Q(body__after=None)
"""Samples of responses whose plan could not be run: S5 = 0."""


def offers_of(attempts: QuerySet[Attempt]) -> Iterator[tuple[int, Offer]]:
    """Where attempts have responses, by attempt; nothing is made for that.

    Args:
        attempts: Attempts at recovery that have ended.
    """
    submitted = Event.objects.filter(kind=EventKind.CALL, tool=SUBMIT_PLAN.name)
    among = submitted.filter(attempt__in=attempts.order_by().values("pk"))
    numbers: dict[int, list[int]] = defaultdict(list)
    for attempt_id, number in among.order_by("number").values_list("attempt", "number"):
        numbers[attempt_id].append(number)
    for attempt in attempts:
        record = attempt.instance
        for number in numbers[attempt.pk]:
            yield attempt.pk, Offer(number, record.task.level, _types(record))


def samples_of(attempt: Attempt) -> Iterator[Found]:
    """Each response of an attempt; none if today's code makes another instance of its record.

    Args:
        attempt: An attempt at recovery that has ended.
    """
    record = attempt.instance
    made = todays(record)
    if made is None:
        return
    held = made.plan
    runs = [{"round": run.round, **run.as_json()} for run in made.executor.ledger.values()]
    number = made.rounds_before
    tools = [_tool(name) for name in made.offered]
    for event in attempt.events.filter(kind=EventKind.CALL).order_by("number"):
        if tool_name(event) != SUBMIT_PLAN.name:
            continue
        sent = json.loads(event.arguments)
        after = _plan_in(sent) if event.status == "ok" else None
        seen = Seen(
            query=query_of(record),
            tools=tools,
            before=held.as_json(),
            after=None if after is None else after.as_json(),
            history=[run for run in runs if run["round"] < number],
            observations=[run for run in runs if run["round"] == number],
            thought=_thought_in(sent),
            changes=[] if after is None else changes_between(held, after),
        )
        yield Found(
            event_number=event.number,
            body=asdict(seen),
            cluster=record.task.name.rpartition("-")[0],
            level=record.task.level,
            types=_types(record),
        )
        number += 1
        if after is not None:
            new = json.loads(event.answer)["output"]["observations"]
            runs += [{"round": number, **run} for run in new]
            held = _with_statuses(after, {str(run["id"]) for run in runs})


def changes_between(before: Plan, after: Plan) -> list[str]:
    """What differs between two plans, a sentence each.

    Args:
        before: The plan that was held.
        after: The plan that was submitted.
    """
    view = PlanView(after, before, None)
    told = [f"Node {name} is new." for name in view.change.added]
    told += [f"Node {name} is gone." for name in view.change.removed]
    for name in view.order:
        told += [f"Node {name}: {phrase}." for phrase in view.differences(name, with_now=True)]
    return told


def can_be_run(body: Json) -> bool:
    """Whether the plan of a response can be run: S5. `UNREADABLE` asks the same of samples."""
    return body["after"] is not None


def judged(body: Json) -> Seen:
    """What a judge is shown of a response's body: all of it."""
    return Seen(**body)


@dataclass(frozen=True)
class Material:
    """A response as the grading page shows it.

    Args:
        query: What was wanted.
        tools: The tools that plans may use.
        before: The plan that was held, drawn.
        after: The plan that was submitted, drawn with its differences; None if it can't be read.
        observed: What the last wave returned.
        history: What earlier waves returned.
        thought: The thought; None if there was none.
        changes: What differs between the plans, a sentence each.
    """

    query: str
    tools: list[ToolTold]
    before: Drawing
    after: Drawing | None
    observed: list[Wave]
    history: list[Wave]
    thought: Passage | None
    changes: list[str]


def material_of(body: Json) -> Material:
    """What the grading page shows of a response's body."""
    ran = {run["id"]: run["status"] for run in (*body["history"], *body["observations"])}
    before = parse_plan(body["before"])
    after = None if body["after"] is None else parse_plan(body["after"])
    return Material(
        query=body["query"],
        tools=[
            ToolTold(tool["name"], tool["description"], readable_json(tool["input_schema"]))
            for tool in body["tools"]
        ],
        before=draw(before, ran=ran),
        after=None if after is None else draw(after, before=before, ran=ran),
        observed=waves(body["observations"]),
        history=waves(body["history"]),
        thought=passage(body["thought"]) if body["thought"].strip() else None,
        changes=list(body["changes"]),
    )


def _types(record: Instance) -> tuple[str, ...]:
    return tuple(label["type"] for label in record.gold["labels"])


def _tool(name: str) -> Json:
    told = catalogue()[name].documentation()
    return {key: told[key] for key in ("name", "description", "input_schema")}


def _plan_in(sent: Any) -> Plan | None:
    try:
        return parse_plan(sent.get("plan") if isinstance(sent, dict) else None)
    except PlanError:
        return None


def _with_statuses(plan: Plan, ran: set[str]) -> Plan:
    """The plan as it is held after a wave: what ran is done, whatever was said of it."""
    return Plan(tuple(replace(n, status=n.id == ROOT or n.id in ran) for n in plan.nodes))


def _thought_in(sent: Any) -> str:
    thought = sent.get("thought", "") if isinstance(sent, dict) else ""
    return thought if isinstance(thought, str) else json.dumps(thought)
