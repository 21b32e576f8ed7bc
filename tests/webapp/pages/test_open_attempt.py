"""The page of an attempt that is open: limits, addresses, pauses, and nothing of the truth."""

from __future__ import annotations

import json

import pytest

from tests.webapp.builders import Time, entry_of, opened, public_instance
from tests.webapp.pages.markup import text_of
from tests.webapp.pages.personas import Persona
from webapp.attempts import errors, services
from webapp.attempts.hot import known_instance
from webapp.attempts.models import Attempt, Event
from webapp.attempts.opening import token_of
from webapp.benchmark.models import Instance


def path_of(attempt: Attempt) -> str:
    """Where the page of an attempt is."""
    return f"/attempts/{attempt.pk}"


def test_looking_does_not_start_the_clock(
    attempt: Attempt, owner: Persona, researcher: Persona
) -> None:
    for persona in (owner, researcher):
        text = text_of(persona.page(path_of(attempt)))
        assert "not started" in text
        assert "Calls left 100 of 100 Time left 24 h" in text
    assert not attempt.events.exists()


def test_what_is_left_is_shown(attempt: Attempt, owner: Persona, time: Time) -> None:
    services.call_tool(entry_of(attempt), "get_cart_summary", {}).wait()
    time.passes(hours=1, minutes=30)

    text = text_of(owner.page(path_of(attempt)))

    assert "Calls left 99 of 100 Time left 22 h 30 min" in text


def test_the_page_says_how_to_finish_in_the_words_agents_read(
    attempt: Attempt, owner: Persona
) -> None:
    finishing = services.peek(entry_of(attempt)).wait().brief.finishing

    assert finishing in text_of(owner.page(path_of(attempt)))


def test_conditions_are_named(owner: Persona) -> None:
    attempt = opened(owner=owner.user, profile="harsh", access="needed", distractors=3)

    text = text_of(owner.page(path_of(attempt)))

    for word in ("Faults harsh", "Tools the needed ones and 3 others", "Hints none", "View json"):
        assert word in text
    for whole in (attempt.world_version, attempt.instance.task.suite.catalogue_hash):
        assert whole in text
    assert attempt.conditions.digest[:12] in text


def test_nothing_of_the_truth_is_told_while_it_is_open(owner: Persona, researcher: Persona) -> None:
    attempt = opened(task="buy_sold_out", owner=owner.user)
    services.call_tool(entry_of(attempt), "get_cart_summary", {}).wait()

    for persona in (owner, researcher):
        page = persona.page(path_of(attempt))
        for word in ("orrect", "impossible", "Required changes", "Forbidden", "What differs"):
            assert word not in page
    for path in ("/attempts", path_of(attempt)):
        assert "buy_sold_out" not in owner.page(path)
        assert "buy_sold_out" in researcher.page(path)


def test_new_addresses_revoke_the_old(attempt: Attempt, owner: Persona) -> None:
    old = token_of(attempt)

    page = owner.after(f"{path_of(attempt)}/addresses")

    new = token_of(attempt)
    assert "The addresses are new. The old ones no longer work." in page
    assert f"/mcp/{new}" in page
    assert old not in page
    with pytest.raises(errors.RevokedToken):
        services.peek(services.enter(old, "mcp").wait()).wait()
    services.peek(services.enter(new, "mcp").wait()).wait()


def test_a_pause_stops_the_clock_until_it_is_resumed(
    attempt: Attempt, owner: Persona, time: Time
) -> None:
    services.get_task(entry_of(attempt)).wait()

    paused = text_of(owner.after(f"{path_of(attempt)}/pause", reason="Lunch"))
    assert f"Attempt {attempt.pk} paused" in paused
    assert "The clock stands still" in paused
    assert "Lunch" in paused
    assert "Finish the attempt" not in paused
    assert "paused" in text_of(owner.page("/attempts"))
    time.passes(hours=5)
    resumed = text_of(owner.after(f"{path_of(attempt)}/resume"))

    assert "The clock is running again." in resumed
    assert "Time left 24 h" in resumed


