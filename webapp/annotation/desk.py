"""The grading page: what is graded, by what, and what stands on the sheet so far."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluators.rubrics import Item, Rubric
from webapp.accounts.models import User
from webapp.annotation.grades import Value, value_of
from webapp.annotation.grading import Entered, rubric_of
from webapp.annotation.kinds import KINDS
from webapp.annotation.models import Grade, Role, Sheet, SheetState
from webapp.annotation.training import Feedback, feedback
from webapp.attempts.models import EndedBy, EvidenceRecord, ScoreRecord
from webapp.recovery.facts import Fact, told_facts

_LEVELS = {1.0: "1", 0.5: "½", 0.0: "0"}
_CANNOT_SAY = "skip"


@dataclass(frozen=True)
class OptionShown:
    """A level or a choice.

    Args:
        value: As forms send it.
        label: As people read it.
        text: What it stands for.
        chosen: Whether it was given.
    """

    value: str
    label: str
    text: str
    chosen: bool


@dataclass(frozen=True)
class ItemShown:
    """An item with what was given.

    Args:
        item: The item.
        options: What can be given, best first.
        grade: What was; None if nothing was.
        examples: Worked examples: what was seen, the grade and why.
        evidence: What the grade rests on, as the page's script takes it.
    """

    item: Item
    options: list[OptionShown]
    grade: Grade | None
    examples: list[tuple[str, str, str]]
    evidence: str


@dataclass(frozen=True)
class Desk:
    """What the page shows.

    Args:
        sheet: The sheet.
        rubric: What is graded by.
        groups: Dimensions with their items.
        material: What is graded, for the template of its kind.
        template: Which template shows that.
        places: What a grade may rest on, to be chosen from: kind, reference and what it is called.
        done: How many items have a grade or a reason.
        feedback: Of a training sample that was handed in: how it is.
        facts: What programs found, after the sheet was handed in; never before.
    """

    sheet: Sheet
    rubric: Rubric
    groups: list[tuple[str, list[ItemShown]]]
    material: Any
    template: str
    places: list[tuple[str, str, str]]
    done: int
    feedback: list[Feedback]
    facts: list[Fact]

    @property
    def is_open(self) -> bool:
        """Whether something can be entered."""
        return self.sheet.state in (SheetState.RESERVED, SheetState.EXPIRED)

    @property
    def is_training(self) -> bool:
        """Whether it is for training."""
        return self.sheet.sample.role == Role.TRAINING

    @property
    def total(self) -> int:
        """How many items there are."""
        return len(self.rubric.items)


def read_desk(sheet: Sheet) -> Desk:
    """What the grading page shows of a sheet.

    Args:
        sheet: The sheet of whoever asks.
    """
    sample = sheet.sample
    kind, known = KINDS[sample.campaign.kind], rubric_of(sample.campaign)
    grades = {grade.item: grade for grade in sheet.grades.all()}
    groups = [
        (title, [_item(one, grades.get(one.id)) for one in known.items if one.dimension == name])
        for name, title in known.dimensions.items()
    ]
    handed_in = sheet.state == SheetState.SAVED
    return Desk(
        sheet=sheet,
        rubric=known,
        groups=groups,
        material=kind.material(sample.body),
        template=kind.template,
        places=_places(sample.body),
        done=len(grades),
        feedback=feedback(sheet),
        facts=_facts(sheet) if handed_in and sample.event_number else [],
    )


def entered_in(posted: Mapping[str, Any], item: str) -> Entered:
    """A grade as a form or the page's script sends it; what is wrong in it is told by `enter`.

    Args:
        posted: The fields: value, skipped, note, evidence.
        item: Id of the item.
    """
    try:
        evidence = json.loads(posted.get("evidence") or "[]")
    except ValueError:
        evidence = [{}]
    pieces = evidence if isinstance(evidence, list) else [{}]
    return Entered(
        item=item,
        value=_value(posted.get("value", "")),
        skipped=posted.get("skipped", ""),
        note=posted.get("note", ""),
        evidence=tuple(one if isinstance(one, dict) else {} for one in pieces),
    )


def entered_in_form(posted: Mapping[str, Any], items: Sequence[Item]) -> list[Entered]:
    """The grades of a form with all items, those that have something in them.

    Args:
        posted: The fields, each with its item: ``value-S1``, ``skipped-S1``, ``note-S1``.
        items: The items.
    """
    found = []
    for item in items:
        fields = {
            name: posted.get(f"{name}-{item.id}", "")
            for name in ("value", "skipped", "note", "evidence")
        }
        if fields["value"] or fields["skipped"]:
            if fields["skipped"] and fields["value"] == _CANNOT_SAY:
                fields["value"] = ""
            found.append(entered_in(fields, item.id))
    return found


def _item(item: Item, grade: Grade | None) -> ItemShown:
    given = None if grade is None else value_of(grade)
    return ItemShown(
        item=item,
        options=[
            OptionShown(
                value=str(option.value),
                label=option.title or label_of(option.value),
                text=option.text,
                chosen=given == option.value,
            )
            for option in item.options
        ],
        grade=grade,
        examples=[(one.situation, label_of(one.value), one.why) for one in item.examples],
        evidence=json.dumps([] if grade is None else grade.evidence),
    )


def label_of(value: Value) -> str:
    """A level or a choice as people read it."""
    return value if isinstance(value, str) else _LEVELS.get(value, f"{value:g}")


def _value(text: str) -> Value | None:
    """A level as a number, a choice as a word; nothing as None."""
    if not text:
        return None
    try:
        return float(text)
    except ValueError:
        return text


def _places(body: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """What a grade may rest on, apart from passages that are marked."""
    nodes: dict[str, None] = {}
    for plan in (body.get("before"), body.get("after")):
        nodes |= dict.fromkeys(node["id"] for node in (plan or {"nodes": []})["nodes"])
    seen = [
        ("observation", run["id"], f"what {run['id']} returned")
        for run in body.get("observations", ())
    ]
    calls = [
        ("call", str(call["number"]), f"call {call['number']}") for call in body.get("calls", ())
    ]
    return [*(("node", name, f"node {name}") for name in nodes), *seen, *calls]


def _facts(sheet: Sheet) -> list[Fact]:
    """S5 and E5 of the attempt that a response belongs to, by its newest score."""
    attempt = sheet.sample.attempt
    score = ScoreRecord.objects.filter(attempt=attempt).order_by("-id").first()
    if score is None or not attempt.ended_by:
        return []
    evidence = EvidenceRecord.objects.filter(attempt=attempt).first()
    body = None if evidence is None else json.loads(evidence.body)
    told = told_facts(json.loads(score.body), body, EndedBy(attempt.ended_by))
    return [fact for fact in (*told.rules, *told.course) if fact.name in ("S5", "E5")]


def campaigns_row(user: User, campaign: Any) -> dict[str, Any]:
    """A campaign as it is listed to somebody who grades."""
    from webapp.annotation.training import training_of

    mine = Sheet.objects.filter(grader=user, sample__campaign=campaign)
    return {
        "campaign": campaign,
        "saved": mine.filter(state=SheetState.SAVED).exclude(sample__role=Role.TRAINING).count(),
        "training": training_of(user, campaign),
        "samples": campaign.samples.filter(role=Role.ORDINARY).count(),
    }
