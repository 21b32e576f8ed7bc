"""A dead endpoint is no fault of the subject's: nothing is scored, and nothing is lost."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any, NoReturn

import pytest
from django.db import OperationalError

from tests.agents.fake_openai import FakeOpenAI, Step, calls, status, usage
from tests.webapp.builders import Time
from tests.webapp.runs.sets import asking, only_run, planned, worked
from webapp import clock
from webapp.attempts.history import time_used
from webapp.attempts.models import EventKind, ScoreRecord
from webapp.runs import execution
from webapp.runs.control import cancel_set, retry_failed
from webapp.runs.models import ReplyRecord, RunSet, RunState
from webapp.runs.replies import KeptReplies

pytestmark = pytest.mark.django_db(transaction=True)

LOOK = calls(("get_all_contacts", {}), usage=usage(1000, 0, 20))
DONE = calls(("finish_task", {"outcome": "done"}), usage=usage(1200, 1000, 10))
ONE_TRY = {"tries": 1, "timeout": 5.0}


def made(script: list[Step], run_set: RunSet | None = None) -> RunSet:
    """Make the one run of a set once, against a script of its own."""
    with FakeOpenAI(script) as fake:
        run_set = run_set or planned(asking(fake.base_url, asking=ONE_TRY))
        run_set.entrants.update(address=fake.base_url)
        execution.make(only_run(run_set).pk)
    return run_set


def test_an_endpoint_that_fails_puts_the_run_off_and_stops_the_clock(time: Time) -> None:
    run_set = made([LOOK, status(500)])
    run = only_run(run_set)
    assert (run.state, run.error_class, run.lease_owner) == ("waiting", "server", "")
    assert run.not_before == clock.now() + timedelta(seconds=10)
    assert run.attempt is not None
    assert run.attempt.status == "open"
    before = time_used(run.attempt, clock.now())
    time.passes(hours=12)
    assert time_used(run.attempt, clock.now()) == before
    assert not ScoreRecord.objects.exists()


def test_it_goes_on_where_it_was_and_asks_for_no_reply_twice() -> None:
    run_set = made([LOOK, status(500)])
    made([DONE], run_set)
    run = only_run(run_set)
    assert (run.state, run.ending, run.error_class) == ("done", "finished", "")
    assert run.attempt is not None
    kinds = list(run.attempt.events.values_list("kind", flat=True))
    assert kinds == ["start", "call", "pause", "resume", "finish"]
    assert list(ReplyRecord.objects.values_list("number", "kind")) == [(1, "calls"), (2, "finish")]
    assert run.attempt.scores.get().correct is False


def test_an_address_that_is_no_longer_allowed_loses_no_attempt(settings: Any) -> None:
    run_set = made([LOOK, status(500)])
    settings.MODEL_ADDRESSES = "https://elsewhere.example"
    made([], run_set)
    run = only_run(run_set)
    assert (run.state, run.error_class) == ("failed", "refused")
    assert run.attempt is not None
    assert run.attempt.status == "open"
    settings.MODEL_ADDRESSES = None
    retry_failed(run_set)
    made([DONE], run_set)
    assert only_run(run_set).ending == "finished"


def test_a_key_that_is_gone_loses_no_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    run_set = made([LOOK, status(500)])
    run_set.entrants.update(address="https://api.openai.com/v1")
    execution.make(only_run(run_set).pk)
    run = only_run(run_set)
    assert (run.state, run.error_class) == ("failed", "credentials")
    assert "OPENAI_API_KEY" in run.error
    assert run.attempt is not None
    assert run.attempt.status == "open"


def test_a_price_file_that_is_broken_loses_no_attempt(settings: Any, tmp_path: Path) -> None:
    run_set = made([LOOK, status(500)])
    settings.PRICES_FILE = tmp_path / "none.json"
    made([], run_set)
    run = only_run(run_set)
    assert (run.state, run.error_class) == ("failed", "ours")
    assert run.error.startswith("none.json can't be read")
    assert run.attempt is not None
    assert run.attempt.status == "open"


def locked(*_: object) -> NoReturn:
    """As SQLite tells it when others write for too long."""
    raise OperationalError("database is locked")


@pytest.mark.parametrize(
    ("owner", "name", "begun"),
    [
        (KeptReplies, "keep", True),
        (KeptReplies, "earlier", True),
        (execution, "open_attempt", False),
        (execution, "held", False),
        (execution, "_go_on", True),
    ],
)
def test_a_database_that_is_locked_for_a_while_loses_no_attempt(
    owner: object, name: str, begun: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(owner, name, locked)
        run_set = made([LOOK])
    run = only_run(run_set)
    assert (run.state, run.error_class, run.lease_owner) == ("waiting", "ours", "")
    assert run.error == "database is locked"
    assert (run.attempt is not None) is begun
    made([LOOK, DONE], run_set)
    assert only_run(run_set).ending == "finished"


def test_after_some_tries_it_has_failed_and_can_be_tried_once_more() -> None:
    run_set = made([status(500)])
    for _ in range(execution.MOST_TRIES - 1):
        assert only_run(run_set).state == RunState.WAITING
        made([status(503)], run_set)
    run = only_run(run_set)
    assert (run.state, run.error_class) == ("failed", "server")
    assert retry_failed(run_set, "timeout") == 0
    assert retry_failed(run_set, "server") == 1
    made([DONE], run_set)
    assert only_run(run_set).state == RunState.DONE


@pytest.mark.parametrize(("code", "error_class"), [(401, "credentials"), (404, "refused")])
def test_what_does_not_pass_fails_at_once(code: int, error_class: str) -> None:
    run = only_run(made([status(code)]))
    assert (run.state, run.error_class, run.tries) == ("failed", error_class, 1)
    assert f"scripted {code}" in run.error


def test_an_address_where_nobody_listens_is_infrastructure() -> None:
    with FakeOpenAI([]) as fake:
        gone = fake.base_url
    run_set = planned(asking(gone, asking=ONE_TRY))
    execution.make(only_run(run_set).pk)
    run = only_run(run_set)
    assert (run.state, run.error_class) == ("waiting", "connection")


def test_a_conversation_that_grew_too_long_is_the_subjects_and_is_scored() -> None:
    too_long = status(400, message="too many tokens", code="context_length_exceeded")
    run = only_run(made([LOOK, too_long]))
    assert (run.state, run.ending) == ("done", "context")
    assert run.attempt is not None
    assert (run.attempt.status, run.attempt.ended_by) == ("finished", "context")
    assert run.attempt.scores.count() == 1


def test_cancelling_leaves_begun_attempts_errored_and_begins_no_other() -> None:
    run_set = made([LOOK, status(500)])
    assert cancel_set(run_set) == 1
    run = only_run(run_set)
    assert run.state == RunState.CANCELLED
    assert run.attempt is not None
    assert run.attempt.status == "errored"
    assert run.attempt.error == f"{run_set} was cancelled."
    assert run.attempt.events.filter(kind=EventKind.ERROR).count() == 1
    assert execution.make(run.pk) is None


@pytest.mark.parametrize(
    ("caps", "ending", "calls_made"),
    [
        ({"calls": 2}, "cap_calls", 2),
        ({"tokens": 2000}, "cap_tokens", 1),
        ({"money": "0.0003"}, "cap_money", 1),
    ],
)
def test_an_attempt_ends_at_its_caps_and_is_scored(
    caps: dict[str, object], ending: str, calls_made: int
) -> None:
    with FakeOpenAI(lambda body: LOOK) as fake:
        run = only_run(worked(planned(asking(fake.base_url, caps=caps))))
    assert (run.state, run.ending) == ("done", ending)
    assert run.attempt is not None
    assert (run.attempt.status, run.attempt.ended_by) == ("finished", "cap")
    assert run.attempt.events.filter(kind=EventKind.CALL).count() == calls_made
    assert run.attempt.scores.count() == 1
