"""What an item of a sample counts for, and how that came about."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from webapp.annotation.grades import Given, Value, peoples_grades
from webapp.annotation.models import Adjudication, Campaign

ENOUGH = 2
"""How many have to give a grade before people can agree on it."""


class Provenance(StrEnum):
    """How a grade that counts came about."""

    UNANIMOUS = "unanimous"
    MAJORITY = "majority"
    ADJUDICATED = "adjudicated"
    UNRESOLVED = "unresolved"


@dataclass(frozen=True)
class Resolved:
    """An item of a sample, with all that people gave it.

    Args:
        sample: Key of the sample.
        item: Id of the item.
        value: What it counts for; None as long as that is not settled, or if too few could judge.
        provenance: How that came about.
        given: What each grader gave; skipped ones among them.
        at_odds: Whether people differ: by what they gave, or, where that leaves one grade alone, on
            whether it can be judged.
    """

    sample: int
    item: str
    value: Value | None
    provenance: Provenance
    given: tuple[Given, ...]
    at_odds: bool

    @property
    def is_open(self) -> bool:
        """Whether people differ, and nobody has adjudicated it."""
        return self.at_odds and self.provenance != Provenance.ADJUDICATED

    @property
    def was_judged(self) -> bool:
        """Whether anybody could judge it."""
        return any(one.value is not None for one in self.given)

    @property
    def is_reference(self) -> bool:
        """Whether judges may be compared with it: settled, by at least two graders."""
        graders = sum(one.value is not None for one in self.given)
        return self.value is not None and graders >= ENOUGH


def resolved(campaign: Campaign) -> list[Resolved]:
    """What each item counts for of each sample that somebody has graded.

    Grades that all equal each other are unanimous, and a value that more than half gave has the
    majority. One grade alone settles nothing where a campaign asks several people: with whom should
    it be unanimous? Skipped items take no part. What was adjudicated counts as that.
    """
    settled = {
        (one.sample_id, one.item): one.value if one.value is not None else one.choice or None
        for one in Adjudication.objects.filter(sample__campaign=campaign)
    }
    by_item: dict[tuple[int, str], list[Given]] = defaultdict(list)
    for one in peoples_grades(campaign):
        by_item[one.sample, one.item].append(one)
    for key in settled:
        by_item.setdefault(key, [])
    found, fewest = [], fewest_of(campaign)
    for (sample, item), given in by_item.items():
        if (sample, item) in settled:
            value, provenance = settled[sample, item], Provenance.ADJUDICATED
        else:
            value, provenance = settled_by(given, fewest)
        at_odds = are_at_odds([one.value for one in given], fewest)
        found.append(Resolved(sample, item, value, provenance, tuple(given), at_odds))
    return found


def settled_by(given: Sequence[Given], fewest: int) -> tuple[Value | None, Provenance]:
    """What grades come to without an adjudicator.

    Args:
        given: The grades of one item of one sample; skipped ones take no part.
        fewest: How many grades there have to be.
    """
    counts = Counter(one.value for one in given if one.value is not None)
    if not counts or counts.total() < fewest:
        return None, Provenance.UNRESOLVED
    (value, most), *others = counts.most_common()
    if not others:
        return value, Provenance.UNANIMOUS
    if 2 * most > counts.total():
        return value, Provenance.MAJORITY
    return None, Provenance.UNRESOLVED


def are_at_odds(values: Sequence[Value | None], fewest: int) -> bool:
    """Whether people differ on an item so that somebody has to settle it.

    Args:
        values: What each gave; None: it was skipped.
        fewest: How many grades there have to be.
    """
    given = [value for value in values if value is not None]
    return len(set(given)) > 1 or 0 < len(given) < min(fewest, len(values))


def fewest_of(campaign: Campaign) -> int:
    """How many grades an item needs in a campaign to come to something."""
    return min(campaign.graders, ENOUGH)
