"""Adjudication: what an item counts for where people differ, and why they did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from evaluators.rubrics import Item, RubricError
from sandboxes import Stream
from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.grades import Given, Value, value_of
from webapp.annotation.grading import rubric_of
from webapp.annotation.models import (
    Adjudication,
    Campaign,
    Cause,
    Grade,
    Role,
    Sample,
    SheetState,
)
from webapp.annotation.resolved import ENOUGH, are_at_odds, fewest_of, resolved
from webapp.annotation.seen import adjudicable

LETTERS = "ABCDEFHIJKLMOPQRUVWXYZ"
"""What graders are called here. G, S and T are keys for causes, N is one for the note."""
LONGEST_NOTE = 10_000
_UNORDERED = 1.0


class AdjudicationError(Exception):
    """Something can't be adjudicated.

    Args:
        code: "unknown" (no such sample or item), "own" (graded, or an attempt of one's own),
            "waiting" (it is still being graded), "agreed" (people don't differ), "settled" (by
            somebody else, otherwise), "bad_value", "bad_cause" or "bad_note".
        sentence: Why, for whoever adjudicates.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Case:
    """An item of a sample on which people differ.

    Args:
        sample: Key of the sample.
        item: Id of the item.
        spread: From the lowest grade to the highest; 1 for choices, which have no order; 0 where
            somebody gave a grade and others say that it can't be judged.
        differing: On how many items of the sample people differ.
    """

    sample: int
    item: str
    spread: float
    differing: int


@dataclass(frozen=True)
class Opinion:
    """What one grader gave, without the name.

    Args:
        letter: What the grader is called, at all items of the sample.
        value: A level or a choice; None: it was skipped.
        skipped: Why it was.
        note: What the grader noted.
        evidence: What it rests on: {"kind", "ref", "text"} each.
    """

    letter: str
    value: Value | None
    skipped: str
    note: str
    evidence: Sequence[Mapping[str, Any]]


def cases(campaign: Campaign, user: User) -> list[Case]:
    """What somebody may adjudicate and nobody has yet: the worst disagreement first.

    Args:
        campaign: The campaign.
        user: Who adjudicates; what they graded themselves is left out.
    """
    places = {key: place for place, key in enumerate(_keys(adjudicable(user, campaign)))}
    items = {item.id: place for place, item in enumerate(rubric_of(campaign).items)}
    # Of an item that the rubric has no more nobody could say what it is about.
    known = [one for one in resolved(campaign) if one.item in items and one.sample in places]
    found = [one for one in known if one.at_odds]
    differing = Counter(one.sample for one in found)
    waiting = [
        Case(one.sample, one.item, _spread(one.given), differing[one.sample])
        for one in found
        if one.is_open
    ]
    return sorted(
        waiting,
        key=lambda one: (-one.spread, -one.differing, places[one.sample], items[one.item]),
    )


def left_out(campaign: Campaign, user: User) -> int:
    """How many samples on which people differ somebody may not adjudicate, or not yet.

    Args:
        campaign: The campaign.
        user: Who adjudicates.
    """
    mine = set(_keys(adjudicable(user, campaign)))
    ordinary = set(_keys(campaign.samples.filter(role=Role.ORDINARY)))
    return len(
        {one.sample for one in resolved(campaign) if one.sample in ordinary - mine and one.is_open}
    )


def opinions(sample: Sample, item: str) -> list[Opinion]:
    """What was given on an item, by letters that are shuffled anew for each sample.

    Args:
        sample: The sample.
        item: Id of the item.
    """
    saved = sample.sheets.filter(state=SheetState.SAVED).order_by("pk")
    drawn = Stream(sample.pk, "letters of graders").shuffled(_keys(saved))
    letters = {sheet: _letter(place) for place, sheet in enumerate(drawn)}
    given = Grade.objects.filter(sheet__in=drawn, item=item)
    found = [
        Opinion(letters[one.sheet_id], value_of(one), one.skipped, one.note, one.evidence)
        for one in given
    ]
    return sorted(found, key=lambda one: (len(one.letter), one.letter))


def adjudicate(
    user: User, sample_id: int, item: str, value: Value | None, cause: str, note: str = ""
) -> Adjudication:
    """Settle what an item counts for. The same once more changes nothing.

    Who has settled it may settle it otherwise; somebody else may not.

    Args:
        user: Who adjudicates.
        sample_id: Key of the sample.
        item: Id of the item.
        value: A level or a choice; None: it can't be judged, and the note says why.
        cause: Why people differ: one of `Cause`.
        note: What there is to say of it.

    Raises:
        AdjudicationError: it can't be adjudicated, or not by this person, or not as that.
    """
    with transaction.atomic():
        sample = _held(user, sample_id)
        fields = _checked(sample, item, value, cause, note)
        stored = sample.adjudications.filter(item=item).first()
        if stored is not None and all(getattr(stored, name) == fields[name] for name in fields):
            return stored
        if stored is not None and stored.by_id != user.pk:
            raise AdjudicationError(
                "settled", "Somebody else has settled this meanwhile, and otherwise."
            )
        if stored is None and not _people_differ(sample, item):
            raise AdjudicationError("agreed", "People don't differ here: nothing is to be settled.")
        settled, _ = Adjudication.objects.update_or_create(
            sample=sample, item=item, defaults={**fields, "by": user, "at": clock.now()}
        )
    return settled


def _held(user: User, sample_id: int) -> Sample:
    """A sample that somebody may adjudicate, locked against others who do.

    Raises:
        AdjudicationError: there is none, or it is not for this person.
    """
    Sample.objects.select_for_update().filter(pk=sample_id).first()
    sample = Sample.objects.select_related("campaign", "contestant").filter(pk=sample_id).first()
    if sample is None or sample.role != Role.ORDINARY:
        raise AdjudicationError("unknown", "There is no such sample.")
    if sample.contestant.user_id == user.pk or sample.sheets.filter(grader=user).exists():
        raise AdjudicationError("own", "Nobody adjudicates what they graded or made themselves.")
    if not adjudicable(user, sample.campaign).filter(pk=sample_id).exists():
        raise AdjudicationError("waiting", "This sample is still being graded.")
    return sample


def _checked(
    sample: Sample, item_id: str, value: Value | None, cause: str, note: str
) -> dict[str, Any]:
    try:
        item = rubric_of(sample.campaign).item(item_id)
    except RubricError as error:
        raise AdjudicationError("unknown", f"{error}.") from error
    noted = note.strip()
    if value is not None and not item.accepts(value):
        raise AdjudicationError("bad_value", f"Choose what {item.id} counts for: {_options(item)}.")
    if cause not in Cause.values:
        told = ", ".join(label.lower() for label in Cause.labels)
        raise AdjudicationError("bad_cause", f"Say why people differ here: {told}.")
    if value is None and not noted:
        raise AdjudicationError("bad_note", "Say in the note why it can't be judged.")
    if len(noted) > LONGEST_NOTE:
        raise AdjudicationError("bad_note", f"A note has up to {LONGEST_NOTE:,} characters.")
    return {
        "value": value if isinstance(value, float) else None,
        "choice": value if isinstance(value, str) else "",
        "cause": cause,
        "note": noted,
    }


def _options(item: Item) -> str:
    *most, last = (
        option.title or (option.value if isinstance(option.value, str) else f"{option.value:g}")
        for option in item.options
    )
    return f"{', '.join(most)} or {last}"


def _people_differ(sample: Sample, item: str) -> bool:
    given = Grade.objects.filter(sheet__sample=sample, sheet__state=SheetState.SAVED, item=item)
    return are_at_odds([value_of(one) for one in given], fewest_of(sample.campaign))


def _spread(given: Sequence[Given]) -> float:
    values = [one.value for one in given if one.value is not None]
    levels = [value for value in values if isinstance(value, float)]
    if len(values) < ENOUGH:
        return 0
    return max(levels) - min(levels) if levels else _UNORDERED


def _letter(place: int) -> str:
    round_, at = divmod(place, len(LETTERS))
    return LETTERS[at] + (str(round_ + 1) if round_ else "")


def _keys(found: QuerySet[Any]) -> list[int]:
    return list(found.values_list("pk", flat=True))
