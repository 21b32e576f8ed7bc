"""Opening an attempt with the form on a task's page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webapp.builders import public_instance
from tests.webapp.pages.personas import Persona
from webapp.attempts.models import Attempt
from webapp.attempts.opening import token_of
from webapp.benchmark.models import Suite

PATH = "/tasks/share_contact"
FORM: dict[str, Any] = {"seed": 1, "contestant": "me", "profile": "default", "access": "all"}


@pytest.fixture(autouse=True)
def _instances() -> None:
    public_instance(seed=1)
    public_instance(seed=2)


def test_an_opened_attempt_shows_its_addresses(owner: Persona) -> None:
    answer = owner.post(PATH, **FORM)

    attempt = Attempt.objects.get()
    assert answer["Location"] == f"/attempts/{attempt.pk}"
    page, token = owner.page(f"/attempts/{attempt.pk}"), token_of(attempt)
    assert f"Attempt {attempt.pk} is open." in page
    assert f'value="http://testserver/mcp/{token}"' in page
    assert f'value="ws://testserver/ws/attempts/{token}"' in page


def test_one_acts_oneself_under_the_chosen_conditions(owner: Persona) -> None:
    owner.post(PATH, **{**FORM, "seed": 2, "profile": "harsh"})

    attempt = Attempt.objects.get()
    assert (attempt.owner, attempt.instance.seed) == (owner.user, 2)
    assert (attempt.contestant.kind, attempt.contestant.name) == ("person", "owner")
    assert attempt.conditions.body["profile"] == "harsh"
    assert attempt.offered is None


def test_an_agent_acts_with_the_needed_tools_and_some_others(owner: Persona) -> None:
    chosen = {"contestant": "agent", "agent": "Model A", "access": "needed", "distractors": 5}
    owner.post(PATH, **(FORM | chosen))
    owner.post(PATH, **(FORM | chosen | {"distractors": 0}))

    some, none = Attempt.objects.order_by("pk")
    assert (some.contestant.kind, some.contestant.name) == ("agent", "Model A")
    assert some.contestant == none.contestant
    assert some.conditions.body["distractors"] == 5
    assert some.offered is not None
    assert none.offered is not None
    assert len(some.offered) == len(none.offered) + 5


def test_what_another_choice_makes_needless_is_not_asked_for(owner: Persona) -> None:
    owner.post(PATH, **FORM, agent="Model A", distractors=7)

    attempt = Attempt.objects.get()
    assert attempt.contestant.kind == "person"
    assert attempt.conditions.body["distractors"] == 0


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"contestant": "agent"}, "Name the agent, or choose to act yourself."),
        ({"contestant": "agent", "agent": "x" * 101}, "at most 100 characters"),
        ({"seed": 7}, "7 is not one of the available choices"),
        ({"seed": ""}, "This field is required."),
        ({"profile": "mild"}, "mild is not one of the available choices"),
        ({"access": "some"}, "some is not one of the available choices"),
        ({"access": "needed", "distractors": -1}, "greater than or equal to 0"),
        ({"access": "needed", "distractors": "many"}, "Enter a whole number."),
    ],
)
def test_a_wrong_choice_is_told_at_its_field(
    wrong: dict[str, Any], told: str, owner: Persona
) -> None:
    assert told in owner.after(PATH, **(FORM | wrong))
    assert not Attempt.objects.exists()


def test_a_refusal_of_the_door_stands_in_the_form(owner: Persona) -> None:
    Suite.objects.update(world_version="older")

    assert "share_contact/1 belongs to an older version of the suite." in owner.after(PATH, **FORM)


def test_nobody_is_sent_to_sign_in_first(nobody: Persona) -> None:
    assert nobody.post(PATH, **FORM)["Location"] == f"/sign-in?next={PATH}"
    assert f'href="/sign-in?next={PATH}"' in nobody.page(PATH)
    assert not Attempt.objects.exists()
