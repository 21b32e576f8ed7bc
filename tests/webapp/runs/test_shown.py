"""What a command says of a set or an attempt: in words, with what went wrong, and nothing twice."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from rich.console import Console

from tests.agents.fake_openai import SCRIPTS, FakeOpenAI
from tests.webapp.builders import public_instance
from tests.webapp.live import LiveSite
from tests.webapp.runs.made import TRACEBACK, begin, fail, finish, made_set, put_off, reply, settle
from tests.webapp.runs.sets import asking, planned, worked
from webapp.attempts.opening import agent, conditions_for, open_attempt, token_of
from webapp.benchmark.models import Instance
from webapp.runs.builtin import builtin_agent
from webapp.runs.models import Run, RunSet, RunSetStatus, RunState
from webapp.runs.results import results
from webapp.runs.shown import show_set

pytestmark = pytest.mark.django_db(transaction=True)


def told_of(run_set: RunSet) -> list[str]:
    """What people at a terminal read, line by line."""
    out = io.StringIO()
    show_set(Console(file=out, width=500), results(run_set))
    return out.getvalue().splitlines()


def runs_of(made: RunSet) -> list[Run]:
    related = ("run_set__owner", "entrant__contestant", "instance__task__suite", "instance__draw")
    return list(made.runs.select_related(*related))


def a_set(runs: int, **facts: Any) -> RunSet:
    return made_set(None, [public_instance()], builtin_agent("noop"), repeats=runs, **facts)


def test_a_wrong_path_is_told_with_what_to_change() -> None:
    with FakeOpenAI(SCRIPTS["looks_and_finishes"]) as fake:
        made = worked(planned(asking(fake.base_url.removesuffix("/v1"))))

    assert told_of(made)[-1] == (
        "1 run failed (refused): HTTP 404: there is no /chat/completions. Is the path of the "
        "address right? It mostly ends in /v1."
    )


def test_each_class_of_error_is_told_with_its_newest_text() -> None:
    made = a_set(5)
    first, second, third, fourth, _ = runs_of(made)
    fail(first, "server", "server: HTTP 500: older")
    fail(second, "server", "server: HTTP 503: [busy] newer")
    fail(third, "ours", TRACEBACK)
    put_off(fourth, "timeout", minutes=2)

    assert told_of(made)[-3:] == [
        "2 runs failed (server): HTTP 503: [busy] newer",
        "1 run failed (ours): RuntimeError: broken",
        "1 run waits for another try (timeout): Slow down.",
    ]
    assert results(made)["troubles"][0] == {
        "error": "server",
        "failed": 2,
        "again": 0,
        "text": "server: HTTP 503: [busy] newer",
    }


@pytest.mark.parametrize(
    ("costs", "told"),
    [
        ((), ""),
        ((None, None), "; no price is known"),
        ((2_500_000_000, None), "; 0.0025 US dollars and 1 reply without a price"),
        ((2_500_000_000,), "; 0.0025 US dollars"),
    ],
)
def test_money_is_told_once(costs: tuple[int | None, ...], told: str) -> None:
    made = a_set(1)
    attempt = begin(runs_of(made)[0])
    for number, cost in enumerate(costs, start=1):
        reply(attempt, number, cost=cost)

    [line] = [line for line in told_of(made) if line.startswith("Tokens: ")]
    assert line.endswith(f"{'reasoning' if costs else 'none'}{told}.")


def test_replies_are_told_in_words() -> None:
    made = a_set(1)
    attempt = begin(runs_of(made)[0])
    for number, kind in enumerate(("calls", "calls", "finish"), start=1):
        reply(attempt, number, kind)

    assert "Replies: 2 asked for calls, 1 finished." in told_of(made)


def test_the_status_is_what_the_site_says() -> None:
    made = a_set(2)
    first, second = runs_of(made)
    assert results(made)["status"] == "running"
    finish(first)
    made.status = RunSetStatus.PAUSED
    assert results(made)["status"] == "paused"
    fail(second, "server")
    assert results(made)["status"] == "failed in part"
    settle(second, RunState.DONE)
    assert results(made)["status"] == "finished"
    made.status = RunSetStatus.CANCELLED
    assert results(made)["status"] == "cancelled"


@pytest.mark.parametrize(
    ("model", "money"), [("m", "; no price is known"), ("gpt-4o-mini", "; 0.000273 US dollars")]
)
def test_an_attempt_elsewhere_is_told_in_words(
    model: str, money: str, live_site: LiveSite, capsys: pytest.CaptureFixture[str]
) -> None:
    instance = public_instance()
    attempt = open_attempt(instance, agent("x", {}, None), conditions_for(instance), None)
    at = f"{live_site.origin}/mcp/{token_of(attempt)}"
    with FakeOpenAI(SCRIPTS["looks_and_finishes"]) as fake:
        call_command(
            *("run_agent", "full_context", "--model", model),
            *("--base-url", fake.base_url, "--at", at),
        )

    assert capsys.readouterr().out.splitlines() == [
        "Ended: finished (done). The score is at its site.",
        "Replies: 1 asked for calls, 1 finished. 1 call.",
        f"2,230 tokens{money}.",
    ]


def test_a_single_run_is_announced_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    made = a_set(1, name="Pilot")

    call_command("run_agent", "--resume", str(made.pk))

    assert f"run set {made.pk}: 1 run of Pilot" in capsys.readouterr().err


def test_without_a_private_drawing_the_command_says_how_to_make_one(settings: Any) -> None:
    settings.TASKS = ["share_contact"]
    Instance.objects.all().delete()

    with pytest.raises(CommandError) as raised:
        call_command(
            *("run_agent", "full_context", "--private", "--tasks", "share_contact"),
            *("--model", "m", "--base-url", "http://127.0.0.1:9/v1"),
        )

    assert str(raised.value) == (
        "--private: No private drawing yet: `.venv/bin/python manage.py draw_private` makes one."
    )


def test_an_option_that_is_not_taken_is_told_with_those_that_are() -> None:
    with pytest.raises(CommandError) as raised:
        call_command(
            *("run_agent", "iterative_rag", "--top-k", "5"),
            *("--model", "m", "--base-url", "http://127.0.0.1:9/v1"),
        )

    assert str(raised.value) == "--top-k: iterative_rag takes retriever, not top_k."


def test_the_help_says_what_caps_are_counted_in(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("run_agent", "--help")

    told = " ".join(capsys.readouterr().out.split())
    assert "US dollars, of one attempt" in told
    assert "seconds of waiting for the model, of all runs" in told
