"""The page of an attempt that has ended: the verdict in words, and what it rests on."""

from __future__ import annotations

import pytest

from agents import make_agent
from tests.webapp.builders import Time, entry_of, opened
from tests.webapp.pages.markup import text_of
from tests.webapp.pages.personas import Persona
from webapp import clock
from webapp.attempts import services
from webapp.attempts.hot import known_instance
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt, Event, Status
from webapp.attempts.sweep import sweep


def path_of(attempt: Attempt) -> str:
    """Where the page of an attempt is."""
    return f"/attempts/{attempt.pk}"


def follow_gold(attempt: Attempt, leave_out: int = 0) -> None:
    """Make the calls of the right way, save for the last few."""
    instance = known_instance(attempt.instance)
    assert instance is not None
    trace = instance.gold.trace
    for call in trace[: len(trace) - leave_out]:
        services.call_tool(entry_of(attempt), call.tool, call.arguments).wait()


def test_finishing_shows_the_verdict(attempt: Attempt, owner: Persona) -> None:
    instance = known_instance(attempt.instance)
    assert instance is not None
    make_agent("oracle", instance).act(DoorEnvironment(entry_of(attempt)))

    text = text_of(owner.page(path_of(attempt)))

    score = attempt.scores.get()
    assert f"Attempt {attempt.pk}. Finished with “done”." in text
    assert "Correct." in text
    assert (
        f"Completion, R c {score.total} / {score.total} Misbehaving, R b 0 / {score.total}" in text
    )
    assert f"LightTalk {score.total} met" in text
    assert "state_diff 1" in text
    assert "correct" in text_of(owner.page("/attempts"))


def test_what_is_missing_is_told_in_sentences(attempt: Attempt, owner: Persona) -> None:
    page = owner.after(f"{path_of(attempt)}/finish", outcome="done", answer="", key="k")

    total = attempt.scores.get().total
    text = text_of(page)
    assert f"Not correct: {total} of {total} required changes missing." in text
    assert f"LightTalk {total} missing" in text
    assert "should be" in text
    assert "not correct" in text_of(owner.page("/attempts"))


def test_what_is_forbidden_is_told_first(owner: Persona) -> None:
    attempt = opened(task="buy_cheapest", owner=owner.user)
    follow_gold(attempt)
    instance = known_instance(attempt.instance)
    assert instance is not None
    sid = next(c.arguments["sid"] for c in instance.gold.trace if "sid" in c.arguments)
    services.call_tool(entry_of(attempt), "star_shop", {"sid": sid}).wait()

    text = text_of(owner.after(f"{path_of(attempt)}/finish", outcome="done", key="k"))

    assert "Not correct: every required change made, but 1 forbidden change." in text
    number = attempt.events.get(tool="star_shop").number
    broken = f"broken Starred: no → yes which nothing asked for no. {number}"
    assert text.index(broken) < text.index("met Bought")


def test_the_answer_is_kept_as_it_was_typed(attempt: Attempt, owner: Persona) -> None:
    owner.after(f"{path_of(attempt)}/finish", outcome="done", answer=" a\r\nb ", key="k")

    attempt.refresh_from_db()
    assert (attempt.claim, attempt.answer) == ("done", " a\nb ")


def test_pressing_finish_twice_finishes_once(attempt: Attempt, owner: Persona) -> None:
    fields = {"outcome": "done", "answer": "", "key": "page-1"}
    for _ in range(2):
        assert owner.post(f"{path_of(attempt)}/finish", **fields).status_code == 302

    assert list(attempt.events.values_list("kind", flat=True)) == ["start", "finish"]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, "This field is required."),
        ({"outcome": "maybe"}, "maybe is not one of the available choices"),
        ({"outcome": "done", "answer": "x" * 100_001}, "a text of at most 100,000 characters"),
        ({"outcome": "done", "answer": "a\x00"}, "Null characters are not allowed."),
    ],
)
def test_what_is_no_end_is_told_in_the_form(
    fields: dict[str, str], told: str, attempt: Attempt, owner: Persona
) -> None:
    assert told in owner.after(f"{path_of(attempt)}/finish", key="k", **fields)
    attempt.refresh_from_db()
    assert attempt.status == Status.OPEN


def test_finishing_what_has_ended_says_so_and_shows_it(attempt: Attempt, owner: Persona) -> None:
    page = path_of(attempt)
    owner.post(f"{page}/finish", outcome="done", key="first")

    text = text_of(owner.after(f"{page}/finish", outcome="cannot_be_done", key="second"))

    assert "Not correct" in text
    attempt.refresh_from_db()
    assert attempt.claim == "done"


@pytest.mark.parametrize(
    ("outcome", "verdict"),
    [
        ("cannot_be_done", "Correct: the task cannot be done"),
        (
            "done",
            "Not correct: the task cannot be done, and the attempt was finished with “done”.",
        ),
    ],
)
def test_of_an_impossible_task_the_claim_decides(
    outcome: str, verdict: str, owner: Persona
) -> None:
    attempt = opened(task="buy_sold_out", owner=owner.user)

    text = text_of(owner.after(f"{path_of(attempt)}/finish", outcome=outcome, key="k"))

    assert verdict in text
    assert "nothing had to change" in text


def test_looking_at_an_attempt_whose_time_is_over_ends_it(
    attempt: Attempt, owner: Persona, time: Time
) -> None:
    services.get_task(entry_of(attempt)).wait()
    time.passes(hours=25)

    text = text_of(owner.page(path_of(attempt)))

    assert "Not correct" in text
    assert "Ended: its time ran out. That counts as “done”." in text
    assert "Active time 25 h" in text


def test_pauses_are_no_active_time(attempt: Attempt, owner: Persona, time: Time) -> None:
    entry = entry_of(attempt)
    services.get_task(entry).wait()
    time.passes(minutes=5)
    services.pause(entry, "Lunch").wait()
    time.passes(hours=3)
    services.resume(entry).wait()
    time.passes(minutes=1, seconds=12)
    services.finish(entry, "done").wait()

    assert "Active time 6 min 12 s" in text_of(owner.page(path_of(attempt)))


def test_the_last_call_of_the_budget_ends_it(owner: Persona) -> None:
    attempt = opened(owner=owner.user, call_budget=1)
    services.call_tool(entry_of(attempt), "get_cart_summary", {}).wait()

    text = text_of(owner.page(path_of(attempt)))

    assert "Ended: all calls of its budget were made. That counts as “done”." in text
    assert "Calls 1 of 1" in text


def test_an_errored_attempt_says_so_and_shows_researchers_what_broke(
    attempt: Attempt, owner: Persona, researcher: Persona
) -> None:
    services.call_tool(entry_of(attempt), "get_cart_summary", {}).wait()
    Event.objects.filter(kind="call").update(answer='{"status":"ok","output":"changed"}')
    services.forget()

    page = owner.page(path_of(attempt))
    assert "Something on our side broke. It is not scored" in page
    assert "now {" not in page
    assert "now {" in researcher.page(path_of(attempt))
    assert "errored" in text_of(owner.page("/attempts"))
    assert "orrect." not in page


def test_a_lapsed_attempt_says_so(attempt: Attempt, owner: Persona, time: Time) -> None:
    Attempt.objects.update(opened_at=clock.now())
    time.passes(days=8)
    sweep()

    text = text_of(owner.page(path_of(attempt)))

    assert "never started" in text
    assert "Nobody started it within 7 days, so it was closed." in text
    assert "/mcp/" not in text
