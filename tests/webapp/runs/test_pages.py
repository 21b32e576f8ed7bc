"""The pages of sets of runs: what they tell, and what can be done there."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from agents.model import Usage
from tests.webapp.builders import Time, opened, public_instance
from tests.webapp.pages.markup import Markup, faults, text_of
from tests.webapp.pages.personas import Persona
from tests.webapp.runs.made import (
    asks_for,
    begin,
    fail,
    finish,
    made_set,
    put_off,
    reply,
    settle,
)
from webapp.attempts.models import Attempt, Status
from webapp.attempts.opening import agent
from webapp.runs.builtin import builtin_agent
from webapp.runs.models import Run, RunSet, RunSetStatus, RunState

POLLED = "every 2s"
HX = {"HX-Request": "true"}


def a_set(researcher: Persona, agent: str = "noop", repeats: int = 2, **facts: Any) -> RunSet:
    """A set of the researcher's at two instances."""
    instances = [public_instance("share_contact"), public_instance("buy_cheapest")]
    return made_set(researcher.user, instances, builtin_agent(agent), repeats=repeats, **facts)


def runs_of(made: RunSet) -> list[Run]:
    related = ("run_set__owner", "entrant__contestant", "instance__task__suite", "instance__draw")
    return list(made.runs.select_related(*related))


def fragment(persona: Persona, made: RunSet) -> str:
    """What is fetched every two seconds."""
    answer = persona.client.get(f"/runs/{made.pk}", headers=HX)
    assert answer.status_code == 200
    return answer.content.decode()


def test_who_has_no_sets_is_told_how_to_make_one(researcher: Persona) -> None:
    page = researcher.page("/runs")

    assert (
        "There are no sets yet. Make a set Or from the command line: .venv/bin/python manage.py"
        in (text_of(page))
    )
    assert "/runs/new" in Markup(page).links()


def test_sets_are_listed_newest_first(researcher: Persona, time: Time) -> None:
    older = a_set(researcher, name="Older")
    newer = a_set(researcher, name="Newer <b>")
    first, second, *_ = runs_of(older)
    finish(first)
    fail(second, "server")
    reply(Attempt.objects.get(), 1)

    page = researcher.page("/runs")

    links = [link for link in Markup(page).links() if link.startswith("/runs/")]
    assert links == ["/runs/new", f"/runs/{newer.pk}", f"/runs/{older.pk}"]
    assert f"Newer <b> #{newer.pk} noop running 0 of 4 done \N{EN DASH} \N{EN DASH}" in text_of(
        page
    )
    told = f"Older #{older.pk} noop running 1 of 4 done 1,050 $0.0025 1 Mar 2126, 12:00 researcher"
    assert told in text_of(page)


