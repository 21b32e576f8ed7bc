"""What every path of the state means for a score, gathered from the apps' own declarations."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from sandboxes._app import select
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
    for app in world.apps():
        for name, part in app.declaration().items():
            if isinstance(part, dict):
                whole[name] |= part
            else:
                whole[name] += part
    return whole


def evidence(*worlds: World, between: Sequence[World] | None = None) -> list[dict[str, Any]]:
    """The states of worlds over one base, restricted to the cells and records that differ.

    Such a record is there in full in every world in which it exists, with its ancestors; all else
    is the same everywhere and is left out. So the states score as the whole ones would, at a
    fraction of their size.

    Args:
        worlds: Forks of one world, at least one.
        between: Of which of them the differences count; None: of all.

    Raises:
        ValueError: there is none, or they have different seeds.
    """
    if len({world.seed for world in worlds}) != 1:
        raise ValueError("evidence needs worlds over one base")
    states: list[dict[str, Any]] = [{} for _ in worlds]
    chosen = [worlds.index(world) for world in between or worlds]
    for apps in zip(*(world.apps() for world in worlds), strict=True):
        only = select([apps[place] for place in chosen])
        for state, app in zip(states, apps, strict=True):
            state[app.server] = app.export_selection(only)
    return states
