"""The grading page: what is graded, by what, and what stands on the sheet so far."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from evaluators.rubrics import Item, Rubric
from webapp.accounts.models import User
from webapp.annotation.grades import label_of, value_of
from webapp.annotation.grading import rubric_of
from webapp.annotation.kinds import KINDS
from webapp.annotation.models import Grade, Role, Sheet, SheetState
from webapp.annotation.places import Place, places_in
from webapp.annotation.posted import CANNOT_SAY, Rejected
from webapp.annotation.responses import can_be_run
from webapp.annotation.training import Feedback, Training, feedback, training_of
from webapp.attempts.models import EndedBy, EvidenceRecord, ScoreRecord
from webapp.recovery.facts import Fact, told_facts

OPEN = (SheetState.RESERVED, SheetState.EXPIRED)
"""The states of a sheet in which something can be entered."""


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
class Told:
    """How an item of a training sample is.

    Args:
        reference: What it is worth, as people read it.
        why: And why.
        agrees: Whether that was given.
    """

    reference: str
    why: str
    agrees: bool


@dataclass(frozen=True)
class ItemShown:
    """An item with what was given.

    Args:
        item: The item.
        options: What can be given, best first.
        note: What is noted.
        skipped: Why it can't be judged; empty if it can.
        cannot_say: Whether it is skipped, or was to be.
        wrong: Why what stands here could not be entered; empty if it was.
        examples: Worked examples: what was seen, the grade and why.
        evidence: What the grade rests on, as the page's script takes it.
        rests_on: The same in words, a piece each.
        told: Of a training sample that was handed in: how it is.
    """

    item: Item
    options: list[OptionShown]
    note: str
    skipped: str
    cannot_say: bool
    wrong: str
    examples: list[tuple[str, str, str]]
    evidence: str
    rests_on: list[str]
    told: Told | None


@dataclass(frozen=True)
class Desk:
    """What the page shows.

    Args:
        sheet: The sheet.
        rubric: What is graded by.
        groups: Dimensions with their items.
        material: What is graded, for the template of its kind.
        template: Which template shows that.
        places: What a grade may rest on, to be chosen from.
        done: How many items have a grade or a reason.
        feedback: Of a training sample that was handed in: how its items are.
        training: The round that it belongs to, with this sample; None before, and of others.
        facts: What programs found, after the sheet was handed in; never before.
    """

    sheet: Sheet
    rubric: Rubric
    groups: list[tuple[str, list[ItemShown]]]
    material: Any
    template: str
    places: list[Place]
    done: int
    feedback: list[Feedback]
    training: Training | None
    facts: list[Fact]

    @property
    def is_open(self) -> bool:
        """Whether something can be entered."""
        return not self.sheet.sample.campaign.closed_at and self.sheet.state in OPEN

    @property
    def agreed(self) -> int:
        """How many items of a training sample were graded like the reference."""
        return sum(one.agrees for one in self.feedback)

    @property
    def is_training(self) -> bool:
        """Whether it is for training."""
        return self.sheet.sample.role == Role.TRAINING

    @property
    def total(self) -> int:
        """How many items there are."""
        return len(self.rubric.items)


def read_desk(sheet: Sheet, rejected: Mapping[str, Rejected] | None = None) -> Desk:
    """What the grading page shows of a sheet.

    Args:
        sheet: The sheet of whoever asks.
        rejected: What was just sent and could not be entered, by item: it is shown, to be mended.
    """
    wrong = rejected or {}
    sample = sheet.sample
    kind, known = KINDS[sample.campaign.kind], rubric_of(sample.campaign)
    grades = {grade.item: grade for grade in sheet.grades.all()}
    told = {one.item: one for one in feedback(sheet)}
    groups = [
        (
            title,
            [
                _item(one, grades.get(one.id), wrong.get(one.id), told.get(one.id))
                for one in known.items
                if one.dimension == name
            ],
        )
        for name, title in known.dimensions.items()
    ]
    handed_in = sheet.state == SheetState.SAVED
    return Desk(
        sheet=sheet,
        rubric=known,
        groups=groups,
        material=kind.material(sample.body),
        template=kind.template,
        places=places_in(sample.body),
        done=len(grades),
        feedback=list(told.values()),
        training=training_of(sheet.grader, sample.campaign) if told else None,
        facts=_facts(sheet) if handed_in and sample.event_number else [],
    )


def _item(
    item: Item, grade: Grade | None, rejected: Rejected | None, known: Feedback | None
) -> ItemShown:
    stored = _fields(grade)
    shown = stored if rejected is None else {**stored, **rejected.fields}
    return ItemShown(
        item=item,
        options=[
            OptionShown(
                value=str(option.value),
                label=label_of(option.value, item),
                text=option.text,
                chosen=shown["value"] == str(option.value),
            )
            for option in item.options
        ],
        note=shown["note"],
        skipped=shown["skipped"],
        cannot_say=shown["value"] == CANNOT_SAY,
        wrong="" if rejected is None else rejected.sentence,
        examples=[(one.situation, label_of(one.value, item), one.why) for one in item.examples],
        evidence=stored["evidence"],
        rests_on=[_piece(one) for one in (grade.evidence if grade else ())],
        told=None if known is None else _told(item, known),
    )


def _told(item: Item, known: Feedback) -> Told:
    return Told(label_of(known.reference, item), known.why, known.agrees)


def _piece(piece: Mapping[str, str]) -> str:
    """A piece of evidence in words."""
    return f"“{piece['text']}”" if piece["text"] else f"{piece['kind']} {piece['ref']}"


def _fields(grade: Grade | None) -> dict[str, str]:
    """A grade as a form holds it."""
    if grade is None:
        return {"value": "", "skipped": "", "note": "", "evidence": "[]"}
    given = value_of(grade)
    return {
        "value": CANNOT_SAY if given is None else str(given),
        "skipped": grade.skipped,
        "note": grade.note,
        "evidence": json.dumps(grade.evidence),
    }


def _facts(sheet: Sheet) -> list[Fact]:
    """S5 of a response's own plan, and E5 of its attempt, by its newest score.

    E5 is of the whole attempt: as long as another response of it waits for this person's grades,
    nothing is told.
    """
    attempt, campaign = sheet.sample.attempt, sheet.sample.campaign
    others = campaign.samples.filter(attempt=attempt).exclude(pk=sheet.sample_id)
    done = Sheet.objects.filter(grader=sheet.grader, state=SheetState.SAVED)
    if others.exclude(pk__in=done.values("sample_id")).exists():
        return []
    score = ScoreRecord.objects.filter(attempt=attempt).order_by("-id").first()
    if score is None or not attempt.ended_by:
        return []
    evidence = EvidenceRecord.objects.filter(attempt=attempt).first()
    body = None if evidence is None else json.loads(evidence.body)
    told = told_facts(json.loads(score.body), body, EndedBy(attempt.ended_by))
    own_plan = "1" if can_be_run(sheet.sample.body) else "0"
    found = [fact for fact in (*told.rules, *told.course) if fact.name in ("S5", "E5")]
    return [replace(fact, value=own_plan) if fact.name == "S5" else fact for fact in found]


def campaigns_row(user: User, campaign: Any) -> dict[str, Any]:
    """A campaign as it is listed to somebody who grades."""
    mine = Sheet.objects.filter(grader=user, sample__campaign=campaign)
    return {
        "campaign": campaign,
        "saved": mine.filter(state=SheetState.SAVED).exclude(sample__role=Role.TRAINING).count(),
        "training": training_of(user, campaign),
        "samples": campaign.samples.filter(role=Role.ORDINARY).count(),
    }
