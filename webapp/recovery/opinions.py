"""What people and judges gave responses of attempts at recovery, as the board takes it.

A grade is told once nobody can be given the response any more: each campaign that it is in is
closed, or has all the graders there that it needs, and it is in nobody's hand. Each response that
was graded is scored by itself, with S5 of its own plan and E5 of its attempt; the board's means are
over instances, so that many responses of one attempt weigh no more than one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from evaluators.sde import GRADED, ItemScore, SdeScore, facts_of_response, scores_by_source
from webapp.annotation.grades import Value
from webapp.annotation.models import Campaign, Judge, Reading, Role, Sample
from webapp.annotation.passports import Known, known_as, source_of
from webapp.annotation.resolved import resolved
from webapp.annotation.responses import UNREADABLE
from webapp.annotation.seen import unfinished
from webapp.attempts.models import ConditionsRecord

PEOPLE = "people"
"""The source of what people's grades come to."""
_RUBRIC = "sde"

Place = tuple[int, int]
"""An attempt, and the number of the event of its response."""


@dataclass(frozen=True)
class GradedResponse:
    """A response that people or judges have graded.

    Args:
        is_valid: Whether its plan could be run: S5.
        items: What they gave.
    """

    is_valid: bool
    items: tuple[ItemScore, ...]

    def scores(self, efficacy: float) -> dict[str, SdeScore]:
        """What it is worth by each source.

        Args:
            efficacy: E5 of its attempt.
        """
        return scores_by_source([*self.items, *facts_of_response(self.is_valid, efficacy)])


def graded_responses(records: Iterable[int | ConditionsRecord]) -> dict[int, list[GradedResponse]]:
    """By attempt: its responses that people or judges have graded, in their order.

    Args:
        records: Under which conditions the attempts are.
    """
    shown = _shown(list(records))
    if not shown:
        return {}
    values: dict[Place, dict[tuple[str, str], float | None]] = defaultdict(dict)
    for sample, item, source, value in (*_peoples(shown), *_judges(shown)):
        if item in GRADED and not isinstance(value, str):
            known = values[_place(shown[sample])]
            # Of several campaigns that hold a response, the newest that has a value counts.
            if value is not None or (item, source) not in known:
                known[item, source] = value
    unreadable = {
        _place(one) for one in Sample.objects.filter(UNREADABLE, pk__in=shown).defer("body")
    }
    found: dict[int, list[GradedResponse]] = defaultdict(list)
    for (attempt, event), given in sorted(values.items()):
        items = tuple(
            ItemScore(item, value, source) for (item, source), value in sorted(given.items())
        )
        found[attempt].append(GradedResponse((attempt, event) not in unreadable, items))
    return dict(found)


def judges_of(sources: Iterable[str]) -> list[Known]:
    """The judges among sources, with identity and status.

    Args:
        sources: Names of sources; others are passed over.
    """
    wanted = set(sources)
    return [known_as(one) for one in Judge.objects.all() if source_of(one) in wanted]


def _shown(records: list[int | ConditionsRecord]) -> dict[int, Sample]:
    """The samples whose grades are told, those of older campaigns first."""
    among = Sample.objects.filter(attempt__conditions__in=records, campaign__rubric=_RUBRIC)
    among = among.exclude(role=Role.TRAINING).order_by("campaign_id", "pk")
    waiting = unfinished()
    return {one.pk: one for one in among.defer("body", "reference") if one not in waiting}


def _peoples(shown: Mapping[int, Sample]) -> Iterable[tuple[int, str, str, Value | None]]:
    campaigns = sorted({one.campaign_id for one in shown.values()})
    for campaign in Campaign.objects.filter(pk__in=campaigns).order_by("pk"):
        for one in resolved(campaign):
            if one.sample in shown:
                yield one.sample, one.item, PEOPLE, one.value


def _judges(shown: Mapping[int, Sample]) -> Iterable[tuple[int, str, str, Value | None]]:
    read = Reading.objects.filter(sample__in=shown, probe="").exclude(grades={})
    rows = read.select_related("judge").defer("raw", "repaired")
    for one in rows.order_by("sample__campaign_id", "pk"):
        for item, given in one.grades.items():
            yield one.sample_id, item, source_of(one.judge), given["value"]


def _place(sample: Sample) -> Place:
    return sample.attempt_id, sample.event_number
