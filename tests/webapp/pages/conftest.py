"""The personas, and a database that the journal's own thread can write to."""

from __future__ import annotations

import pytest

from tests.webapp.builders import opened
from tests.webapp.pages.fixtures import nobody, owner, researcher, stranger
from tests.webapp.pages.personas import Persona
from webapp.attempts.models import Attempt

__all__ = ["nobody", "owner", "researcher", "stranger"]


@pytest.fixture(autouse=True)
def _database(transactional_db: None) -> None:
    """Committed as in real life."""


@pytest.fixture
def attempt(owner: Persona) -> Attempt:
    """An open attempt of the owner's."""
    return opened(owner=owner.user)