@pytest.mark.parametrize("reason", ["", " ", "x" * 1_001, "a\x00"])
def test_a_pause_needs_a_reason(reason: str, attempt: Attempt, owner: Persona) -> None:
    services.get_task(entry_of(attempt)).wait()

    assert 'class="errorlist"' in owner.after(f"{path_of(attempt)}/pause", reason=reason)
    assert not Event.objects.filter(kind="pause").exists()


def test_what_the_door_refuses_is_told_on_the_page(attempt: Attempt, owner: Persona) -> None:
    page = path_of(attempt)

    assert "it can&#x27;t be paused" in owner.after(f"{page}/pause", reason="Lunch")
    assert "The attempt is not paused." in owner.after(f"{page}/resume")


def test_every_call_is_in_the_log(owner: Persona) -> None:
    attempt = opened(task="buy_cheapest", owner=owner.user)
    instance = known_instance(attempt.instance)
    assert instance is not None
    for call in instance.gold.trace[:2]:
        services.call_tool(entry_of(attempt), call.tool, call.arguments).wait()
    services.call_tool(entry_of(attempt), "no_such_tool", {"a": {"deep": [1]}}).wait()
    services.call_tool(entry_of(attempt), "checkout_all", {}).wait()

    text = text_of(owner.page(path_of(attempt)))

    for number, call in enumerate(instance.gold.trace[:2], start=2):
        sent = "".join(f" {name} {json.dumps(value)}" for name, value in call.arguments.items())
        assert f"{number} {call.tool} ok class valid agent" in text
        assert sent in text
    assert "no_such_tool not understood Status error, class syntactic" in text
    assert "checkout_all refused Status failed, class failed" in text
    assert "4 calls" in text


def test_a_tool_that_was_not_on_offer_is_marked(owner: Persona) -> None:
    attempt = opened(owner=owner.user, access="needed")
    services.call_tool(entry_of(attempt), "checkout_all", {}).wait()

    assert "not on offer" in text_of(owner.page(path_of(attempt)))


def test_a_long_log_is_read_page_by_page(
    attempt: Attempt, owner: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.pages.reading.LINES_A_PAGE", 3)
    for _ in range(4):
        services.call_tool(entry_of(attempt), "get_cart_summary", {}).wait()

    first = owner.page(path_of(attempt))
    assert "1\N{EN DASH}3 of 5" in text_of(first)
    assert 'href="?page=2"' in first
    assert "4\N{EN DASH}5 of 5" in text_of(owner.page(path_of(attempt), page="2"))
    for page in ("0", "99", "x"):
        owner.page(path_of(attempt), page=page)


def test_an_outdated_attempt_says_why_and_offers_nothing(
    owner: Persona, researcher: Persona
) -> None:
    old_world, old_task = opened(owner=owner.user), opened(owner=owner.user, seed=2)
    Attempt.objects.filter(pk=old_world.pk).update(world_version="0123456789abcdef")
    Instance.objects.filter(pk=old_task.instance_id).update(fingerprint="older")

    for attempt, why in (
        (old_world, "It was made in worlds of an older version"),
        (old_task, "Its task was changed after it was opened."),
    ):
        for persona in (owner, researcher):
            page = persona.page(path_of(attempt))
            assert why in page
            assert "It can be read, but not continued." in page
            assert "Finish the attempt" not in page
            assert "/mcp/" not in page
        assert owner.post(f"{path_of(attempt)}/finish", outcome="done", key="k").status_code == 200


def test_while_the_door_is_shut_the_page_still_opens(
    attempt: Attempt, owner: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(entry: object) -> object:
        raise errors.Busy("Too many calls are waiting for this attempt. Send it again later.")

    monkeypatch.setattr("webapp.pages.reading.peek", busy)

    text = text_of(owner.page(path_of(attempt)))

    assert "Too many calls are waiting" in text
    assert public_instance().instruction in text
