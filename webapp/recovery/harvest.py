"""Harvesting: stored attempts at recovery are gone through for rounds that hold an error."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from sandboxes.workflows import SUBMIT_PLAN, ErrorType
from webapp import clock
from webapp.attempts.models import Event, EventKind, EvidenceRecord
from webapp.recovery.harvest_rounds import FaultyRound, faulty_rounds
from webapp.recovery.models import HarvestedRound

logger = logging.getLogger(__name__)
SUITE = "recovery"
OnDone = Callable[[int, int], None]


@dataclass
class Harvest:
    """What a harvest came to.

    Args:
        attempts: Attempts that were gone through.
        unreadable: Attempts whose evidence and log do not fit together: a fault of ours, logged.
        rounds: Their submissions.
        harvested: Rounds that are new.
        known: Rounds that were harvested before.
        unlabelled: Rounds, new or known, that are left to annotators.
        by_level: Rounds by level.
        by_type: Rounds by the types that the subjects have brought about.
        inherited: Rounds by the types that were there when they took over.
    """

    attempts: int = 0
    unreadable: int = 0
    rounds: int = 0
    harvested: int = 0
    known: int = 0
    unlabelled: int = 0
    by_level: Counter[int] = field(default_factory=Counter)
    by_type: Counter[str] = field(default_factory=Counter)
    inherited: Counter[str] = field(default_factory=Counter)

    def as_json(self) -> dict[str, Any]:
        """All figures; of types all fourteen."""
        return {
            "attempts": self.attempts,
            "unreadable": self.unreadable,
            "rounds": self.rounds,
            "harvested": self.harvested,
            "known": self.known,
            "unlabelled": self.unlabelled,
            "by_level": {str(level): self.by_level[level] for level in (1, 2)},
            "by_type": {error.value: self.by_type[error.value] for error in ErrorType},
            "inherited": {error.value: self.inherited[error.value] for error in ErrorType},
        }


class _DoNotFit(Exception):
    """Evidence and log of an attempt do not tell of the same submissions."""


def harvest(on_done: OnDone = lambda done, total: None) -> Harvest:
    """Keep each round of the ended attempts that holds an error, each once.

    Args:
        on_done: Told after each attempt how many are done, and of how many.
    """
    found = Harvest()
    records = _records()
    total = records.count()
    for record in records.iterator(chunk_size=100):
        found.attempts += 1
        try:
            _harvest_attempt(record, found)
        except (_DoNotFit, KeyError, TypeError):
            logger.exception("attempt %s could not be harvested", record.attempt_id)
            found.unreadable += 1
        on_done(found.attempts, total)
    return found


def _records() -> QuerySet[EvidenceRecord]:
    of_recovery = EvidenceRecord.objects.filter(attempt__instance__task__suite__name=SUITE)
    return of_recovery.order_by("attempt")


def _harvest_attempt(record: EvidenceRecord, found: Harvest) -> None:
    evidence = json.loads(record.body)
    events = _events(record.attempt_id)
    if len(events) != len(evidence["submissions"]):
        raise _DoNotFit(f"{len(evidence['submissions'])} submissions, {len(events)} events")
    rounds = list(faulty_rounds(evidence))
    with transaction.atomic():
        before = HarvestedRound.objects.filter(attempt=record.attempt_id)
        known = set(before.values_list("round", flat=True))
        new = [one for one in rounds if one.round not in known]
        rows = (_row(record.attempt_id, events[one.place], one) for one in new)
        HarvestedRound.objects.bulk_create(rows, ignore_conflicts=True)
    found.rounds += len(events)
    found.harvested += len(new)
    found.known += len(rounds) - len(new)
    for one in rounds:
        found.unlabelled += one.is_unlabelled
        found.by_level[one.level] += 1
        found.by_type.update(one.types)
        found.inherited.update(one.inherited)


def _events(attempt_id: int) -> list[int]:
    """The numbers of the events in which something was submitted, in order."""
    calls = Event.objects.filter(
        attempt=attempt_id, kind=EventKind.CALL, tool=SUBMIT_PLAN.name
    ).order_by("number")
    return list(calls.values_list("number", flat=True))


def _row(attempt_id: int, event_number: int, one: FaultyRound) -> HarvestedRound:
    return HarvestedRound(
        attempt_id=attempt_id,
        event_number=event_number,
        round=one.round,
        level=one.level,
        types=one.types,
        inherited=one.inherited,
        findings=[finding.as_json() for finding in one.findings],
        plan=one.plan,
        observations=one.observations,
        refusal=one.refusal,
        harvested_at=clock.now(),
    )
