"""Values that mean something to LightNews's tools."""

from __future__ import annotations

from typing import Any

from sandboxes import World
from sandboxes.apps.light_news.data_model import LightNews

_DAYS = [None, "2025-06-01", "2026-02-28 12:00:00", "2026-13-01"]


def known_values(world: World) -> dict[str, list[Any]]:
    """Values by argument name that mean something in the world as it is now."""
    paper = world.app(LightNews)
    sections = paper.sections()
    return {
        "section": [*sections, "SPORTS", "Weather"],
        "k": [1, 3, 500],
        "maxn": [1, 5],
        "query": ["bridge", "a the", "tram"],
        "begin_date": _DAYS,
        "end_date": _DAYS,
        "nid": [nid for section in sections for nid in list(paper.articles(section))[:2]],
    }
