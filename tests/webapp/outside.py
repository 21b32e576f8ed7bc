"""Looks at a site's database from a process of its own: `python -m tests.webapp.outside`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.bench.serving import ROOT, python


def run(environment: dict[str, str], *command: str) -> Any:
    """Run one of the commands below against the database of an environment.

    Returns:
        What it printed, JSON.
    """
    done = subprocess.run(
        python("-m", "tests.webapp.outside", *command),
        cwd=ROOT,
        env=os.environ | environment,
        check=True,
        stdout=subprocess.PIPE,
    )
    return json.loads(done.stdout)


def _opened(count: str, budget: str = "200") -> list[str]:
    """Migrate, open attempts, and give their tokens."""
    from django.core.management import call_command

    from tests.webapp.builders import opened
    from webapp.attempts.opening import token_of

    call_command("migrate", verbosity=0)
    return [token_of(opened(call_budget=int(budget))) for _ in range(int(count))]


def _suites() -> int:
    """Give each suite an instance."""
    from tests.webapp.builders import public_instance
    from tests.webapp.recovery.builders import recovery_instance_of

    return len([public_instance(), recovery_instance_of()])


def _logs() -> list[dict[str, Any]]:
    """Every attempt with its log, each call made again and compared with what is written down."""
    from webapp.attempts.models import Attempt

    return [_log(attempt) for attempt in Attempt.objects.order_by("pk")]


def _log(attempt: Any) -> dict[str, Any]:
    from sandboxes.tasks import InterdependentEnvironment
    from webapp.attempts.hot import known_instance
    from webapp.attempts.stored import recorded

    instance = known_instance(attempt.instance)
    assert instance is not None
    profile = attempt.conditions.body["profile"]
    environment = InterdependentEnvironment(instance, profile, call_budget=10_000)
    events = list(attempt.events.all())
    for event in events:
        if event.kind == "call":
            environment.apply(recorded(event))
    return {
        "status": attempt.status,
        "scores": attempt.scores.count(),
        "numbers": [event.number for event in events],
        "calls": [[e.key, e.number, e.answer] for e in events if e.kind == "call"],
    }


def _unfinished() -> int:
    """How many attempts are open."""
    from webapp.attempts.models import Attempt, Status

    return Attempt.objects.filter(status=Status.OPEN).count()


def _make_runs(base_url: str, count: str) -> int:
    """Migrate, and make a set of so many runs of an agent that asks a model, at two instances."""
    from django.core.management import call_command

    from tests.webapp.builders import public_instance
    from tests.webapp.runs.sets import asking, planned

    call_command("migrate", verbosity=0)
    instances = [public_instance("share_contact", seed) for seed in (1, 2)]
    made = planned(
        asking(base_url),
        instances=instances,
        repeats=int(count) // len(instances),
        concurrency=8,
        by_command=False,
    )
    return made.pk


def _runs() -> dict[str, Any]:
    """What is written down of the runs and their attempts."""
    from collections import Counter

    from webapp.attempts.models import Attempt, ScoreRecord
    from webapp.runs.models import Run, RunState

    states = Counter(Run.objects.values_list("state", flat=True))
    done_or_not = (RunState.DONE, RunState.FAILED, RunState.CANCELLED)
    attempts = Attempt.objects.order_by("pk")
    instances = Counter(attempts.values_list("instance", flat=True))
    return {
        "left": sum(count for state, count in states.items() if state not in done_or_not),
        "states": states,
        "leases": Run.objects.exclude(lease_owner="", lease_until=None).count(),
        "attempts": attempts.count(),
        "statuses": Counter(attempts.values_list("status", flat=True)),
        "scores": ScoreRecord.objects.count(),
        "repeats": [
            [place, count] for place, (_, count) in enumerate(sorted(instances.items()), 1)
        ],
        "logs": [
            {
                "numbers": list(attempt.events.values_list("number", flat=True)),
                "calls": list(attempt.events.filter(kind="call").values_list("key", "tool")),
                "replies": list(attempt.replies.values_list("number", flat=True)),
            }
            for attempt in attempts
        ],
    }


def _make_judging(base_url: str, count: str, by_command: str = "") -> int:
    """Migrate, and make a campaign of so many samples, and a run over it; none for a command."""
    from django.core.management import call_command

    from evaluators.rubrics import rubric
    from tests.webapp.annotation.builders import campaign, different_samples
    from webapp.annotation.judging import known_judge, start_run

    call_command("migrate", verbosity=0)
    where = campaign()
    different_samples(where, int(count))
    if not by_command:
        judge = known_judge("grader", "grader", base_url, {"temperature": 0.0}, rubric("sde"))
        start_run(judge, where, None)
    return where.pk


def _readings() -> dict[str, Any]:
    """What is written down of the readings."""
    from collections import Counter

    from webapp.annotation.models import Reading

    states = Counter(Reading.objects.values_list("state", flat=True))
    return {
        "states": states,
        "left": states["waiting"],
        "leases": Reading.objects.exclude(lease_owner="", lease_until=None).count(),
        "grades": sum(len(grades) for grades in Reading.objects.values_list("grades", flat=True)),
    }


def _desk() -> dict[str, Any]:
    """Somebody at the console, with a started attempt: its number, and the cookie to look at it."""
    from django.conf import settings
    from django.test import Client

    from tests.webapp.builders import opened_by_person
    from webapp.accounts.models import User
    from webapp.attempts.services import get_task
    from webapp.console.access import entry_at

    user = User.objects.create_user("at-the-desk")
    attempt = opened_by_person(user, call_budget=10_000)
    get_task(entry_at(attempt)).wait()
    client = Client()
    client.force_login(user)
    cookie = settings.SESSION_COOKIE_NAME
    return {"attempt": attempt.pk, "cookie": f"{cookie}={client.cookies[cookie].value}"}


def _search(searches: str = "60") -> list[float]:
    """Seconds that each search takes in the site."""
    from django.test import Client

    from tests.webapp.console.queries import QUERIES
    from webapp.accounts.models import User
    from webapp.attempts.models import Attempt

    user = User.objects.get(username="at-the-desk")
    path = f"/attempts/{Attempt.objects.get(owner=user).pk}/console/tools"
    client = Client(SERVER_NAME="localhost")
    client.force_login(user)
    spans = []
    for place in range(int(searches)):
        start = time.perf_counter()
        answer = client.get(path, {"q": QUERIES[place % len(QUERIES)]})
        spans.append(time.perf_counter() - start)
        assert answer.status_code == 200
    return spans[len(QUERIES) :]


def _grading(samples: str, graders: str) -> dict[str, Any]:
    """Much to grade, by many: where one of them goes on, and the cookie to do so."""
    from tests.webapp.annotation.crowded import crowded

    return crowded(int(samples), int(graders))


def _agreement() -> dict[str, Any]:
    """Seconds that the report on a whole campaign takes, and of how many grades it is."""
    from tests.webapp.annotation.many import graded_campaign
    from webapp.annotation.agreement_report import agreement_report
    from webapp.annotation.models import Grade

    where = graded_campaign()
    start = time.perf_counter()
    agreement_report(where)
    return {"seconds": time.perf_counter() - start, "grades": Grade.objects.count()}


def _graded_board(responses: str) -> int:
    """Many graded responses, and how many grades they have."""
    from tests.webapp.recovery.many_graded import graded_board

    return graded_board(int(responses))


def _grade() -> int:
    """One more grade of a response on the board."""
    from tests.webapp.recovery.many_graded import one_more_grade

    return one_more_grade()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
    import django

    django.setup()
    commands: dict[str, Callable[..., Any]] = {
        "open": _opened,
        "suites": _suites,
        "logs": _logs,
        "unfinished": _unfinished,
        "make-runs": _make_runs,
        "runs": _runs,
        "make-judging": _make_judging,
        "readings": _readings,
        "desk": _desk,
        "search": _search,
        "grading": _grading,
        "agreement": _agreement,
        "graded-board": _graded_board,
        "grade": _grade,
    }
    print(json.dumps(commands[sys.argv[1]](*sys.argv[2:])))
