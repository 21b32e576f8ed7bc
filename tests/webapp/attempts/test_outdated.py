"""Attempts of an older version: readable, regradable, not to be continued, and they say why."""

from __future__ import annotations

import json

import pytest

from tests.webapp.builders import entry_of, opened, public_instance
from webapp.attempts import errors, services
from webapp.attempts.closing import regrade
from webapp.attempts.models import Attempt, Status
from webapp.attempts.opening import conditions_for, open_attempt
from webapp.benchmark.models import Instance, Suite

pytestmark = pytest.mark.django_db(transaction=True)


def aged(attempt: Attempt) -> Attempt:
    """The attempt as it is found after the worlds have changed."""
    Attempt.objects.filter(pk=attempt.pk).update(world_version="an older one")
    services.forget()
    return attempt


def test_an_attempt_of_older_worlds_is_read_but_not_continued() -> None:
    attempt = opened()
    entry = entry_of(attempt)
    before = services.call_tool(entry, "now", {}, key="k").wait()
    aged(attempt)

    with pytest.raises(errors.Outdated, match="an older one"):
        services.call_tool(entry, "now", {}).wait()
    with pytest.raises(errors.Outdated):
        services.finish(entry, "done").wait()

    view = services.get_task(entry).wait()
    assert (view.status, view.brief.instruction) == ("outdated", attempt.instance.instruction)
    assert services.call_tool(entry, "now", {}, key="k").wait() == before
    attempt.refresh_from_db()
    assert attempt.status == Status.OPEN


def test_an_attempt_of_older_worlds_is_regraded_from_its_evidence() -> None:
    attempt = opened()
    services.finish(entry_of(attempt), "done").wait()
    score = attempt.scores.get()
    attempt.scores.all().delete()
    aged(attempt)

    again = regrade(attempt)

    assert json.loads(again.body) == json.loads(score.body)


def test_an_attempt_at_a_task_that_was_changed_is_not_continued() -> None:
    attempt = opened()
    Instance.objects.update(fingerprint="another")

    with pytest.raises(errors.Outdated, match="task was changed"):
        services.call_tool(entry_of(attempt), "now", {}).wait()


def test_a_log_that_comes_out_differently_errors_the_attempt_with_both_hashes() -> None:
    attempt = opened()
    entry = entry_of(attempt)
    services.call_tool(entry, "now", {}).wait()
    last = services.call_tool(entry, "now", {}).wait()
    right = attempt.events.get(number=last.number).state_hash
    attempt.events.filter(number=last.number).update(state_hash="f" * 32)
    services.forget()

    with pytest.raises(errors.AttemptErrored):
        services.call_tool(entry, "now", {}).wait()

    attempt.refresh_from_db()
    assert attempt.status == Status.ERRORED
    assert "f" * 32 in attempt.error
    assert right in attempt.error
    assert attempt.events.last().kind == "error"  # type: ignore[union-attr]
    with pytest.raises(errors.AttemptErrored):
        services.call_tool(entry, "now", {}).wait()


def test_an_instance_of_an_older_suite_is_not_opened() -> None:
    instance = public_instance()
    Suite.objects.update(world_version="an older one")
    stale = Instance.objects.select_related("task__suite").get(pk=instance.pk)

    with pytest.raises(errors.NotOffered, match="older version"):
        opened(stale)


def test_an_instance_that_failed_the_gate_is_not_opened() -> None:
    instance = public_instance()
    instance.gate_passed = False

    with pytest.raises(errors.NotOffered, match="gate"):
        open_attempt(instance, opened().contestant, conditions_for(instance), None)
