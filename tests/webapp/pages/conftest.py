"""The personas, and a database that the journal's own thread can write to."""

from __future__ import annotations

import pytest

from tests.webapp.builders import opened
from tests.webapp.pages.personas import Persona
from webapp.accounts.models import Role
from webapp.attempts.models import Attempt


@pytest.fixture(autouse=True)
def _database(transactional_db: None) -> None:
    """Committed as in real life."""


@pytest.fixture
def owner() -> Persona:
    """Whose attempt it is."""
    return Persona("owner")


@pytest.fixture
def stranger() -> Persona:
    """Somebody else."""
    return Persona("stranger")


@pytest.fixture
def researcher() -> Persona:
    """Who may see everything."""
    return Persona("researcher", Role.RESEARCHER)


@pytest.fixture
def nobody() -> Persona:
    """Who has not signed in."""
    return Persona()


@pytest.fixture
def attempt(owner: Persona) -> Attempt:
    """An open attempt of the owner's."""
    return opened(owner=owner.user)
