"""What the prepared site shows: people, agents, and attempts in every state."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any
from unittest import mock

from django.test import Client

from agents import AGENTS
from sandboxes.tasks import (
    Decline,
    InterdependentEnvironment,
    find_template,
    gate,
    templates,
)
from tests.browser.annotation import grading
from tests.browser.annotation_adjudication import disputed
from tests.browser.annotation_agreement import closed_campaign
from tests.browser.annotation_training import graded_for_training
from tests.browser.courses import other_lists, with_courses
from tests.browser.recovery_attempts import recoveries
from tests.browser.recovery_board import with_repairs
from tests.browser.recovery_consoles import consoles_at_recovery
from tests.browser.recovery_harvested import imported_and_harvested
from tests.browser.runs import run_sets
from tests.webapp.builders import SUITE, public_instance
from webapp import clock
from webapp.accounts.links import new_link
from webapp.accounts.models import Role, User
from webapp.accounts.people import close_account, invite
from webapp.accounts.tokens import new_token, revoke_token
from webapp.attempts import services
from webapp.attempts.errors import DoorError
from webapp.attempts.hot import known_instance
from webapp.attempts.models import Attempt, Contestant
from webapp.attempts.opening import agent, conditions_for, lapse, open_attempt, person
from webapp.attempts.turns import Entry
from webapp.benchmark.loading import PUBLIC_SEEDS, judged
from webapp.benchmark.models import Instance
from webapp.runs.builtin import builtin_agent, run

_START = "2026-03-02T09:00:00+00:00"
_SOME = (
    "buy_cheapest",
    "buy_sold_out",
    "group_and_hand_over",
    "like_moments_from_place",
    "report_unread_count",
    "share_contact",
)
_MODELS: dict[str, dict[str, Any]] = {
    "Model A": {"model": "model-a-2026-01", "strategy": "ReAct", "temperature": 0},
    "Model B": {"model": "model-b-small", "strategy": "retrieves tools as it goes"},
}
_EVERY = 5
_HARD = 3
"""Every so many instances the made-up agents leave something out."""


class _Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.at = datetime.fromisoformat(_START)
        clock.now = lambda: self.at

    def passes(self, **span: float) -> None:
        self.at += timedelta(**span)


def filled(*, whole: bool) -> dict[str, Any]:
    """Fill the database.

    Args:
        whole: With every task at every public seed; otherwise with some.

    Returns:
        What there is, as JSON can say it.
    """
    time = _Clock()
    people = _people(time)
    _through_the_gate("buy_cheapest")
    instances = _instances(_pictured() if whole else _SOME, (1, 2, 3) if whole else (1, 2))
    _by_agents(time, instances, people["engineer"])
    _by_people(time, instances, (people["volunteer"], people["heron"], people["wren"]))
    attempts = _in_every_state(time, people["volunteer"])
    runs = run_sets(time.passes, people["researcher"], instances)
    attempts["course"] = with_courses(people["engineer"])
    repairers = (people["volunteer"], people["heron"])
    with_repairs(time.passes, people["engineer"], repairers, whole=whole)
    recovery, at_recovery = recoveries(time.passes, people["volunteer"])
    attempts |= consoles_at_recovery(time.passes, people["volunteer"])
    imported = imported_and_harvested(time.passes, people["engineer"])
    graded = grading(time.passes, people["researcher"], (people["annotator"], people["researcher"]))
    graded_for_training(people["engineer"], people["annotator"], people["researcher"])
    agreed = closed_campaign(people["researcher"], (people["annotator"], people["researcher"]))
    other = invite(["osprey"], Role.ANNOTATOR)[0].user
    graded |= disputed(time.passes, people["researcher"], (people["annotator"], other))
    time.passes(minutes=3)
    close_account(people["researcher"], User.objects.get(username="owl"))
    sessions = {name: _session(user) for name, user in people.items()}
    User.objects.filter(pk__in=[user.pk for user in people.values()]).update(
        last_seen_at=time.at, last_login=time.at
    )
    return {
        "sessions": sessions,
        "attempts": {**attempts, **at_recovery, "replied": runs["replied"]},
        "recovery": recovery,
        "sets": runs["sets"],
        "imported": imported,
        "grading": {**graded, "agreed": agreed["campaign"]},
        "agreement": agreed,
        "link": new_link(people["volunteer"]),
        "person": people["volunteer"].pk,
        "somebody": people["wren"].pk,
        "task": "buy_cheapest",
        "contestants": {
            kind: Contestant.objects.filter(kind=kind, user__isnull=False).order_by("pk")[0].pk
            for kind in ("agent", "person")
        },
    }


def _through_the_gate(task: str) -> None:
    """The task that is pictured shows what the gate really said."""
    for seed in PUBLIC_SEEDS:
        instance = public_instance(task, seed)
        instance.gate = judged(instance.task, gate(find_template(SUITE, task), seed))["gate"]
        instance.save(update_fields=["gate"])


def _pictured() -> list[str]:
    """Enough of the suite to fill a board, and what is pictured by name."""
    return sorted({*list(templates(SUITE))[::_EVERY], *_SOME})


def _instances(names: Iterable[str], seeds: Iterable[int]) -> list[Instance]:
    """What can be attempted; some tasks can't be set in some worlds."""
    found = []
    for name in names:
        for seed in seeds:
            with contextlib.suppress(Decline):
                found.append(public_instance(name, seed))
    return found


