"""What every path of the state means for a score, gathered from the apps' own declarations."""

from __future__ import annotations

import functools
from typing import Any

from sandboxes._catalogue import servers
from sandboxes._world import World

_ANY_SEED = 1


@functools.cache
def declaration() -> dict[str, Any]:
    """The specification of all apps' states, as `evaluators.spec_from_json` reads it.

    Returns:
        ``{"collections", "scored", "neutral", "id_time", "money"}``; treat it as frozen.
    """
    world = World(_ANY_SEED)
    whole: dict[str, Any] = {
        "collections": {},
        "scored": [],
        "neutral": [],
        "id_time": [],
        "money": [],
    }
    for server in servers():
        for name, part in world.app(server.state).declaration().items():
            if isinstance(part, dict):
                whole[name] |= part
            else:
                whole[name] += part
    return whole


def evidence(*worlds: World) -> list[dict[str, Any]]:
    """The states of worlds over one base, restricted to what any of them changed.

    Every record that a call touched in one of the worlds is there in full in all of them (if it
    exists there); all others are the same everywhere and are left out. So the states score as the
    whole ones would, at a fraction of their size.
    """
    only: dict[str, Any] = {}
    for world in worlds:
        for server, touched in world.touched().items():
            records = only.setdefault(server, {})
            for collection, paths in touched.items():
                records[collection] = records.get(collection, frozenset()) | paths
    return [world.state(only) for world in worlds]
