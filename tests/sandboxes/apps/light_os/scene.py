"""One call of each LightOS tool that succeeds."""

from __future__ import annotations

from sandboxes import World
from tests.sandboxes.walking import Calls


def arguments(world: World) -> Calls:
    """What each tool can be called with."""
    return {"now": {}, "health": {}}
