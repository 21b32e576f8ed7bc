"""How far a set is: counted right, told honestly, and read with few queries."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents.model import Usage
from tests.webapp.builders import Time, public_instance
from tests.webapp.runs.made import begin, fail, finish, made_set, put_off, reply, settle
from webapp import clock
from webapp.attempts.models import Attempt, EndedBy, Event, EventKind, Status
from webapp.attempts.opening import agent
from webapp.benchmark.models import Instance
from webapp.runs.builtin import builtin_agent
from webapp.runs.listing import listed_sets, set_rows, terms_of
from webapp.runs.models import ReplyRecord, Run, RunSet, RunSetStatus, RunState
from webapp.runs.pace import Ends, Pace, pace_of
from webapp.runs.progress import read_progress
from webapp.runs.standing import Tally
from webapp.runs.words import Counted, dollars

NOON = datetime.fromisoformat("2126-03-01T12:00:00+00:00")
MOST_QUERIES = 8
A_CALL = {
    "kind": EventKind.CALL,
    "tool": "now",
    "arguments": "{}",
    "status": "ok",
    "answer": '{"status":"ok","output":null}',
}
"""A call as the log holds it: whatever reads logs meanwhile can read it."""


def instances(*tasks: str) -> list[Instance]:
    """The first public instance of each task."""
    return [public_instance(task) for task in tasks or ("share_contact", "buy_cheapest")]


def runs_of(made: RunSet) -> list[Run]:
    """Its runs, in order."""
    related = ("run_set__owner", "entrant__contestant", "instance__task__suite", "instance__draw")
    return list(made.runs.select_related(*related))


def test_every_run_is_counted_where_it_is(time: Time) -> None:
    made = made_set(None, instances(), builtin_agent("noop"), repeats=4)
    done, failed, late, running, queued, cancelled, *_ = runs_of(made)
    finish(done)
    fail(failed, "server")
    put_off(late, "timeout", minutes=2)
    begin(running)
    settle(queued, RunState.QUEUED)
    settle(cancelled, RunState.CANCELLED)

    progress = read_progress(made)

    assert progress.tally == Tally(3, 1, 1, 1, 1, 1, put_off=1)
    assert (progress.tally.total, progress.tally.left, progress.tally.tenths) == (8, 5, 3)
    assert progress.standing == ("running", "gold")
    assert sum(width for *_, width in progress.tally.parts()) == 1_000
    assert [part[0] for part in progress.tally.parts()] == [
        *("done", "failed", "cancelled", "running", "waiting")
    ]


def test_a_set_stands_as_its_runs_and_its_owner_say(time: Time) -> None:
    made = made_set(None, instances("share_contact"), builtin_agent("noop"))
    [run] = runs_of(made)
    paused = RunSet(status=RunSetStatus.PAUSED)

    assert read_progress(made).is_live
    fail(run, "server")
    assert read_progress(made).standing == ("finished, 1 failed", "bad")
    assert not read_progress(made).is_live
    finish(run)
    assert read_progress(made).standing == ("finished", "ok")
    made.status = paused.status
    assert not read_progress(made).is_paused, "nothing is left that could go on"
    made.status = RunSetStatus.CANCELLED
    assert read_progress(made).standing == ("cancelled", "")


def test_what_runs_now_is_told_with_its_calls_and_its_time(time: Time) -> None:
    made = made_set(None, instances(), builtin_agent("noop"), repeats=2, concurrency=3)
    first, second, *_ = runs_of(made)
    attempt = begin(first)
    begin(second)
    Attempt.objects.filter(pk=attempt.pk).update(started_at=time.at)
    for number in (1, 2):
        Event.objects.create(attempt=attempt, number=number, at=time.at, **A_CALL)
    time.passes(seconds=75)

    progress = read_progress(made)

    told = [(seat.run.pk, seat.calls, seat.lasts) for seat in progress.seats]
    assert told == [(first.pk, 2, timedelta(seconds=75)), (second.pk, 0, None)]
    assert len(progress.free_seats) == 1


def test_success_is_told_by_contestant_with_its_interval(time: Time) -> None:
    names = ("share_contact", "buy_cheapest", "report_unread_count")
    made = made_set(None, instances(*names), builtin_agent("oracle"), builtin_agent("noop"))
    for run in runs_of(made):
        finish(run)

    oracle, noop = read_progress(made).entered

    assert (oracle.name, noop.name) == ("oracle", "noop")
    assert (oracle.rates.success.mean, oracle.rates.success.low) == (1.0, 1.0)
    assert (noop.rates.counts.correct, noop.rates.counts.scored) == (0, 3)
    assert noop.tally == Tally(done=3)


def test_the_attempts_of_others_of_the_same_contestant_do_not_count(time: Time) -> None:
    before = made_set(None, instances("share_contact"), builtin_agent("oracle"))
    after = made_set(None, instances("share_contact"), builtin_agent("oracle"))
    for made in (before, after):
        finish(runs_of(made)[0])

    [entered] = read_progress(after).entered

    assert entered.rates.counts.declared == 1
    assert entered.rates.spread.runs == 1, "its own first repeat, and not a second one"


def test_endings_and_errors_are_told_apart(time: Time) -> None:
    made = made_set(None, instances(), builtin_agent("noop"), repeats=4)
    runs = runs_of(made)
    finish(runs[0])
    finish(runs[1], "silence")
    finish(runs[2], "subject")
    fail(runs[3], "server", "the older text")
    fail(runs[4], "server", "the newer text")
    fail(runs[5], "refused", "no such model")
    put_off(runs[6], "server", minutes=1)

    progress = read_progress(made)

    assert progress.endings == [
        Counted("finished by the agent", "", 2),
        Counted("called nothing any more", "failed", 1),
    ]
    told = [(one.name, one.failed, one.again, one.text) for one in progress.troubles]
    assert told == [("server", 2, 1, "Slow down."), ("refused", 1, 0, "no such model")]


def test_tokens_and_money_are_summed_and_what_is_not_known_is_said(time: Time) -> None:
    caps = {"tokens": 4_300, "money": "0.02"}
    made = made_set(None, instances("share_contact"), builtin_agent("noop"), caps=caps)
    attempt = begin(runs_of(made)[0])
    reply(attempt, 1)
    reply(attempt, 2, "no_call", usage=Usage(1_000, 900, 100, 10))
    reply(attempt, 3, "empty", usage=None, cost=None)

    progress = read_progress(made)

    assert progress.used.tokens == 2_150
    assert (progress.used.untold, progress.used.unpriced) == (1, 1)
    assert progress.used.money == Decimal("0.005")
    calls, tokens, money, seconds = progress.spending
    assert (calls.cap, calls.share) == (None, None)
    assert (tokens.used, tokens.cap, tokens.share) == (Decimal(2_150), Decimal(4_300), 0.5)
    assert (money.used, money.cap, money.share) == (Decimal("0.005"), Decimal("0.02"), 0.25)
    assert seconds.used == 4
    assert progress.replies == [
        Counted("asked for calls", "", 1),
        Counted("no call in it", "failed", 1),
        Counted("empty", "failed", 1),
    ]
    assert (progress.entered[0].tokens, progress.entered[0].money) == (2_150, Decimal("0.005"))


def test_what_costs_nothing_known_has_no_price_rather_than_none(time: Time) -> None:
    made = made_set(None, instances("share_contact"), builtin_agent("noop"))
    reply(begin(runs_of(made)[0]), 1, cost=None)

    progress = read_progress(made)

    assert (progress.used.money, progress.entered[0].money) == (None, None)


def queries_of(made: RunSet) -> int:
    """How many queries reading its progress takes."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        read_progress(made)
    return len(asked)


