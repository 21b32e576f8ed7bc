"""Somebody who works at an attempt in the console."""

from __future__ import annotations

import pytest

from tests.webapp.builders import opened_by_person
from tests.webapp.pages.personas import Persona
from webapp.attempts.models import Attempt


@pytest.fixture(autouse=True)
def _database(transactional_db: None) -> None:
    """Committed as in real life."""


@pytest.fixture
def person() -> Persona:
    """Who works at it."""
    return Persona("person")


@pytest.fixture
def attempt(person: Persona) -> Attempt:
    """An attempt of the person's, started."""
    attempt = opened_by_person(person.user)
    person.post(f"/attempts/{attempt.pk}/console/start")
    return attempt
