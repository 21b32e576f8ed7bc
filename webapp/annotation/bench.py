"""The page of adjudication: the case that is open, and what else waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from evaluators.rubrics import Item
from webapp.accounts.models import User
from webapp.annotation.adjudication import Case, Opinion, cases, left_out, opinions
from webapp.annotation.grades import label_of
from webapp.annotation.grading import rubric_of
from webapp.annotation.kinds import KINDS
from webapp.annotation.models import Adjudication, Campaign, Cause
from webapp.annotation.seen import adjudicable

NOT_JUDGED = "none"
"""What a form sends for "it can't be judged"."""
_KEYS = {Cause.GUIDELINE_GAP: "G", Cause.SLIP: "S", Cause.AMBIGUITY: "T"}
_MOST_SETTLED = 10


@dataclass(frozen=True)
class Typed:
    """What a form was filled with.

    Args:
        value: The value as forms send it; empty: none was chosen.
        cause: The cause; empty: none was chosen.
        note: The note.
    """

    value: str = ""
    cause: str = ""
    note: str = ""


@dataclass(frozen=True)
class Choice:
    """Something that an item may count for.

    Args:
        value: As forms send it.
        label: As people read it.
        text: What it stands for.
        letters: The graders who gave it.
        chosen: Whether it is filled in.
    """

    value: str
    label: str
    text: str
    letters: str
    chosen: bool


@dataclass(frozen=True)
class Shown:
    """What a grader gave, as it is shown.

    Args:
        opinion: The same.
        label: The grade as people read it; empty if it was skipped.
    """

    opinion: Opinion
    label: str


@dataclass(frozen=True)
class Opened:
    """The case that is open.

    Args:
        sample: Key of the sample.
        item: What is settled.
        material: What is graded, for the template of its kind.
        template: Which template shows that.
        shown: What each grader gave.
        choices: What it may count for.
        causes: Why people may differ: value, key, label, and whether it is filled in.
        note: The note.
        settled: How it was settled, if it was.
    """

    sample: int
    item: Item
    material: Any
    template: str
    shown: list[Shown]
    choices: list[Choice]
    causes: list[tuple[str, str, str, bool]]
    note: str
    settled: Adjudication | None


@dataclass(frozen=True)
class Bench:
    """What the page shows.

    Args:
        campaign: The campaign.
        opened: The case that is open; None: none is left.
        waiting: All that nobody has settled yet, the worst first.
        left_out: How many samples are for others to adjudicate, or not yet.
        settled: What the adjudicator has settled last.
    """

    campaign: Campaign
    opened: Opened | None
    waiting: list[Case]
    left_out: int
    settled: list[Adjudication]


def read_bench(
    user: User, campaign: Campaign, place: tuple[int, str] | None, typed: Typed | None = None
) -> Bench:
    """What the page shows to somebody.

    Args:
        user: Who adjudicates.
        campaign: The campaign.
        place: Which case is wanted: key of the sample, id of the item; None: the worst.
        typed: What its form was filled with; None: it was not sent.

    Raises:
        Http404: there is no such case for this person.
    """
    waiting = cases(campaign, user)
    if place is None and waiting:
        place = waiting[0].sample, waiting[0].item
    mine = Adjudication.objects.filter(sample__campaign=campaign, by=user)
    return Bench(
        campaign=campaign,
        opened=None if place is None else _opened(user, campaign, *place, typed),
        waiting=waiting,
        left_out=left_out(campaign, user),
        settled=list(mine.order_by("-at", "-pk")[:_MOST_SETTLED]),
    )


def typed_in(posted: Mapping[str, str]) -> Typed:
    """What a form was filled with."""
    return Typed(posted.get("value", ""), posted.get("cause", ""), posted.get("note", ""))


def _opened(
    user: User, campaign: Campaign, sample_id: int, item_id: str, typed: Typed | None
) -> Opened:
    sample = adjudicable(user, campaign).filter(pk=sample_id).first()
    known = {item.id: item for item in rubric_of(campaign).items}
    given = [] if sample is None or item_id not in known else opinions(sample, item_id)
    if sample is None or len({one.value for one in given} - {None}) < 2:
        raise Http404
    settled = sample.adjudications.filter(item=item_id).select_related("by").first()
    filled = typed or _as_typed(settled)
    kind = KINDS[campaign.kind]
    return Opened(
        sample=sample.pk,
        item=known[item_id],
        material=kind.material(sample.body),
        template=kind.template,
        shown=[Shown(one, _given(one, known[item_id])) for one in given],
        choices=_choices(known[item_id], given, filled.value),
        causes=[(one.value, key, one.label, one.value == filled.cause) for one, key in _keys()],
        note=filled.note,
        settled=settled,
    )


def _given(opinion: Opinion, item: Item) -> str:
    return "" if opinion.value is None else label_of(opinion.value, item)


def _keys() -> list[tuple[Cause, str]]:
    return [(cause, _KEYS[cause]) for cause in Cause]


def _as_typed(settled: Adjudication | None) -> Typed:
    if settled is None:
        return Typed()
    value = settled.choice or (NOT_JUDGED if settled.value is None else str(settled.value))
    return Typed(value, settled.cause, settled.note)


def _choices(item: Item, given: list[Opinion], chosen: str) -> list[Choice]:
    found = [
        Choice(
            value=str(option.value),
            label=label_of(option.value, item),
            text=option.text,
            letters=" ".join(one.letter for one in given if one.value == option.value),
            chosen=str(option.value) == chosen,
        )
        for option in item.options
    ]
    skipped = " ".join(one.letter for one in given if one.value is None)
    told = "It can't be judged; the note says why."
    return [*found, Choice(NOT_JUDGED, "none", told, skipped, chosen == NOT_JUDGED)]


def settled_in_words(settled: Adjudication) -> str:
    """What was settled, in a sentence."""
    value = settled.value if settled.value is not None else settled.choice or None
    told = "can't be judged" if value is None else f"counts as {label_of(value)}"
    return f"Saved: {settled.item} of sample {settled.sample_id} {told}."
