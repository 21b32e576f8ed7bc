"""The list of attempts."""

from __future__ import annotations

import pytest

from tests.webapp.builders import entry_of, opened, public_instance
from tests.webapp.pages.markup import Markup, text_of
from tests.webapp.pages.personas import Persona
from webapp.attempts import services
from webapp.attempts.models import Attempt
from webapp.attempts.opening import conditions_for, open_attempt, person


def listed(html: str) -> list[int]:
    """The attempts on a page, in order."""
    links = [link for link in Markup(html).links() if link.startswith("/attempts/")]
    return [int(link.removeprefix("/attempts/")) for link in links]


def test_mine_are_listed_to_me_and_all_to_researchers(
    owner: Persona, stranger: Persona, researcher: Persona
) -> None:
    mine, later, theirs = (opened(owner=persona.user).pk for persona in (owner, owner, stranger))

    assert listed(owner.page("/attempts")) == [later, mine]
    assert listed(owner.page("/attempts", whose="")) == [later, mine]
    assert listed(researcher.page("/attempts")) == [theirs, later, mine]
    assert listed(researcher.page("/attempts", whose="mine")) == []


def test_attempts_are_found_by_status(owner: Persona) -> None:
    open_, done = opened(owner=owner.user), opened(owner=owner.user)
    services.finish(entry_of(done), "done").wait()

    assert listed(owner.page("/attempts", status="open")) == [open_.pk]
    assert listed(owner.page("/attempts", status="finished")) == [done.pk]
    nothing = owner.page("/attempts", status="errored")
    assert listed(nothing) == []
    assert "No attempt matches." in nothing
    assert 'class="errorlist"' in owner.page("/attempts", status="nope")


def test_researchers_find_attempts_by_who_acts_and_by_task(
    owner: Persona, researcher: Persona
) -> None:
    by_agent = opened(owner=owner.user)
    instance = public_instance("buy_cheapest")
    conditions = conditions_for(instance, profile="none")
    by_person = open_attempt(instance, person(owner.user), conditions, owner.user)

    assert listed(researcher.page("/attempts", kind="agent")) == [by_agent.pk]
    assert listed(researcher.page("/attempts", kind="person")) == [by_person.pk]
    assert listed(researcher.page("/attempts", task="share_contact")) == [by_agent.pk]
    assert listed(researcher.page("/attempts", task="buy_cheapest", kind="agent")) == []
    assert 'class="errorlist"' in researcher.page("/attempts", task="no_such_task")


def test_others_are_not_told_what_tasks_there_are(owner: Persona) -> None:
    mine = opened(owner=owner.user).pk

    page = owner.page("/attempts", task="buy_cheapest", kind="person")

    assert listed(page) == [mine]
    assert 'name="task"' not in page


def test_calls_are_counted_and_other_events_are_not(attempt: Attempt, owner: Persona) -> None:
    for _ in range(2):
        services.call_tool(entry_of(attempt), "get_cart_summary", {}).wait()

    assert "open \N{EN DASH} 2" in text_of(owner.page("/attempts"))


def test_who_has_no_attempts_is_led_to_the_tasks(owner: Persona) -> None:
    text = text_of(owner.page("/attempts"))
    assert "There are no attempts yet. Choose a task and open one." in text


def test_many_attempts_are_listed_page_by_page(
    owner: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.pages.attempt_views.ATTEMPTS_A_PAGE", 2)
    first, second, third = (opened(owner=owner.user).pk for _ in range(3))

    page = owner.page("/attempts", status="open")
    assert listed(page) == [third, second]
    assert 'href="?status=open&amp;page=2"' in page
    assert listed(owner.page("/attempts", status="open", page="2")) == [first]


def test_nobody_is_sent_to_sign_in(nobody: Persona) -> None:
    assert nobody.get("/attempts")["Location"] == "/sign-in?next=/attempts"
