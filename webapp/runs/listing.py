"""Sets and their runs as they are listed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from webapp import clock
from webapp.attempts.conditions import Conditions
from webapp.attempts.errors import DoorError
from webapp.attempts.models import ConditionsRecord, ScoreRecord, Status
from webapp.attempts.opening import conditions_for
from webapp.leaderboard.sets import differing, in_full
from webapp.runs.models import Entrant, ReplyRecord, Run, RunSet, RunState
from webapp.runs.naming import asked_how
from webapp.runs.replies import DOLLAR
from webapp.runs.standing import Tally, standing_of
from webapp.runs.words import ENDING_WORDS, ERROR_WORDS, STATE_WORDS, ending_of, worded

SETS_A_PAGE, RUNS_A_PAGE = 20, 50


@dataclass(frozen=True)
class SetRow:
    """A set in the list.

    Args:
        run_set: The set.
        contestants: Who attempts, by name.
        tally: Its runs.
        tokens: Tokens of its models; None if no model was asked.
        money: US dollars; None if no price is known.
    """

    run_set: RunSet
    contestants: list[str]
    tally: Tally
    tokens: int | None
    money: Decimal | None

    @property
    def standing(self) -> tuple[str, str]:
        """How it stands, in words, and the colour that goes with it."""
        return standing_of(self.run_set, self.tally)


@dataclass(frozen=True)
class RunRow:
    """A run in the list.

    Args:
        run: The run, with its attempt, instance and contestant.
        state: How far it is, in words.
        tone: The colour that goes with it.
        correct: What its score says; None if there is none.
        ending: How its agent ended, in words; empty if it has not.
        trouble: What kept it from going on, in words; empty if nothing did.
    """

    run: Run
    state: str
    tone: str
    correct: bool | None
    ending: str
    trouble: str


@dataclass(frozen=True)
class Terms:
    """Under what conditions contestants attempt, and what one attempt may use up.

    Args:
        entrant: One of the contestants in its set.
        words: What differs from the default, in words.
        full: Everything, as terms and what they are; empty if it can't be told.
        why_not: Why it can't.
        asked: How its model is asked, in words; empty if none is.
        names: The names of all contestants of whom the same is to be told.
    """

    entrant: Entrant
    words: str
    full: list[tuple[str, str]]
    why_not: str = ""
    asked: str = ""
    names: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """By which it is the same."""
        entrant = self.entrant
        caps = tuple(sorted(entrant.caps.items()))
        asked = self.asked, entrant.address
        return self.words, *self.full, self.why_not, *asked, caps, entrant.prices


def listed_sets() -> QuerySet[Any]:
    """All sets, newest first, with what `set_rows` makes of them."""
    replies = ReplyRecord.objects.filter(attempt__run__run_set=OuterRef("pk")).order_by()
    sums = replies.values("attempt__run__run_set").annotate(
        tokens=Coalesce(Sum("prompt"), 0) + Coalesce(Sum("output"), 0), cost=Sum("cost")
    )
    states = {str(state.value): Count("runs", filter=Q(runs__state=state)) for state in RunState}
    return (
        RunSet.objects.select_related("owner")
        .prefetch_related("entrants__contestant")
        .annotate(
            **states, tokens=Subquery(sums.values("tokens")), cost=Subquery(sums.values("cost"))
        )
        .order_by("-id")
    )


def set_rows(sets: Any) -> list[SetRow]:
    """Sets of `listed_sets` as rows."""
    return [
        SetRow(
            one,
            [entrant.contestant.name for entrant in one.entrants.all()],
            Tally(**{str(state.value): getattr(one, state.value) for state in RunState}),
            one.tokens,
            None if one.cost is None else Decimal(one.cost) / DOLLAR,
        )
        for one in sets
    ]


def listed_runs(run_set: RunSet, state: str = "", error_class: str = "") -> QuerySet[Any]:
    """The runs of a set, with what `run_rows` makes of them.

    Args:
        run_set: The set.
        state: Only those that are so far; empty: all.
        error_class: Only those that this kept from going on; empty: all.
    """
    newest = ScoreRecord.objects.filter(attempt=OuterRef("attempt")).order_by("-id")
    found = (
        Run.objects.filter(run_set=run_set)
        .select_related("attempt", "instance__task", "entrant__contestant")
        .annotate(correct=Subquery(newest.values("correct")[:1]))
        .order_by("pk")
    )
    if state:
        found = found.filter(state=state)
    return found.filter(error_class=error_class) if error_class else found


def run_rows(runs: Any) -> list[RunRow]:
    """Runs of `listed_runs` as rows."""
    now = clock.now()
    return [_row(run, now) for run in runs]


def _row(run: Any, now: Any) -> RunRow:
    state, tone = worded(STATE_WORDS, run.state)
    if run.state == RunState.WAITING and run.not_before is not None and run.not_before > now:
        state = "waits for another try"
    is_scored = run.attempt is not None and run.attempt.status == Status.FINISHED
    ended = run.state == RunState.DONE and run.ending
    return RunRow(
        run,
        state,
        tone,
        run.correct if is_scored else None,
        worded(ENDING_WORDS, ending_of(run.ending))[0] if ended else "",
        ERROR_WORDS.get(run.error_class, run.error_class),
    )


def error_classes(run_set: RunSet) -> list[str]:
    """The classes of errors that runs of a set have met last."""
    met = Run.objects.filter(run_set=run_set).exclude(error_class="")
    return list(met.order_by("error_class").values_list("error_class", flat=True).distinct())


def terms_of(run_set: RunSet) -> list[Terms]:
    """The conditions of a set: those of its attempts once there are any."""
    found: dict[tuple[object, ...], Terms] = {}
    for entrant in run_set.entrants.select_related("contestant"):
        told = replace(_terms(entrant), asked=asked_how(entrant.contestant.details))
        known = found.get(told.key, told)
        found[told.key] = replace(known, names=(*known.names, entrant.contestant.name))
    return list(found.values())


def begun_of(run_set: RunSet) -> int:
    """How many attempts of a set were begun and have not ended."""
    runs = Run.objects.filter(run_set=run_set, attempt__status=Status.OPEN)
    return runs.filter(attempt__started_at__isnull=False).count()


def _terms(entrant: Entrant) -> Terms:
    record = ConditionsRecord.objects.filter(attempts__run__entrant=entrant).first()
    if record is not None:
        return _told(entrant, Conditions.model_validate(record.body))
    run = entrant.runs.select_related("instance__task__suite", "instance__draw").first()
    if run is None:
        return Terms(entrant, "no conditions", [], "It has no runs.")
    try:
        return _told(entrant, conditions_for(run.instance, **entrant.conditions))
    except DoorError as error:
        return Terms(entrant, "conditions that can't be told", [], str(error))


def _told(entrant: Entrant, conditions: Conditions) -> Terms:
    return Terms(entrant, differing(conditions) or "default conditions", in_full(conditions))
