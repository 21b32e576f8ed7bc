"""What is waited for, and for how long: a database that is locked, a model that drips."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from tests.agents.fake_openai import SCRIPTS, FakeOpenAI, Step, dripping, status
from tests.webapp.runs.sets import asking, only_run, planned, worked
from webapp.runs import asking as patience
from webapp.runs import execution, leases, working
from webapp.runs.analysis import analyse_set
from webapp.runs.control import cancel_set, pause_set
from webapp.runs.models import Run, RunSet

pytestmark = pytest.mark.django_db(transaction=True)

MINUTES = 120.0
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def locked_at_first(real: Callable[..., object], times: int) -> Callable[..., object]:
    """The same, for which the database is locked so many times."""
    left = [times]

    def called(*args: object) -> object:
        if left[0]:
            left[0] -= 1
            raise OperationalError("database is locked")
        return real(*args)

    return called


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (working, "take_back_lost"),
        (working, "next_runs"),
        (working, "_is_wanted"),
        (working._Shift, "done"),
        (execution, "claim"),
    ],
)
def test_a_command_waits_for_a_database_that_is_locked_and_says_so_once(
    owner: object, name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(working, "_PATIENCE", 0.05)
    caplog.set_level(logging.WARNING, working.__name__)
    with FakeOpenAI(SCRIPTS["looks_and_finishes"]) as fake:
        made = planned(asking(fake.base_url), repeats=3, concurrency=1)
        monkeypatch.setattr(owner, name, locked_at_first(getattr(owner, name), 3))
        worked(made)
    assert made.runs.filter(state="done", ending="finished").count() == 3
    told = [record.getMessage() for record in caplog.records if record.name == working.__name__]
    assert told[0] == "the database is waited for: database is locked"
    assert len(told) == 1 or name == "claim", "runs are begun again between its failures"


def test_a_run_that_could_not_be_given_out_of_hand_is_taken_up_when_its_lease_lapses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with FakeOpenAI(SCRIPTS["looks_and_finishes"]) as fake:
        run = only_run(planned(asking(fake.base_url)))
        with monkeypatch.context() as patched:
            patched.setattr(leases, "held", locked_at_first(leases.held, 1))
            with pytest.raises(OperationalError):
                execution.make(run.pk)
        assert only_run(run.run_set).state == "running"
        Run.objects.update(lease_until=LONG_AGO)
        leases.heart._renew()
        assert only_run(run.run_set).lease_until == LONG_AGO
        assert only_run(worked(run.run_set)).state == "done"
        assert len(fake.requests) == 2, "no reply was asked for twice"


def test_a_command_that_can_not_wait_says_so_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with FakeOpenAI(SCRIPTS["looks_and_finishes"]) as fake:
        made = planned(asking(fake.base_url))
        command = "webapp.runs.management.commands.run_agent"
        monkeypatch.setattr(f"{command}.analyse_set", locked_at_first(analyse_set, 1))
        with pytest.raises(CommandError, match="can't be used now: database is locked"):
            call_command("run_agent", resume=made.pk)
    assert only_run(made).state == "done"


def dripping_set(act: Callable[[RunSet], object], seconds: float) -> tuple[FakeOpenAI, RunSet]:
    """A set whose model drips, in the middle of which something is done about the set."""
    made: list[RunSet] = []

    def script(body: dict[str, object]) -> Step:
        act(made[0])
        connection.close()
        return dripping(0.05, 20 * round(2 * MINUTES), status(500))

    with FakeOpenAI(script) as fake:
        made.append(planned(asking(fake.base_url, asking={"tries": 3, "timeout": seconds})))
        execution.make(only_run(made[0]).pk)
    return fake, made[0]


def test_a_paused_set_waits_for_no_second_try_of_a_reply() -> None:
    fake, made = dripping_set(pause_set, 2.0)
    run = only_run(made)
    assert len(fake.requests) == 1
    assert (run.state, run.tries, run.lease_owner, run.error_class) == ("waiting", 0, "", "")
    assert run.attempt is not None
    assert run.attempt.status == "open"


def test_of_a_cancelled_set_no_reply_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "GRACE", 1.0)
    began = time.monotonic()
    fake, made = dripping_set(cancel_set, MINUTES)
    assert time.monotonic() - began < MINUTES
    assert len(fake.requests) == 1
    assert only_run(made).state == "cancelled"
