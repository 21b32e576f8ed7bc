"""Ends that the subject did not ask for: scored as they stand, or given up and never scored."""

from __future__ import annotations

import contextlib

import pytest

from evaluators import TaskKind
from sandboxes.tasks import Decline, find_instance
from tests.webapp.attempts.test_ends import solved_by_oracle
from tests.webapp.builders import SUITE, entry_of, opened
from webapp.attempts import errors, services
from webapp.attempts.ending import end_unclaimed, give_up
from webapp.attempts.hot import known_instance
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt, EndedBy, EventKind, Status

pytestmark = pytest.mark.django_db(transaction=True)
DO_NOTHING = "nudge_if_silent"


@pytest.mark.parametrize("ended_by", [EndedBy.SILENCE, EndedBy.CAP, EndedBy.CONTEXT])
def test_a_change_that_was_made_counts_although_nobody_said_so(ended_by: EndedBy) -> None:
    attempt = opened()
    instance = known_instance(attempt.instance)
    assert instance is not None
    environment = DoorEnvironment(entry_of(attempt))
    for call in instance.ends[0].trace:
        environment.call(call.tool, call.arguments)

    end_unclaimed(entry_of(attempt), ended_by).wait()

    attempt.refresh_from_db()
    assert (attempt.status, attempt.ended_by, attempt.claim) == (Status.FINISHED, ended_by, "")
    assert attempt.scores.get().correct is True
    with pytest.raises(errors.AttemptEnded):
        services.call_tool(entry_of(attempt), "now", {}).wait()


def test_silence_is_no_claim_that_nothing_was_to_be_done() -> None:
    said, silent = (opened(task=DO_NOTHING, seed=quiet_seed()) for _ in range(2))
    services.finish(entry_of(said), "done").wait()
    end_unclaimed(entry_of(silent), EndedBy.SILENCE).wait()
    assert (said.scores.get().correct, silent.scores.get().correct) == (True, False)


def quiet_seed() -> int:
    """A seed at which the task wants nothing done."""
    for seed in range(1, 20):
        with contextlib.suppress(Decline):
            if find_instance(SUITE, DO_NOTHING, seed).draft.kind is TaskKind.DO_NOTHING:
                return seed
    raise AssertionError("the task never asks for nothing")


def test_what_is_given_up_is_errored_and_has_no_score() -> None:
    attempt = opened()
    services.call_tool(entry_of(attempt), "now", {}).wait()
    give_up(entry_of(attempt), "the model's address is gone").wait()
    attempt.refresh_from_db()
    assert (attempt.status, attempt.ended_by) == (Status.ERRORED, EndedBy.ERROR)
    assert attempt.error == "the model's address is gone"
    assert not attempt.scores.exists()


def test_also_a_paused_attempt_can_be_given_up() -> None:
    attempt = opened()
    services.get_task(entry_of(attempt)).wait()
    services.pause(entry_of(attempt), "waiting").wait()
    give_up(entry_of(attempt), "cancelled").wait()
    assert Attempt.objects.get().status == Status.ERRORED


def test_what_has_ended_is_neither_ended_nor_given_up() -> None:
    attempt = opened()
    solved_by_oracle(attempt)
    for end in (
        end_unclaimed(entry_of(attempt), EndedBy.SILENCE),
        give_up(entry_of(attempt), "late"),
    ):
        with pytest.raises(errors.AttemptEnded):
            end.wait()
    attempt.refresh_from_db()
    assert attempt.ended_by == EndedBy.SUBJECT
    assert attempt.events.filter(kind=EventKind.FINISH).count() == 1
