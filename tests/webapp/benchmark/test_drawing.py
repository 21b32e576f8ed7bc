"""Private instances are known to the server alone, can be attempted, and can be drawn anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from sandboxes.suites import _interdependent
from sandboxes.tasks import Verdict, find_instance
from tests.webapp.builders import entry_of, public_instance
from webapp.accounts.models import Role, User
from webapp.accounts.people import invite
from webapp.attempts import services
from webapp.attempts.errors import NotOffered
from webapp.attempts.hot import known_instance
from webapp.attempts.models import Attempt
from webapp.attempts.opening import agent, conditions_for, open_attempt
from webapp.benchmark.drawing import NothingDrawn, draw_private
from webapp.benchmark.loading import waiting
from webapp.benchmark.models import Instance, PrivateDraw
from webapp.leaderboard.sets import condition_sets

pytestmark = pytest.mark.django_db(transaction=True)
SUITE, TASK = "interdependent", "share_contact"


@pytest.fixture(autouse=True)
def _few_tasks(settings: Any) -> None:
    settings.TASKS = ["buy_sold_out", TASK]


def drawn(per_task: int = 1) -> list[Instance]:
    """The private instances after a drawing."""
    found = draw_private(SUITE, per_task)
    return list(found.draw.instances.select_related("task__suite", "draw").order_by("task__name"))


def signed_in(role: Role) -> Client:
    """Somebody with a role, in a browser."""
    known = User.objects.filter(role=role).first()
    client = Client()
    client.force_login(known or invite([f"some-{role}"], role)[0].user)
    return client


def attempted(instance: Instance) -> Attempt:
    """A finished attempt that makes the gold's calls."""
    attempt = open_attempt(instance, agent("tester", {}, None), conditions_for(instance), None)
    known = known_instance(instance)
    assert known is not None
    entry = entry_of(attempt)
    for call in known.gold.trace:
        services.call_tool(entry, call.tool, call.arguments).wait()
    services.finish(entry, "done", "").wait()
    attempt.refresh_from_db()
    return attempt


def test_each_task_gets_as_many_as_were_asked_for_all_through_the_gate() -> None:
    found = drawn(per_task=2)
    assert [i.task.name for i in found] == ["buy_sold_out"] * 2 + [TASK] * 2
    assert all(i.gate_passed and i.split == "private" for i in found)
    assert len({i.seed for i in found}) == 4


def test_the_world_can_be_made_with_the_secret_only() -> None:
    private = drawn()[1]
    with_secret = find_instance(SUITE, TASK, private.seed, secret=private.secret)
    assert with_secret.fingerprint == private.fingerprint
    assert find_instance(SUITE, TASK, private.seed).fingerprint != private.fingerprint
    assert find_instance(SUITE, TASK, private.seed, secret="guess").world.seed not in (
        with_secret.world.seed,
        find_instance(SUITE, TASK, private.seed).world.seed,
    )


def test_an_attempt_at_a_private_instance_is_scored_and_folded_like_any_other() -> None:
    private = drawn()[1]
    attempt = attempted(private)
    assert attempt.scores.get().correct
    services.forget()  # a restart: its log is folded anew
    assert services.peek(entry_of(attempt)).wait().status == "finished"


def test_private_attempts_stand_in_a_table_of_their_own_after_the_public_ones() -> None:
    attempted(drawn()[1])
    attempted(public_instance(TASK))
    assert [s.conditions.instances for s in condition_sets()] == ["public", "private 1"]
    assert condition_sets()[1].words == "private 1 instances"


def test_drawing_anew_retires_what_was_drawn_before() -> None:
    old = drawn()[1]
    new = drawn()[1]
    old.refresh_from_db()
    assert [d.retired_at is None for d in PrivateDraw.objects.all()] == [False, True]
    assert old.secret != new.secret
    with pytest.raises(NotOffered, match="is retired"):
        open_attempt(old, agent("late", {}, None), conditions_for(old), None)
    page = signed_in(Role.RESEARCHER).get(f"/tasks/{TASK}").text
    assert new.label in page
    assert old.label not in page


def test_a_drawing_that_comes_to_nothing_retires_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(suite: str, jobs: list[tuple[str, int]], **options: Any) -> Iterator[Verdict]:
        for job in jobs:
            verdict = Verdict(*job)
            verdict.blame("nothing", "doing nothing passes")
            yield verdict

    old = drawn()[1]
    monkeypatch.setattr(_interdependent, "verdicts", fails)
    with pytest.raises(NothingDrawn, match="nothing is retired"):
        draw_private(SUITE, 1)
    assert [draw.retired_at for draw in PrivateDraw.objects.all()] == [None]
    assert attempted(old).scores.get().correct, "it can still be attempted"


def test_nobody_but_a_researcher_can_see_or_open_one(client: Client) -> None:
    public_instance(TASK)
    private = drawn()[1]
    public = f"/tasks/{TASK}", "/tasks", "/suites/interdependent", "/board", "/board.csv"
    for reader in (client, signed_in(Role.PARTICIPANT), signed_in(Role.ANNOTATOR)):
        for address in public:
            text = reader.get(address).text
            assert private.instruction not in text
            assert private.label not in text
    asked = {"seed": private.label, "contestant": "me", "profile": "none", "access": "all"}
    refused = signed_in(Role.PARTICIPANT).post(f"/tasks/{TASK}", asked)
    assert "Select a valid choice" in refused.text
    assert not Attempt.objects.exists()
    opened = signed_in(Role.RESEARCHER).post(f"/tasks/{TASK}", asked)
    assert opened.status_code == 302
    assert Attempt.objects.get().instance == private


def test_seed_and_secret_leave_the_server_in_no_answer() -> None:
    private = drawn()[1]
    reader = signed_in(Role.RESEARCHER)
    attempt = attempted(private)
    for address in (
        f"/tasks/{TASK}",
        f"/tasks/{TASK}/{private.label}/gold",
        f"/attempts/{attempt.pk}",
        "/attempts",
        f"/api/v1/attempts/{attempt.pk}",
        f"/api/v1/tasks/{private.task_id}/instances",
    ):
        answer = reader.get(address)
        assert answer.status_code == 200, address
        assert str(private.seed) not in answer.text, address
        assert private.secret not in answer.text, address


def test_private_instances_are_not_taken_for_missing_public_ones() -> None:
    suite = drawn()[0].task.suite
    assert waiting(suite) == 6
