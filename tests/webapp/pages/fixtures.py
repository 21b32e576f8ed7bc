"""Personas as fixtures, for whatever looks at pages."""

from __future__ import annotations

import pytest

from tests.webapp.pages.personas import Persona
from webapp.accounts.models import Role


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
