"""The personas of the pages; nothing that was made of another test's records stays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.webapp.pages.fixtures import nobody, owner, researcher, stranger
from webapp.leaderboard.kept import forget

__all__ = ["nobody", "owner", "researcher", "stranger"]


@pytest.fixture(autouse=True)
def _fresh(db: None) -> Iterator[None]:
    forget()
    yield
    forget()
