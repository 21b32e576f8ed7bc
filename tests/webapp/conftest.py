"""What tests of the site share: no live state outlives the database it was folded from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.webapp.live import LiveSite, running_site
from webapp.attempts import services
from webapp.attempts.journal import journal


@pytest.fixture(autouse=True)
def _nothing_stays_hot() -> Iterator[None]:
    services.forget()
    yield
    services.forget()
    journal.close()


@pytest.fixture(scope="session")
def live_site(
    django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveSite]:
    """The site in a process of its own; nothing may have broken in it when the tests end."""
    with running_site(tmp_path_factory.mktemp("site") / "log") as site:
        yield site
    assert "Traceback" not in site.log()
