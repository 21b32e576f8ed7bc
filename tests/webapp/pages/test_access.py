"""Who may open what: everybody the tasks, owners and researchers an attempt, nobody else."""

from __future__ import annotations

import pytest

from tests.webapp.builders import opened, public_instance
from tests.webapp.pages.personas import Persona
from webapp.accounts.models import Role
from webapp.attempts.models import Attempt, AttemptToken
from webapp.attempts.opening import token_of
from webapp.benchmark.models import Instance, Split

PUBLIC = ("/", "/tasks", "/tasks/share_contact", "/sign-in")
ACTIONS = ("finish", "pause", "resume", "addresses")


@pytest.mark.parametrize("path", PUBLIC)
def test_everybody_may_read_what_there_is(
    path: str, nobody: Persona, stranger: Persona, researcher: Persona
) -> None:
    public_instance()
    for persona in (nobody, stranger, researcher):
        assert persona.get(path).status_code == 200


def test_an_attempt_is_there_for_its_owner_and_for_researchers(
    attempt: Attempt, nobody: Persona, owner: Persona, stranger: Persona, researcher: Persona
) -> None:
    page = f"/attempts/{attempt.pk}"
    owner.post(f"{page}/finish", outcome="done", key="k")
    annotator = Persona("annotator", Role.ANNOTATOR)
    for path in (page, f"{page}/events/1"):
        assert nobody.get(path)["Location"] == f"/sign-in?next={path}"
        assert stranger.get(path).status_code == 404
        assert annotator.get(path).status_code == 404
        assert owner.get(path).status_code == 200
        assert researcher.get(path).status_code == 200


@pytest.mark.parametrize("action", ACTIONS)
def test_only_its_owner_acts_in_an_attempt(
    action: str,
    attempt: Attempt,
    nobody: Persona,
    stranger: Persona,
    researcher: Persona,
) -> None:
    path = f"/attempts/{attempt.pk}/{action}"
    fields = {"outcome": "done", "key": "k", "reason": "r"}

    assert nobody.post(path, **fields)["Location"] == f"/sign-in?next={path}"
    assert stranger.post(path, **fields).status_code == 404
    refused = researcher.post(path, **fields)
    assert refused.status_code == 403
    assert "Nobody but its owner acts in an attempt" in refused.content.decode()
    assert not attempt.events.exists()
    assert AttemptToken.objects.get().revoked_at is None


@pytest.mark.parametrize("action", ACTIONS)
def test_following_a_link_does_nothing_and_leads_to_the_page(
    action: str, attempt: Attempt, owner: Persona
) -> None:
    page = f"/attempts/{attempt.pk}"
    assert owner.get(f"{page}/{action}")["Location"] == page
    assert not attempt.events.exists()


def test_the_addresses_are_shown_to_the_owner_alone(
    attempt: Attempt, owner: Persona, researcher: Persona
) -> None:
    token = token_of(attempt)

    assert token in owner.page(f"/attempts/{attempt.pk}")
    read = researcher.page(f"/attempts/{attempt.pk}")
    assert token not in read
    assert "reading along" in read


def test_an_attempt_of_nobody_is_read_by_researchers(owner: Persona, researcher: Persona) -> None:
    attempt = opened()

    assert owner.get(f"/attempts/{attempt.pk}").status_code == 404
    assert "its owner sees the addresses" in researcher.page(f"/attempts/{attempt.pk}")
    assert researcher.post(f"/attempts/{attempt.pk}/addresses").status_code == 403


@pytest.mark.parametrize("number", ["0", "999", "9" * 40])
def test_what_is_not_there_is_not_found(number: str, attempt: Attempt, owner: Persona) -> None:
    assert owner.get(f"/attempts/{number}").status_code == 404
    assert owner.get(f"/attempts/{attempt.pk}/events/{number}").status_code == 404
    assert owner.post(f"/attempts/{number}/finish").status_code == 404


def test_private_instances_are_shown_to_nobody_and_not_opened(
    owner: Persona, researcher: Persona
) -> None:
    public_instance(seed=1)
    hidden = public_instance(seed=2)
    Instance.objects.filter(pk=hidden.pk).update(split=Split.PRIVATE)

    for persona in (owner, researcher):
        assert hidden.instruction not in persona.page("/tasks/share_contact")
        form = {"seed": 2, "contestant": "me", "profile": "none", "access": "all"}
        assert "2 is not one of the available choices" in persona.after(
            "/tasks/share_contact", **form
        )
    assert not Attempt.objects.exists()
