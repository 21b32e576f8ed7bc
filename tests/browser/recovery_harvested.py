"""Imported records and harvested rounds, for the prepared site."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandboxes.workflows import ErrorType
from tests.bench.serving import ROOT
from tests.webapp.recovery.builders import recovery_instance_of
from tests.webapp.recovery.published import imported_records
from webapp import clock
from webapp.accounts.models import User
from webapp.attempts.models import Attempt
from webapp.attempts.opening import agent, conditions_for, open_attempt
from webapp.recovery.importing import import_file
from webapp.recovery.models import HarvestedRound, ImportedRecord

_EXAMPLE = ROOT / "docs" / "examples" / "pararecover.jsonl"
_PLANNERS = ("Planner A", "Planner B", "A planner with a longer name")
_SHARES = (31, 9, 14, 88, 40, 22, 17, 63, 3, 0, 12, 1, 140, 72)
"""Rounds of each type, as of a subject that leaves much out."""
_APART = 27
"""Rounds that are not labelled, and as many that hold inherited errors alone."""


def imported_and_harvested(passes: Callable[..., None], engineer: User) -> dict[str, int]:
    """Fill both, and say which records there are to look at."""
    import_file(_EXAMPLE)
    passes(minutes=5)
    imported_records()
    instance = recovery_instance_of()
    for number, name in enumerate(_PLANNERS):
        whose = agent(name, {}, engineer)
        attempt = open_attempt(instance, whose, conditions_for(instance), engineer)
        HarvestedRound.objects.bulk_create(_rounds(attempt, 1 + number))
    mended = ImportedRecord.objects.filter(file__name=_EXAMPLE.name).order_by("line")[1]
    incomplete = ImportedRecord.objects.exclude(unmended=[]).latest("file", "line")
    return {"mended": mended.pk, "incomplete": incomplete.pk}


def _rounds(attempt: Attempt, share: int) -> Iterator[HarvestedRound]:
    """Made-up rounds: so many of each type, divided by a number."""
    types = [
        [error.value]
        for error, count in zip(ErrorType, _SHARES, strict=True)
        for _ in range(count // share)
    ]
    types += [[] for _ in range(2 * _APART // share)]
    for number, labelled in enumerate(types, start=1):
        yield HarvestedRound(
            attempt=attempt,
            event_number=number,
            round=number,
            level=2 if number % 3 else 1,
            types=labelled,
            findings=[{"inherited": not labelled and number % 2 == 0}],
            harvested_at=clock.now(),
        )