def test_many_sets_are_listed_page_by_page(
    researcher: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.runs.views.SETS_A_PAGE", 1)
    older, newer = a_set(researcher), a_set(researcher)

    assert f"/runs/{newer.pk}" in Markup(researcher.page("/runs")).links()
    assert f"/runs/{older.pk}" in Markup(researcher.page("/runs", page="2")).links()


def test_pages_of_runs_are_there_for_researchers_alone(
    researcher: Persona, stranger: Persona, nobody: Persona
) -> None:
    made = a_set(researcher)
    paths = ("/runs", "/runs/new", f"/runs/{made.pk}", f"/runs/{made.pk}/runs")

    for path in paths:
        assert researcher.get(path).status_code == 200
        assert stranger.get(path).status_code == 404
        assert nobody.get(path)["Location"] == f"/sign-in?next={path}"
    assert "Runs" not in text_of(stranger.page("/tasks"))


def test_the_page_tells_how_far_a_set_is(researcher: Persona, time: Time) -> None:
    made = a_set(researcher, agent="oracle")
    done, failed, late, running = runs_of(made)
    finish(done)
    fail(failed, "server")
    put_off(late, "rate_limit", minutes=3)
    attempt = begin(running)

    page = researcher.page(f"/runs/{made.pk}")

    text = text_of(page)
    assert "1 of 4 runs is done. 1 run failed for a reason that is not" in text
    assert "1 done 1 failed 1 running or queued 1 waiting All runs" in text
    assert "Success so far 100.0 % of 1 scored; one task has no interval" in text
    assert "be told: fewer than 3 runs ended in the last 5 minutes" in text
    assert "buy_cheapest/1, watch it live repeat 2" in text
    assert f"/attempts/{attempt.pk}/trace" in Markup(page).links()
    assert "1 run waits for another try" in text
    assert "oracle: no faults." in text


def test_what_is_polled_is_the_part_of_the_page_that_moves(researcher: Persona, time: Time) -> None:
    made = a_set(researcher)
    page, part = researcher.page(f"/runs/{made.pk}"), fragment(researcher, made)

    assert "<html" not in part
    assert text_of(part) in text_of(page)
    [live] = [tag for tag in Markup(part).all("div") if tag.get("id") == "live"]
    assert (live["hx-get"], live["hx-trigger"]) == (f"/runs/{made.pk}", POLLED)


@pytest.mark.parametrize("ended", [RunState.DONE, RunState.FAILED, RunState.CANCELLED])
def test_nothing_is_polled_once_all_is_finished(researcher: Persona, ended: RunState) -> None:
    made = a_set(researcher)
    assert POLLED in researcher.page(f"/runs/{made.pk}")
    for run in runs_of(made):
        settle(run, ended)

    assert POLLED not in researcher.page(f"/runs/{made.pk}") + fragment(researcher, made)


def test_whoever_signs_out_elsewhere_is_led_to_sign_in(
    researcher: Persona, nobody: Persona
) -> None:
    made = a_set(researcher)

    answer = nobody.client.get(f"/runs/{made.pk}", headers=HX)

    assert (answer.status_code, answer["HX-Refresh"], answer.content) == (200, "true", b"")


def test_only_every_tenth_is_read_out(researcher: Persona) -> None:
    made = a_set(researcher, repeats=6)
    first, second, *_ = runs_of(made)

    def read_out() -> str:
        part = fragment(researcher, made)
        assert part.count("role=") - part.count('role="img"') == part.count('role="status"') == 1
        assert "aria-live" not in part
        return part.split('role="status">')[1].split("<")[0]

    assert read_out() == "running, 0 per cent finished"
    settle(first, RunState.DONE)
    before = read_out()
    assert before == "running, 0 per cent finished", "one of twelve is not yet a tenth"
    settle(second, RunState.DONE)
    assert read_out() == "running, 10 per cent finished"


def test_a_paused_set_says_why_and_goes_on(researcher: Persona) -> None:
    why = "The lamp went out."
    made = a_set(researcher, status=RunSetStatus.PAUSED, why=why)

    page = researcher.page(f"/runs/{made.pk}")
    assert f"Why it is paused: {why}" in text_of(page)
    assert "Nothing goes on while it is paused." in text_of(page)
    assert "be told: it is paused" in text_of(page)

    after = researcher.after(f"/runs/{made.pk}/resume")
    made.refresh_from_db()
    assert made.status == RunSetStatus.RUNNING
    assert "It goes on where it was." in text_of(after)
    assert why not in after
    assert "It was not paused." in text_of(researcher.after(f"/runs/{made.pk}/resume"))


def test_a_running_set_is_paused_by_its_button(researcher: Persona) -> None:
    made = a_set(researcher)

    after = researcher.after(f"/runs/{made.pk}/pause")

    made.refresh_from_db()
    assert made.status == RunSetStatus.PAUSED
    assert "Paused. Runs that go on stop before their next step." in text_of(after)
    assert "there was nothing to pause" in text_of(researcher.after(f"/runs/{made.pk}/pause"))


def test_cancelling_says_first_what_it_means(researcher: Persona, time: Time) -> None:
    made = a_set(researcher)
    done, running, *_ = runs_of(made)
    finish(done)
    attempt = begin(running)
    Attempt.objects.filter(pk=attempt.pk).update(started_at=time.at)

    asked = text_of(researcher.page(f"/runs/{made.pk}/cancel"))
    made.refresh_from_db()
    assert made.status == RunSetStatus.RUNNING, "looking changes nothing"
    assert "3 runs of 4 are not finished." in asked
    assert "1 attempt that was begun counts as errored." in asked
    assert "1 run that is done stays as it is." in asked

    after = text_of(researcher.after(f"/runs/{made.pk}/cancel"))
    attempt.refresh_from_db()
    assert attempt.status == Status.ERRORED
    assert sorted(made.runs.values_list("state", flat=True)) == [*["cancelled"] * 3, "done"]
    assert "Cancelled. 3 runs will not be made." in after
    assert "Nothing is left to cancel: cancelled." in text_of(
        researcher.page(f"/runs/{made.pk}/cancel")
    )


def test_what_failed_is_tried_once_more_by_its_class(researcher: Persona) -> None:
    made = a_set(researcher)
    server, refused, *_ = runs_of(made)
    fail(server, "server", "<b>overloaded</b>")
    fail(refused, "refused")

    page = researcher.page(f"/runs/{made.pk}")
    assert "&lt;b&gt;overloaded&lt;/b&gt;" in page
    assert [tag for tag in Markup(page).all("details") if "open" in tag] == []
    assert "Retry the 2 failed" in text_of(page)

    after = researcher.after(f"/runs/{made.pk}/retry", error="server")
    server.refresh_from_db()
    refused.refresh_from_db()
    assert (server.state, server.error) == (RunState.WAITING, "")
    assert refused.state == RunState.FAILED
    assert "1 failed run will be tried once more." in text_of(after)
    researcher.after(f"/runs/{made.pk}/retry")
    refused.refresh_from_db()
    assert refused.state == RunState.WAITING
    nothing = researcher.after(f"/runs/{made.pk}/retry", error="x" * 99)
    assert "No failed run was left" in text_of(nothing)


@pytest.mark.parametrize("act", ["pause", "resume", "retry", "cancel"])
def test_nothing_is_done_without_the_forms_token(researcher: Persona, act: str) -> None:
    made = a_set(researcher)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(researcher.user)

    assert browser.post(f"/runs/{made.pk}/{act}").status_code == 403
    made.refresh_from_db()
    assert made.status == RunSetStatus.RUNNING


@pytest.mark.parametrize("act", ["pause", "resume", "retry"])
def test_following_the_address_of_a_form_does_nothing(researcher: Persona, act: str) -> None:
    made = a_set(researcher)

    assert researcher.get(f"/runs/{made.pk}/{act}")["Location"] == f"/runs/{made.pk}"
    made.refresh_from_db()
    assert made.status == RunSetStatus.RUNNING


def test_runs_are_found_by_how_far_they_are_and_by_their_errors(researcher: Persona) -> None:
    made = a_set(researcher, agent="oracle")
    done, failed, late, _ = runs_of(made)
    attempt = finish(done)
    fail(failed, "server")
    put_off(late, "timeout", minutes=2)
    path = f"/runs/{made.pk}/runs"

    everything = researcher.page(path)
    assert f"/attempts/{attempt.pk}" in Markup(everything).links()
    assert "oracle done correct finished by the agent 1" in text_of(everything)
    assert "waits for another try The model did not answer in time" in text_of(everything)
    failed_ones = text_of(researcher.page(path, state="failed"))
    assert "1 run found" in failed_ones
    assert "not able to answer" in failed_ones
    assert "1 run found" in text_of(researcher.page(path, error="timeout"))
    assert "No run matches." in text_of(researcher.page(path, state="queued"))
    assert 'class="errorlist"' in researcher.page(path, error="nope")


def test_many_runs_are_listed_page_by_page(
    researcher: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.runs.views.RUNS_A_PAGE", 3)
    made = a_set(researcher)

    assert "1\N{EN DASH}3 of 4" in text_of(researcher.page(f"/runs/{made.pk}/runs"))
    assert "4\N{EN DASH}4 of 4" in text_of(researcher.page(f"/runs/{made.pk}/runs", page="2"))


def test_the_attempt_of_a_run_tells_its_set_and_what_it_used_up(
    researcher: Persona, time: Time
) -> None:
    made = a_set(researcher, name="Pilot")
    attempt = begin(runs_of(made)[0])
    reply(attempt, 1)
    reply(attempt, 2, "empty", usage=None, cost=None)

    page = researcher.page(f"/attempts/{attempt.pk}")

    told = (
        "Run of Pilot 1 asked for calls 1 empty 1,000 tokens of prompts, 400 cached; 50 of "
        "replies, 20 thought; $0.0025; of 1 reply no tokens were told; 1 reply without a known "
        "price Replies of the model"
    )
    assert told in text_of(page)
    assert f"/attempts/{attempt.pk}/replies" in Markup(page).links()


def test_whose_attempt_it_is_sees_nothing_of_its_run(owner: Persona, researcher: Persona) -> None:
    made = made_set(owner.user, [public_instance()], builtin_agent("noop"), name="Pilot")
    attempt = begin(runs_of(made)[0])

    assert "Pilot" not in owner.page(f"/attempts/{attempt.pk}")
    assert owner.get(f"/attempts/{attempt.pk}/replies").status_code == 404
    assert "Pilot" in researcher.page(f"/attempts/{attempt.pk}")


def test_replies_are_told_as_they_came(researcher: Persona, time: Time) -> None:
    attempt = begin(runs_of(a_set(researcher))[0])
    reply(attempt, 1, text="<b>Look</b>\x07", tool_uses=asks_for("find", '{"q": 1}'))
    reply(attempt, 2, "malformed", tool_uses=asks_for("find", '{"q":'), usage=Usage(10, 0, 5, 0))
    reply(attempt, 3, "empty", usage=None, cost=None, retries=["server", "timeout"])

    page = researcher.page(f"/attempts/{attempt.pk}/replies")

    assert faults(page) == []
    text = text_of(page)
    assert "<b>Look</b>\\u0007" in text
    assert "asked for calls 1,000 (400 cached) + 50 (20 thought) tokens · $0.0025 · 1.5 s" in text
    assert 'not understood 10 + 5 tokens · $0.0025 · 1.5 s · stop 12:00:00 find {"q":' in text
    assert "empty tokens not told · no known price" in text
    assert "Tried 2 times before: the model's server, or ours, was not able to answer;" in text


@pytest.mark.parametrize(
    ("dialect", "kind", "word"),
    [
        ("text", "empty", "native call, not made"),
        ("text", "no_call", "native call, not made"),
        ("text", "calls", "asked for calls"),
        ("native", "empty", "empty"),
    ],
)
def test_a_native_call_where_calls_are_written_as_text_is_told(
    dialect: str, kind: str, word: str, researcher: Persona
) -> None:
    contestant = agent("m, full context", {"dialect": dialect}, None)
    attempt = begin(runs_of(made_set(researcher.user, [public_instance()], contestant))[0])
    reply(attempt, 1, kind, tool_uses=asks_for("find"))
    reply(attempt, 2, "empty")

    page = researcher.page(f"/attempts/{attempt.pk}/replies")

    assert f"1 {word} 1,000 (400 cached)" in text_of(page)
    assert "2 empty 1,000 (400 cached)" in text_of(page), "nothing was called there"


def test_one_run_is_done_or_not(researcher: Persona) -> None:
    made = made_set(researcher.user, [public_instance()], builtin_agent("noop"))

    assert "0 of 1 run is done." in text_of(researcher.page(f"/runs/{made.pk}"))


def test_attempts_without_replies_say_so(owner: Persona, researcher: Persona) -> None:
    alone = opened(owner=owner.user)
    of_a_run = begin(runs_of(a_set(researcher))[0])

    assert "belongs to no run" in text_of(researcher.page(f"/attempts/{alone.pk}/replies"))
    assert "No reply was kept." in text_of(researcher.page(f"/attempts/{of_a_run.pk}/replies"))


def test_every_page_is_sound_in_every_state(researcher: Persona, time: Time) -> None:
    made = a_set(researcher, name="<i>\u202eSet", caps={"calls": 1, "money": "2.50"})
    done, failed, late, running = runs_of(made)
    attempt = finish(done)
    fail(failed, "server")
    put_off(late, "a_new_class", minutes=2)
    reply(begin(running), 1, "a new kind")
    paths = [
        *("/runs", "/runs/new", f"/runs/{made.pk}", f"/runs/{made.pk}/runs"),
        *(f"/runs/{made.pk}/cancel", f"/attempts/{attempt.pk}", f"/attempts/{attempt.pk}/replies"),
    ]

    for status in RunSetStatus:
        RunSet.objects.update(status=status)
        for path in paths:
            page = researcher.page(path)
            assert faults(page) == [], path
            assert "\u202e" not in page, path
