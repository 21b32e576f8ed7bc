"""What all tests share: property tests draw the same examples in every run; a real database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.postgres import ABSENT, running_postgres, server_programs

settings.register_profile("steady", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """An empty PostgreSQL database: one server for each process of the tests that asks for it."""
    if server_programs() is None:
        pytest.skip(ABSENT)
    with running_postgres() as url:
        yield url


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that hold long checks: at the end, one process would wait for them."""
    long_files = {item.path for item in items if item.get_closest_marker("verify")}
    items.sort(key=lambda item: item.path not in long_files)