FINISHED = {"status": Status.FINISHED, "ended_by": EndedBy.SUBJECT, "claim": "done"}


def large_set(size: int) -> RunSet:
    """A set of so many runs of two contestants, in every state, with replies and calls."""
    agents = [agent(f"m{number}", {"size": size}, None) for number in (1, 2)]
    made = made_set(None, instances("share_contact"), *agents, repeats=size // 2)
    like = begin(runs_of(made)[0])
    now, attempts = clock.now(), []
    runs = runs_of(made)[1:]
    for place, run in enumerate(runs):
        run.state = list(RunState)[place % len(RunState)]
        run.error_class = ("server", "timeout")[place % 2] if run.state == RunState.FAILED else ""
        attempts.append(
            Attempt(
                instance=run.instance,
                contestant=run.entrant.contestant,
                conditions=like.conditions,
                repeat=1_000 + place,
                world_version=like.world_version,
                opened_at=now,
                started_at=now,
                **(FINISHED if run.state == RunState.DONE else {}),
            )
        )
    for run, attempt in zip(runs, Attempt.objects.bulk_create(attempts), strict=True):
        run.attempt = attempt
    Run.objects.bulk_update(runs, ("state", "error_class", "attempt"))
    ReplyRecord.objects.bulk_create(
        ReplyRecord(attempt=one, number=1, at=now, kind="calls", body="{}", seconds=1.0)
        for one in attempts
    )
    Event.objects.bulk_create(Event(attempt=one, number=1, at=now, **A_CALL) for one in attempts)
    return made


def test_a_thousand_runs_take_no_more_queries_than_ten(time: Time) -> None:
    small, large = large_set(20), large_set(1_000)

    assert read_progress(large).tally.total == 1_000
    assert queries_of(large) == queries_of(small) <= MOST_QUERIES


def test_the_list_takes_as_many_queries_for_many_sets_as_for_one(time: Time) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            rows = set_rows(listed_sets())
        assert rows
        return len(queries)

    made_set(None, instances(), builtin_agent("noop"))
    alone = asked()
    for _ in range(5):
        made_set(None, instances(), builtin_agent("noop"), builtin_agent("oracle"))

    assert asked() == alone


def test_conditions_are_told_once_for_all_that_share_them(time: Time) -> None:
    made = made_set(
        None, instances("share_contact"), builtin_agent("noop"), builtin_agent("oracle")
    )
    other = made.entrants.last()
    assert other is not None

    [shared] = terms_of(made)
    assert (shared.words, shared.names) == ("no faults", ("noop", "oracle"))
    other.conditions = {"profile": "harsh"}
    other.save()
    assert [(one.words, one.names) for one in terms_of(made)] == [
        ("no faults", ("noop",)),
        ("harsh faults", ("oracle",)),
    ]


def test_conditions_that_are_not_to_be_had_here_are_told_with_the_reason(time: Time) -> None:
    conditions = {"access": "retrieval", "retriever": "crystal-ball", "top_k": 3}
    made = made_set(None, instances("share_contact"), builtin_agent("noop"), conditions=conditions)

    [terms] = terms_of(made)

    assert terms.full == []
    assert "crystal-ball" in terms.why_not


def ends(number: int, **ago: float) -> Ends:
    """So many ends, the first of which is so long ago."""
    return Ends(number, NOON - timedelta(**ago) if number else None)


@pytest.mark.parametrize(
    ("lately", "left", "put_off", "stopped", "expected"),
    [
        (
            ends(5, minutes=2),
            6,
            0,
            "",
            Pace(2.0, timedelta(minutes=3), NOON + timedelta(minutes=3)),
        ),
        (
            ends(3, minutes=4),
            1,
            0,
            "",
            Pace(0.5, timedelta(minutes=2), NOON + timedelta(minutes=2)),
        ),
        (
            ends(3, minutes=1),
            4,
            1,
            "",
            Pace(
                2.0,
                timedelta(minutes=2),
                NOON + timedelta(minutes=2),
                "1 run waits for another try",
            ),
        ),
        (
            ends(3, minutes=1),
            2,
            2,
            "",
            Pace(2.0, remark="all that is left waits for another try"),
        ),
        (
            ends(2, minutes=1),
            6,
            0,
            "",
            Pace(remark="fewer than 3 runs ended in the last 5 minutes"),
        ),
        (ends(0), 6, 0, "", Pace(remark="fewer than 3 runs ended in the last 5 minutes")),
        (ends(5, minutes=2), 6, 0, "it is paused", Pace(remark="it is paused")),
        (ends(9, minutes=2), 0, 0, "", Pace()),
    ],
)
def test_the_end_is_estimated_only_where_it_can_be(
    lately: Ends, left: int, put_off: int, stopped: str, expected: Pace
) -> None:
    assert pace_of(NOON, lately, left, put_off, stopped) == expected


def test_the_pace_is_that_of_the_last_minutes(time: Time) -> None:
    made = made_set(None, instances(), builtin_agent("noop"), repeats=5)
    first, *rest = runs_of(made)
    finish(first)
    time.passes(hours=1)
    for run in rest[:5]:
        finish(run)
        time.passes(seconds=30)

    progress = read_progress(made)

    assert progress.pace.per_minute == pytest.approx(4 / 2.5)
    assert progress.pace.left == timedelta(minutes=2.5)
    assert progress.took == timedelta(hours=1, minutes=2)


@pytest.mark.parametrize(
    ("amount", "told"),
    [
        (None, "\N{EN DASH}"),
        (Decimal(0), "$0.00"),
        (Decimal("0.5"), "$0.50"),
        (Decimal("0.00425"), "$0.0042"),
        (Decimal("0.00001"), "less than $0.0001"),
        (Decimal("1234.567"), "$1,234.57"),
    ],
)
def test_money_is_told_with_as_many_digits_as_it_needs(amount: Decimal | None, told: str) -> None:
    assert dollars(amount) == told
