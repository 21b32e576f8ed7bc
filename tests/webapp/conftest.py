"""What tests of the site share: no live state outlives the database it was folded from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.webapp.builders import Time
from tests.webapp.live import LiveSite, running_site
from webapp.attempts import services
from webapp.attempts.journal import journal
from webapp.attempts.turns import close_workers


@pytest.fixture(autouse=True)
def _nothing_stays_hot() -> Iterator[None]:
    services.forget()
    yield
    services.forget()
    journal.close()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A clock that the test sets."""
    return Time(monkeypatch)


@pytest.fixture(scope="session", autouse=True)
def _no_connection_stays_open(django_db_setup: None) -> Iterator[None]:
    """PostgreSQL drops no database that somebody is connected to."""
    yield
    close_workers()


@pytest.fixture(scope="session")
def live_site(
    django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveSite]:
    """The site in a process of its own; nothing may have broken in it when the tests end."""
    with running_site(tmp_path_factory.mktemp("site") / "log") as site:
        yield site
    assert "Traceback" not in site.log()
