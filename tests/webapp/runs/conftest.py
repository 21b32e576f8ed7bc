"""The personas, and a database that the journal's own thread can write to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.webapp.pages.fixtures import nobody, owner, researcher, stranger
from webapp.runs.leases import heart

__all__ = ["nobody", "owner", "researcher", "stranger"]


@pytest.fixture(autouse=True)
def _nothing_is_in_hand() -> Iterator[None]:
    """No lease is renewed after the database of its test is gone."""
    yield
    heart.stop()


@pytest.fixture(autouse=True)
def _database(transactional_db: None) -> None:
    """Committed as in real life."""