def _people(time: _Clock) -> dict[str, User]:
    """Who has an account; some have never come."""
    roles = {"researcher": Role.RESEARCHER, "annotator": Role.ANNOTATOR}
    names = ("researcher", "annotator", "volunteer", "engineer", "heron", "wren")
    people = {}
    for name in names:
        people[name] = invite([name], roles.get(name, Role.PARTICIPANT))[0].user
        time.passes(hours=5)
    invite(["kestrel", "owl", "stork@lab.example"], Role.PARTICIPANT)
    new_token(people["volunteer"], "Nightly run", timedelta(days=90))
    revoke_token(new_token(people["volunteer"], "Old laptop")[0])
    new_token(people["volunteer"], "For good")
    return people


def _session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def _by_agents(time: _Clock, instances: list[Instance], engineer: User) -> None:
    """The built-in ones, and two that are somebody's."""
    for instance in instances:
        for name in AGENTS["interdependent"]:
            attempt = open_attempt(instance, builtin_agent(name), conditions_for(instance), None)
            run(attempt.pk)
        time.passes(minutes=2)
    contestants = [agent(name, details, engineer) for name, details in _MODELS.items()]
    for number, contestant in enumerate(contestants):
        for place, instance in enumerate(instances):
            attempt = open_attempt(instance, contestant, conditions_for(instance), engineer)
            _made(time, attempt, whole=(place + number) % (_HARD - number) > 0)
    other_lists(contestants, instances, lambda one, whole: _made(time, one, whole=whole))


def _by_people(time: _Clock, instances: list[Instance], people: tuple[User, ...]) -> None:
    """Each at every third instance, mostly well."""
    for place, instance in enumerate(instances):
        owner = people[place % len(people)]
        conditions = conditions_for(instance, access="palette", view="readable")
        attempt = open_attempt(instance, person(owner), conditions, owner)
        _made(time, attempt, whole=place % 5 > 0)


def _made(time: _Clock, attempt: Attempt, *, whole: bool, stray: bool = False) -> Attempt:
    """Make an attempt as it should be; or without its last write, or with one too many."""
    known = known_instance(attempt.instance)
    assert known is not None
    entry = Entry(attempt.pk, None, "console")
    calls = [call for call in known.gold.trace if call.outcome.ok]  # each once, without the faults
    services.get_task(entry).wait()
    for call in calls if whole else calls[:-1]:
        time.passes(seconds=11)
        for _ in range(4):  # a fault of the world is tried again
            answer = services.call_tool(entry, call.tool, call.arguments).wait()
            if answer.status != "internal_error":
                break
    if stray:
        for tool, arguments in (
            ("send_message", {"uid": "nobody"}),
            ("send_message", {"uid": "nobody", "content": "Hello"}),
            ("post_moment", {"content": "A fine day", "img_urls": []}),
        ):
            time.passes(seconds=17)
            services.call_tool(entry, tool, arguments).wait()
    time.passes(seconds=30)
    with contextlib.suppress(DoorError):
        services.finish(entry, "done", "Done as far as I could see.").wait()
    return attempt


def _opened(owner: User, task: str, **choices: Any) -> Attempt:
    instance = public_instance(task)
    usual = {"profile": "none", "access": "palette", "view": "readable"}  # as the pages open one
    conditions = conditions_for(instance, **{**usual, **choices})
    return open_attempt(instance, person(owner), conditions, owner)


def _in_every_state(time: _Clock, owner: User) -> dict[str, int]:
    """One attempt of each kind, and its number."""
    found: dict[str, Attempt] = {}
    found["correct"] = _made(time, _opened(owner, "group_and_hand_over"), whole=True)
    found["wrong"] = _made(time, _opened(owner, "buy_cheapest"), whole=False, stray=True)
    found["errored"] = _errored(_opened(owner, "share_contact"))
    found["expired"] = _opened(owner, "share_contact", seconds=600)
    services.call_tool(Entry(found["expired"].pk, None, "console"), "get_cart_summary", {}).wait()
    time.passes(minutes=11)
    services.peek(Entry(found["expired"].pk, None, "console")).wait()
    found["lapsed"] = _opened(owner, "like_moments_from_place")
    time.passes(days=8)
    lapse(Entry(found["lapsed"].pk, None, "site")).wait()
    for name in ("open", "paused"):
        found[name] = _opened(owner, "buy_cheapest")
        for tool, arguments in _looks(found[name]):
            time.passes(seconds=23)
            services.call_tool(Entry(found[name].pk, None, "console"), tool, arguments).wait()
    services.pause(Entry(found["paused"].pk, None, "console"), "Lunch").wait()
    time.passes(minutes=4)
    found["fresh"] = _opened(owner, "share_contact")
    return {name: attempt.pk for name, attempt in found.items()}


def _looks(attempt: Attempt) -> Iterator[tuple[str, dict[str, Any]]]:
    """Some calls of somebody who looks around, one of them refused and one not understood."""
    known = known_instance(attempt.instance)
    assert known is not None
    yield "get_cart_summary", {}
    yield "send_message", {"uid": "nobody", "content": "Hello"}
    yield "search_items", {"item_name": 16}
    for call in known.gold.trace[:2]:
        yield call.tool, call.arguments


def _errored(attempt: Attempt) -> Attempt:
    """Something of ours breaks in the middle."""
    entry = Entry(attempt.pk, None, "console")
    services.call_tool(entry, "get_cart_summary", {}).wait()
    broken = mock.patch.object(
        InterdependentEnvironment, "call", side_effect=RuntimeError("broken for the picture")
    )
    with broken, contextlib.suppress(DoorError):
        services.call_tool(entry, "get_cart_summary", {}).wait()
    return attempt
