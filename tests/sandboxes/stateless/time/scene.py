"""One call of each Time tool that succeeds."""

from __future__ import annotations

from sandboxes import World
from tests.sandboxes.walking import Calls


def arguments(world: World) -> Calls:
    """Prepare the world by calls, and tell what each tool can be called with."""
    return {
        "days_diff": {"t1": "2026-02-27", "t2": "2026-03-02"},
        "date_to_weekday": {"d": "2026-03-02", "locale": "de", "short": True},
        "iso_seconds_diff": {"t1": "2026-03-02T10:00:00", "t2": "2026-03-02T10:01:30"},
        "convert_time_units": {"value": 90, "from_unit": "s", "to_unit": "min"},
        "add_seconds_iso": {"t": "2026-03-02T10:00:00", "seconds": 90},
    }
