"""One call of each LightNews tool that succeeds."""

from __future__ import annotations

from sandboxes import World
from tests.sandboxes.calls import ok
from tests.sandboxes.walking import Calls


def arguments(world: World) -> Calls:
    """What each tool can be called with."""
    newest = ok(world, "get_last_k_news", section="Sports", k=1)[0]
    day = newest["timestamp"][:10]
    found = {"section": "Sports", "query": newest["title"], "maxn": 5}
    return {
        "list_all_sections": {},
        "get_last_k_news": {"section": "Sports", "k": 3},
        "search": {**found, "begin_date": day, "end_date": day},
        "get_details": {"nid": newest["nid"]},
        "get_news_url": {"nid": newest["nid"]},
    }
