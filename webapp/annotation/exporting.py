"""Grades on their way out: all that was given, by whom under another name, and what it came to."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.crypto import salted_hmac

from sandboxes.tasks import CANARY
from webapp.accounts.models import User
from webapp.annotation.grades import value_of
from webapp.annotation.grading import rubric_of
from webapp.annotation.models import (
    Adjudication,
    Campaign,
    Grade,
    Judge,
    Reading,
    ReadingState,
    Role,
    Sample,
    SheetState,
)
from webapp.annotation.resolved import Resolved, resolved
from webapp.annotation.seen import seen_by

SKIPPED = "skipped"
UNSCORED = "unscored"
"""What stands for a grade of a judge that could not be read."""
NOT_ANSWERED = "not answered"
"""What stands for one that was not given, since the judge could not be reached."""
_AT_ONCE = 100
_SALT = "grades of a campaign"

Record = dict[str, Any]
_ByItem = dict[tuple[int, str], dict[str, Record]]
"""By sample and item: by grader, or by judge, what was given."""


@dataclass(frozen=True)
class Export:
    """What goes out of a campaign.

    Args:
        campaign: The campaign.
        samples: Keys of its samples, in order.
        gold: How many of these are gold.
        items: Ids of the items, in order.
        graders: By key of a person: what they are called in this campaign, here and next time.
        judges: Who has read samples of it.
        left_out: How many samples stay inside, since whoever asks may still be given them to grade.
    """

    campaign: Campaign
    samples: list[int]
    gold: int
    items: list[str]
    graders: Mapping[int, str]
    judges: list[Judge]
    left_out: int


def read_export(user: User, campaign: Campaign) -> Export:
    """What somebody may take out of a campaign.

    Args:
        user: Who asks: grades of a sample that they may still be given stay inside.
        campaign: The campaign.
    """
    roles = dict(seen_by(user, campaign).order_by("place", "pk").values_list("pk", "role"))
    seen = list(roles)
    given = Grade.objects.filter(sheet__sample__in=seen, sheet__state=SheetState.SAVED)
    people = given.values_list("sheet__grader_id", flat=True).order_by().distinct()
    known = [item.id for item in rubric_of(campaign).items]
    others = set(given.values_list("item", flat=True).order_by().distinct()) - set(known)
    readings = Reading.objects.filter(sample__in=seen, probe="")
    return Export(
        campaign=campaign,
        samples=seen,
        gold=list(roles.values()).count(Role.GOLD),
        items=[*known, *sorted(others)],
        graders={one: pseudonym(campaign, one) for one in people},
        judges=list(Judge.objects.filter(readings__in=readings).distinct().order_by("pk")),
        left_out=campaign.samples.exclude(role=Role.TRAINING).count() - len(seen),
    )


def pseudonym(campaign: Campaign, grader: int) -> str:
    """What somebody is called in the grades of a campaign; it can't be turned back without a key.

    Args:
        campaign: The campaign: in another one the same person has another name.
        grader: Key of the person.
    """
    digest = salted_hmac(_SALT, f"{campaign.pk}/{grader}", algorithm="sha256").hexdigest()
    return f"grader_{digest[:8]}"


def response_key(sample: Sample) -> str:
    """What a sample is called outside: the same in every campaign, and no spreadsheet alters it."""
    return f"attempt-{sample.attempt_id}-event-{sample.event_number}"


def records(export: Export) -> Iterator[Record]:
    """One record for each item of each sample that somebody has graded, or a judge has read.

    A grade is ``{"value", "skipped", "note", "evidence"}``, one of a judge ``{"value", "reason",
    "state"}``. A value is null where it was skipped, where it could not be read, or where it is not
    settled; what nobody gave is not there.
    """
    campaign = export.campaign
    settled = {(one.sample, one.item): one for one in resolved(campaign)}
    for start in range(0, len(export.samples), _AT_ONCE):
        some = export.samples[start : start + _AT_ONCE]
        given = _grades(some, export.graders)
        read = _readings(some, campaign)
        causes = {
            (one.sample_id, one.item): one for one in Adjudication.objects.filter(sample__in=some)
        }
        for sample in Sample.objects.filter(pk__in=some).defer("body").order_by("place", "pk"):
            for item in export.items:
                key = sample.pk, item
                if key in given or key in read or key in causes:
                    yield {
                        **_about(sample, campaign),
                        "item": item,
                        "grades": given.get(key, {}),
                        **_came_to(settled.get(key), causes.get(key)),
                        "judges": read.get(key, {}),
                        "canary": CANARY,
                    }


def jsonl(export: Export) -> Iterator[str]:
    """The records as JSON Lines."""
    for record in records(export):
        yield json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n"


def _about(sample: Sample, campaign: Campaign) -> Record:
    return {
        "sample": response_key(sample),
        "digest": sample.digest,
        "cluster": sample.cluster,
        "level": sample.level,
        "role": sample.role,
        "rubric": campaign.rubric,
        "rubric_digest": campaign.rubric_digest,
    }


def _came_to(settled: Resolved | None, by: Adjudication | None) -> Record:
    if settled is None:
        return {"resolved": None, "provenance": "", "cause": "", "adjudication_note": ""}
    return {
        "resolved": settled.value,
        "provenance": str(settled.provenance),
        "cause": "" if by is None else by.cause,
        "adjudication_note": "" if by is None else by.note,
    }


def _grades(samples: Sequence[int], graders: Mapping[int, str]) -> _ByItem:
    found: _ByItem = defaultdict(dict)
    given = Grade.objects.filter(sheet__sample__in=samples, sheet__state=SheetState.SAVED)
    for one in given.select_related("sheet").order_by("sheet_id", "pk"):
        if one.sheet.grader_id in graders:  # else handed in after the export was begun
            found[one.sheet.sample_id, one.item][graders[one.sheet.grader_id]] = {
                "value": value_of(one),
                "skipped": one.skipped,
                "note": one.note,
                "evidence": one.evidence,
            }
    return dict(found)


def _readings(samples: Sequence[int], campaign: Campaign) -> _ByItem:
    """What judges gave; that an item could not be read is said, and is not 0."""
    dimensions = {item.id: item.dimension for item in rubric_of(campaign).items}
    found: _ByItem = defaultdict(dict)
    read = Reading.objects.filter(sample__in=samples, probe="").exclude(state=ReadingState.WAITING)
    for one in read.select_related("judge").order_by("sample_id", "pk"):
        items = {item for item, name in dimensions.items() if name == one.dimension}
        for item in sorted(items | set(one.grades)):
            given = one.grades.get(item, {"value": None, "reason": ""})
            missed = NOT_ANSWERED if one.state == ReadingState.FAILED else UNSCORED
            found[one.sample_id, item][one.judge.identity] = {
                "value": given["value"],
                "reason": given["reason"],
                "state": "scored" if item in one.grades else missed,
            }
    return dict(found)
