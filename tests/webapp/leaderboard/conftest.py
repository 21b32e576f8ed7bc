"""The personas of the pages; nothing that was made of another test's records stays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.webapp.pages.personas import Persona
from webapp.accounts.models import Role
from webapp.leaderboard.kept import forget


@pytest.fixture(autouse=True)
def _fresh(db: None) -> Iterator[None]:
    forget()
    yield
    forget()


@pytest.fixture
def nobody() -> Persona:
    """Who has not signed in."""
    return Persona()


@pytest.fixture
def owner() -> Persona:
    """Somebody with attempts."""
    return Persona("owner")


@pytest.fixture
def stranger() -> Persona:
    """Somebody else."""
    return Persona("stranger")


@pytest.fixture
def researcher() -> Persona:
    """Who may see everything."""
    return Persona("researcher", Role.RESEARCHER)
