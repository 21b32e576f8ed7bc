"""Leases: one has a run in hand at a time; what a dead process held is taken up, and only that."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.agents.fake_openai import FakeOpenAI, calls, usage
from tests.webapp.builders import Time, public_instance
from tests.webapp.runs.sets import asking, only_run, planned
from webapp import clock
from webapp.runs import execution, leases
from webapp.runs.dispatch import dispatch, next_runs
from webapp.runs.models import Run, RunSet, RunSetStatus, RunState
from webapp.runs.replies import LostToAnother

pytestmark = pytest.mark.django_db(transaction=True)

NOBODY = "http://127.0.0.1:9/v1"
"""Nothing is asked here."""


@pytest.fixture
def run_set(time: Time) -> RunSet:
    return planned(asking(NOBODY))


def test_a_run_is_claimed_once(run_set: RunSet) -> None:
    run = only_run(run_set)
    claimed = leases.claim(run.pk)
    assert claimed is not None
    assert (claimed.state, claimed.lease_owner) == ("running", leases.this_process())
    assert claimed.lease_until == clock.now() + leases.LEASE
    assert leases.claim(run.pk) is None


def test_a_lease_that_has_lapsed_can_be_claimed_and_the_first_owner_has_lost_it(
    run_set: RunSet, time: Time
) -> None:
    run = only_run(run_set)
    assert leases.claim(run.pk) is not None
    Run.objects.update(lease_owner="elsewhere/1/x")
    time.passes(seconds=31)
    claimed = leases.claim(run.pk)
    assert claimed is not None
    assert claimed.tries == 2
    Run.objects.update(lease_owner="elsewhere/1/x")
    assert leases.let_go(run.pk, RunState.DONE) is False
    assert only_run(run_set).state == RunState.RUNNING


def test_what_a_dead_process_of_this_machine_held_is_taken_back_at_once(run_set: RunSet) -> None:
    run = only_run(run_set)
    leases.claim(run.pk)
    host = leases.this_process().split("/")[0]
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    Run.objects.update(lease_owner=f"{host}/{dead.pid}/x")
    assert leases.take_back_lost() == 1
    run = only_run(run_set)
    assert (run.state, run.lease_owner, run.lease_until) == ("waiting", "", None)


@pytest.mark.parametrize("owner", ["elsewhere/{pid}/x", "{host}/{pid}/x"])
def test_what_lives_elsewhere_or_here_keeps_its_lease_until_it_lapses(
    run_set: RunSet, time: Time, owner: str
) -> None:
    leases.claim(only_run(run_set).pk)
    host = leases.this_process().split("/")[0]
    Run.objects.update(lease_owner=owner.format(host=host, pid=os.getpid()))
    assert leases.take_back_lost() == 0
    time.passes(seconds=31)
    assert leases.take_back_lost() == 1


def test_a_run_that_takes_its_process_with_it_again_and_again_has_failed(
    run_set: RunSet, time: Time
) -> None:
    for _ in range(leases.MOST_LOSSES):
        assert leases.claim(only_run(run_set).pk) is not None
        time.passes(seconds=31)
        leases.take_back_lost()
    run = only_run(run_set)
    assert (run.state, run.error_class, run.lease_owner) == ("failed", "lost", "")


def test_runs_of_a_paused_set_are_not_to_be_had(run_set: RunSet) -> None:
    RunSet.objects.update(status=RunSetStatus.PAUSED)
    assert leases.claim(only_run(run_set).pk) is None


def test_whoever_was_taken_for_dead_and_goes_on_is_told_and_nothing_is_done_twice() -> None:
    """Two processes make the same run: the second reply of the same number is refused."""
    look = calls(("get_all_contacts", {}), usage=usage(1000, 0, 20))
    with FakeOpenAI(lambda body: look) as fake:
        run_set = planned(asking(fake.base_url, caps={"calls": 2}))
        run = only_run(run_set)
        assert execution.make(run.pk) == RunState.DONE
        attempt = only_run(run_set).attempt
        assert attempt is not None
        from webapp.runs.replies import KeptReplies

        late = KeptReplies(attempt.pk, lambda reply: None)
        with pytest.raises(LostToAnother):
            late.keep(2, late.earlier()[1], "calls")
    assert attempt.replies.count() == 2


def test_a_set_queues_no_more_than_it_allows_and_first_repeats_come_first() -> None:
    instances = [public_instance("share_contact", seed) for seed in (1, 2, 3)]
    run_set = planned(
        asking(NOBODY), instances=instances, repeats=2, concurrency=2, by_command=False
    )
    order = [(run.repeat, run.instance.seed) for run in run_set.runs.select_related("instance")]
    assert order == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
    assert dispatch(run_set.pk) == 2
    assert dispatch(run_set.pk) == 0
    queued = run_set.runs.filter(state=RunState.QUEUED)
    assert [run.repeat for run in queued] == [1, 1]
    assert len(next_runs(run_set.pk, 10)) == 4


def test_a_set_of_a_command_is_queued_by_nobody(run_set: RunSet) -> None:
    assert dispatch(run_set.pk) == 0


def test_what_could_not_be_let_go_lapses_while_others_are_renewed(time: Time) -> None:
    run_set = planned(asking(NOBODY), repeats=2)
    lost, kept = (leases.claim(run.pk) for run in run_set.runs.all())
    assert lost is not None
    assert kept is not None
    leases.heart.leave(lost.pk)  # and the database was away when it was to be written down
    time.passes(seconds=20)
    leases.heart._renew()
    time.passes(seconds=20)
    assert leases.take_back_lost() == 1
    assert Run.objects.get(pk=lost.pk).state == "waiting"
    leases.let_go(kept.pk, RunState.WAITING)
