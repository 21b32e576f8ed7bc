"""One call of each Unit tool that succeeds."""

from __future__ import annotations

from sandboxes import World
from sandboxes.stateless.unit.names import UNITS
from tests.sandboxes.walking import Calls


def tool_of(kind: str) -> str:
    """The name of the kind's tool: LightWeather has the bare name for temperatures."""
    return "Unit_convert_temperature" if kind == "temperature" else f"convert_{kind}"


def arguments(world: World) -> Calls:
    """Prepare the world by calls, and tell what each tool can be called with."""
    calls: Calls = {
        tool_of(kind): {"value": 1.5, "from_unit": names[0], "to_unit": names[-1]}
        for kind, names in UNITS.items()
    }
    hour = {"unit_type": "time", "value": 1, "from_unit": "hour", "to_unit": "minute"}
    return {
        **calls,
        "convert_batch": {"requests": [hour]},
        "list_supported_units": {"unit_type": "angle"},
    }
