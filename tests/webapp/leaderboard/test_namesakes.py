"""Agents of one name: their pages tell by what the board knows them, and in what they differ."""

from __future__ import annotations

from typing import Any

from tests.webapp.leaderboard.records import AT, instance_of, scored
from tests.webapp.pages.markup import Markup, faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.accounts.models import User
from webapp.attempts.models import Attempt, Contestant
from webapp.attempts.opening import agent, conditions_for, open_attempt

PLAIN: dict[str, Any] = {"strategy": "rag", "model": {"model": "m", "temperature": None}}
WARM: dict[str, Any] = {"strategy": "rag", "model": {"model": "m", "temperature": 0.7}}


def acting(details: dict[str, Any], user: User | None = None, name: str = "m, rag") -> Contestant:
    """An agent of a name that has begun an attempt."""
    instance = instance_of()
    made = open_attempt(
        instance, agent(name, details, user), conditions_for(instance, profile="none"), None
    )
    Attempt.objects.filter(pk=made.pk).update(started_at=AT)
    return made.contestant


def test_what_differs_is_told_on_both_pages(nobody: Persona) -> None:
    plain, warm = acting(PLAIN), acting(WARM)

    page = nobody.page(f"/contestants/{plain.pk}")
    text = text_of(page)

    assert faults(page) == []
    assert f"All in one hash {plain.digest[:8]}" in text
    assert f"Others of this name {warm.digest[:8]}: model temperature is 0.7, here none." in text
    assert f"/contestants/{warm.pk}" in Markup(page).links()
    other = text_of(nobody.page(f"/contestants/{warm.pk}"))
    assert f"{plain.digest[:8]}: model temperature is none, here 0.7." in other


def test_what_is_alike_is_said_to_be_somebody_elses(nobody: Persona, owner: Persona) -> None:
    ours, theirs = acting(PLAIN), acting(PLAIN, owner.user)

    text = text_of(nobody.page(f"/contestants/{ours.pk}"))

    assert f"{theirs.digest[:8]}: alike in all of this, and somebody else\u2019s." in text


def test_whoever_has_attempted_nothing_is_no_namesake(nobody: Persona) -> None:
    plain = acting(PLAIN)
    agent("m, rag", WARM, None)
    acting(WARM, name="another name")

    assert "Others of this name" not in text_of(nobody.page(f"/contestants/{plain.pk}"))


def test_what_others_wrote_is_shown_as_it_is_and_kept_short(nobody: Persona) -> None:
    plain = acting({"a": "b"})
    acting({"a": "<i>\u202e" + "x" * 90})

    page = nobody.page(f"/contestants/{plain.pk}")

    assert faults(page) == []
    assert "a is <i>\\u202e" + "x" * 55 + "…, here b" in text_of(page)


def test_people_have_no_hash_and_no_namesakes(nobody: Persona, owner: Persona) -> None:
    attempt = scored(owner.user, instance_of())

    text = text_of(nobody.page(f"/contestants/{attempt.contestant.pk}"))

    assert "Others of this name" not in text
    assert "What it is" not in text
