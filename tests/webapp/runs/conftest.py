"""The personas, and a database that the journal's own thread can write to."""

from __future__ import annotations

import pytest

from tests.webapp.pages.fixtures import nobody, owner, researcher, stranger

__all__ = ["nobody", "owner", "researcher", "stranger"]


@pytest.fixture(autouse=True)
def _database(transactional_db: None) -> None:
    """Committed as in real life."""
