"""Every page in each of its states: sound HTML, and links that lead somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from django.contrib.staticfiles import finders

from tests.webapp.builders import entry_of, opened
from tests.webapp.pages.markup import Markup, faults
from tests.webapp.pages.personas import Persona
from webapp.accounts.links import new_link
from webapp.accounts.tokens import new_token, revoke_token
from webapp.attempts import services
from webapp.attempts.models import Attempt, Status


@pytest.fixture
def places(owner: Persona) -> list[str]:
    """Addresses of all pages, with an attempt of the owner's in every state."""
    running, paused, done, lapsed, errored, outdated = (opened(owner=owner.user) for _ in range(6))
    for attempt in (running, paused, done):
        services.call_tool(entry_of(attempt), "get_cart_summary", {}).wait()
        services.call_tool(entry_of(attempt), "send_message", {"uid": ["x" * 50] * 50}).wait()
    services.pause(entry_of(paused), "Lunch").wait()
    services.finish(entry_of(done), "done", "x" * 30_000).wait()
    Attempt.objects.filter(pk=lapsed.pk).update(status=Status.LAPSED)
    Attempt.objects.filter(pk=errored.pk).update(status=Status.ERRORED, error="Traceback <b>")
    Attempt.objects.filter(pk=outdated.pk).update(world_version="older")
    fresh = opened(owner=owner.user)
    new_token(owner.user, "One")
    revoke_token(new_token(owner.user, "Two")[0])
    attempts = (running, paused, done, lapsed, errored, outdated, fresh)
    return [
        *("/", "/tasks", "/tasks?q=none", "/tasks?level=x", "/tasks/share_contact"),
        *("/sign-in", f"/sign-in/{new_link(owner.user)}", "/sign-in/unknown", "/tokens"),
        *("/attempts", "/attempts?status=errored&whose=mine", "/attempts?status=nope", "/nothing"),
        *(f"/attempts/{attempt.pk}" for attempt in attempts),
        *(f"/attempts/{done.pk}/events/{number}" for number in (1, 2, 3, 4)),
    ]


def pages_with_errors(persona: Persona, attempt: Attempt) -> Iterator[str]:
    """What comes back when nothing was filled in."""
    for path in ("/tasks/share_contact", "/sign-in", "/tokens", f"/attempts/{attempt.pk}/finish"):
        yield persona.after(path, contestant="agent")
    services.get_task(entry_of(attempt)).wait()
    yield persona.after(f"/attempts/{attempt.pk}/pause")
    yield persona.after("/tokens", name="New", days="30")


def test_every_page_is_sound(
    places: list[str], nobody: Persona, owner: Persona, researcher: Persona
) -> None:
    for persona in (nobody, owner, researcher):
        for path in places:
            answer = persona.get(path)
            if answer.status_code not in (301, 302):
                assert faults(answer.content.decode()) == [], path


def test_pages_that_tell_errors_are_sound(attempt: Attempt, owner: Persona) -> None:
    for html in pages_with_errors(owner, attempt):
        assert faults(html) == []


def test_every_link_leads_somewhere(
    places: list[str], nobody: Persona, owner: Persona, researcher: Persona
) -> None:
    for persona in (nobody, owner, researcher):
        seen = set(places)
        for path in places:
            for link in Markup(persona.get(path).content.decode()).links():
                target = urljoin(path, link).partition("#")[0]
                if target in seen:
                    continue
                seen.add(target)
                if target.startswith("/static/"):
                    assert finders.find(target.removeprefix("/static/")), target
                else:
                    assert persona.get(target).status_code in (200, 302), f"{target} on {path}"


def test_links_within_a_page_have_their_targets(places: list[str], owner: Persona) -> None:
    for path in places:
        page = Markup(owner.get(path).content.decode())
        ids = {attributes.get("id") for _, attributes in page.tags}
        inner = {link[1:] for link in page.links() if link.startswith("#")}
        assert inner <= ids, path


@pytest.mark.parametrize(
    ("html", "told"),
    [
        ('<main id="a"></main><p id="a"></p>', "the id 'a' is there 2 times"),
        ('<input name="q" id="q">', "<input name=q> has no label"),
        ("<p><b></p>", "</p> closes nothing"),
        ("<div>", "<div> is not closed"),
        ('<p style="x">', "<p> has the inline style"),
        ('<p aria-labelledby="gone">', "refers to 'gone'"),
        ('<form method="post"></form>', "a form without its CSRF token"),
        ("<script>x</script>", "a script stands in the page"),
    ],
)
def test_what_is_unsound_is_found(html: str, told: str) -> None:
    assert any(told in fault for fault in faults(html))
