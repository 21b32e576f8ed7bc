"""A live site for sessions to act in, over every door."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.agents.sessions.doors import DOORS, Door
from tests.webapp.conftest import _no_connection_stays_open, _nothing_stays_hot, live_site

__all__ = ["_no_connection_stays_open", "_nothing_stays_hot", "live_site"]


@pytest.fixture(params=DOORS)
def door(request: pytest.FixtureRequest) -> Callable[..., Door]:
    """How a session is made of a port and a token."""
    return DOORS[request.param]
