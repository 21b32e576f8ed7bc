"""The trace: every call with what it changed, and the state after any of them."""

from __future__ import annotations

import pytest

from tests.webapp.builders import Time, entry_of, opened
from tests.webapp.pages.markup import Markup, faults, text_of
from tests.webapp.pages.personas import Persona
from tests.webapp.pages.test_differences import solved
from webapp.accounts.models import Role
from webapp.attempts import services
from webapp.attempts.models import Attempt, Event
from webapp.pages.replay import Replay, replay_of


def path_of(attempt: Attempt) -> str:
    """Where the trace of an attempt is."""
    return f"/attempts/{attempt.pk}/trace"


@pytest.fixture
def bought(owner: Persona) -> Attempt:
    """An attempt in which something was bought."""
    return solved("buy_cheapest", owner)


def number_of(attempt: Attempt, tool: str) -> int:
    """The number of the one call of a tool."""
    return int(attempt.events.get(tool=tool).number)


def test_each_call_is_told_with_what_it_changed(bought: Attempt, owner: Persona) -> None:
    page = owner.page(path_of(bought))

    text = text_of(page)
    added, paid = number_of(bought, "add_to_cart"), number_of(bought, "checkout_all")
    adding = text[text.index(f"{added} add_to_cart") : text.index(f"{paid} checkout_all")]
    step = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
    assert f"LightShop Rift Valley Runners {step} Lakshyam Tape-Ball Cricket Bat" in adding
    assert "Count: 96 \N{RIGHTWARDS ARROW} 95" in adding
    assert "Line of the cart: Lakshyam Tape-Ball Cricket Bat new" in adding
    paying = text[text.index(f"{paid} checkout_all") : text.index("State after number")]
    assert "Balance: 93504.00 \N{RIGHTWARDS ARROW} 93478.15" in paying
    assert faults(page) == []


def test_the_state_is_shown_after_any_step(bought: Attempt, owner: Persona) -> None:
    added, paid = number_of(bought, "add_to_cart"), number_of(bought, "checkout_all")

    before, after = (
        text_of(owner.page(path_of(bought), step=str(step))).partition("State after number ")[2]
        for step in (added, paid)
    )

    assert before.startswith(f"{added} of ")
    assert "Balance" not in before
    assert "Line of the cart: Lakshyam Tape-Ball Cricket Bat new" in before
    assert "Balance: 93504.00 \N{RIGHTWARDS ARROW} 93478.15" in after
    assert "Cricket Bat new" not in after  # it came and went


def test_at_the_start_nothing_differs(bought: Attempt, owner: Persona) -> None:
    page = owner.page(path_of(bought), step="0")

    assert "State at the start of" in text_of(page)
    assert "Nothing differs from the start." in page
    assert 'rel="prev"' not in page.partition('id="state"')[2]


@pytest.mark.parametrize("step", ["", "x", "-1", "99", "9" * 40, "\u00b2"])
def test_a_step_that_is_none_shows_the_end(step: str, bought: Attempt, owner: Persona) -> None:
    last = bought.events.count()

    assert f"State after number {last} of {last}" in text_of(owner.page(path_of(bought), step=step))


def test_steps_lead_back_and_on_without_script(bought: Attempt, owner: Persona) -> None:
    links = Markup(owner.page(path_of(bought), step="3")).links()

    for step in (2, 4):
        assert f"{path_of(bought)}?step={step}&page=1#state" in links


def test_only_the_state_is_sent_where_only_it_is_asked_for(bought: Attempt, owner: Persona) -> None:
    page = owner.client.get(path_of(bought), {"step": "2"}, headers={"HX-Request": "true"})

    part = page.content.decode()
    assert part.lstrip().startswith('<section id="state"')
    assert "State after number 2" in part
    assert "checkout_all" not in part


def test_the_whole_state_is_told_as_json(bought: Attempt, owner: Persona) -> None:
    paid = number_of(bought, "checkout_all")

    before, after = (owner.page(f"{path_of(bought)}/{number}/state") for number in (paid - 1, paid))

    assert "&quot;balance&quot;: 93504.0" in before
    assert "&quot;balance&quot;: 93478.15" in after
    assert faults(after) == []


def test_a_long_trace_is_read_page_by_page(
    bought: Attempt, owner: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.pages.trace.LINES_A_PAGE", 3)

    assert "1\N{EN DASH}3 of" in text_of(owner.page(path_of(bought)))
    with_step = owner.page(path_of(bought), step="5")
    assert "4\N{EN DASH}6 of" in text_of(with_step)
    assert 'id="event-5" class="hit"' in with_step
    for page in ("0", "99", "x"):
        owner.page(path_of(bought), page=page)


def test_the_trace_is_there_for_the_owner_only_after_the_end(
    attempt: Attempt, nobody: Persona, owner: Persona, stranger: Persona, researcher: Persona
) -> None:
    services.call_tool(entry_of(attempt), "get_my_uid", {}).wait()
    annotator = Persona("annotator", Role.ANNOTATOR)
    for path in (path_of(attempt), f"{path_of(attempt)}/1/state"):
        assert nobody.get(path)["Location"] == f"/sign-in?next={path}"
        for persona in (owner, stranger, annotator):
            assert persona.get(path).status_code == 404
        assert researcher.get(path).status_code == 200
    assert "/trace" not in owner.page(f"/attempts/{attempt.pk}")
    assert "Watch it live" in researcher.page(f"/attempts/{attempt.pk}")

    services.finish(entry_of(attempt), "done").wait()

    for path in (path_of(attempt), f"{path_of(attempt)}/1/state"):
        assert owner.get(path).status_code == 200
        for persona in (stranger, annotator):
            assert persona.get(path).status_code == 404
    assert "Trace: step through the state" in owner.page(f"/attempts/{attempt.pk}")


def test_of_a_running_attempt_the_end_is_shown_and_no_score(
    researcher: Persona, owner: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.pages.trace.LINES_A_PAGE", 2)
    attempt = opened(task="buy_sold_out", owner=owner.user)
    for _ in range(3):
        services.call_tool(entry_of(attempt), "get_my_uid", {}).wait()

    page = researcher.page(path_of(attempt))
    assert 'id="event-4"' in page
    assert 'id="event-2"' not in page
    assert f'hx-ws:connect="/ws/attempts/{attempt.pk}/watch?after=4"' in page
    assert "orrect" not in page
    assert faults(page) == []
    earlier = researcher.page(path_of(attempt), page="1")
    assert "hx-ws" not in earlier
    assert "go to its end" in earlier


def test_an_attempt_in_which_nothing_happened_has_a_trace(
    attempt: Attempt, researcher: Persona, owner: Persona, time: Time
) -> None:
    assert "State at the start of 0" in text_of(researcher.page(path_of(attempt)))
    Attempt.objects.update(status="finished", ended_by="subject", claim="done")
    assert "Nothing has happened." in owner.page(path_of(attempt))


@pytest.mark.parametrize("status", ["errored", "lapsed"])
def test_what_came_to_no_end_of_its_own_shows_no_world_to_whoever_may_take_the_task_again(
    attempt: Attempt, researcher: Persona, owner: Persona, status: str
) -> None:
    Attempt.objects.update(status=status)
    for path in (path_of(attempt), f"{path_of(attempt)}/0/state"):
        assert owner.get(path).status_code == 404
        assert researcher.get(path).status_code == 200
    assert "/trace" not in owner.page(f"/attempts/{attempt.pk}")


def test_of_older_worlds_the_calls_are_shown_without_the_state(
    bought: Attempt, owner: Persona
) -> None:
    Attempt.objects.update(world_version="older")

    page = owner.page(path_of(bought))

    assert "be told: The attempt was made in worlds of an older version." in page
    assert "checkout_all" in page
    assert "/state" not in page
    assert faults(page) == []
    assert owner.get(f"{path_of(bought)}/2/state").status_code == 404


def test_calls_that_come_out_differently_end_what_is_told(bought: Attempt, owner: Persona) -> None:
    paid = number_of(bought, "checkout_all")
    Event.objects.filter(number=paid).update(state_hash="0" * 32)

    page = owner.page(path_of(bought))

    assert "The recorded calls came out differently when they were made again." in page
    assert "Count: 96" in text_of(page)
    assert owner.get(f"{path_of(bought)}/{paid}/state").status_code == 404


def test_a_replay_goes_on_where_it_stopped(attempt: Attempt) -> None:
    services.call_tool(entry_of(attempt), "acc_network", {}).wait()
    first = replay_of(attempt)
    assert list(first.changes) == [2]
    services.call_tool(entry_of(attempt), "get_my_uid", {}).wait()
    services.call_tool(entry_of(attempt), "acquire_privilege", {}).wait()

    again = replay_of(attempt)

    assert again is first
    at_once = Replay(attempt)
    at_once.catch_up()
    assert at_once.changes == again.changes
    assert at_once.since_start(4) == again.since_start(4)
