"""LightWeather: cities to pick by their weather, alerts to prepare, and how golds mind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.data_model import LightWeather
from sandboxes.apps.light_weather.sky import Hour
from sandboxes.apps.light_weather.stage import clear_alerts, plant_alert
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Stage
from sandboxes.tasks.kit.general import one_of

ALERT_CONDITIONS = "LightWeather/alerts/*/condition"
"""What alerts watch for, for `Draft.texts`."""

WET = ("rainy", "stormy", "snowy")
"""The conditions under which something falls from the sky."""


class WantedAlert(NamedTuple):
    """An alert as the user would describe it."""

    location: str
    condition: str
    threshold: float


def told(world: World, tool: str, **arguments: Any) -> Any:
    """What a tool that only reads answers in this world, which is left as it is."""
    outcome = world.fork("none").call(tool, arguments)
    assert outcome.ok, f"{tool} answers: {outcome.output}"
    return outcome.output


def current(world: World, city: str) -> Hour:
    """The weather of a city now."""
    return world.app(LightWeather).readings.current(city)


def cities_where(world: World, holds: Callable[[Hour], bool]) -> list[str]:
    """The cities whose weather now is so, in order of name."""
    return [city for city in cities() if holds(current(world, city))]


def either_city(world: World, draw: Stream, holds: Callable[[Hour], bool]) -> tuple[str, bool]:
    """A city, and whether its weather now is so: each with the same chance, where both occur."""
    fitting = cities_where(world, holds)
    others = [city for city in cities() if city not in fitting]
    chosen = draw.choice([group for group in (fitting, others) if group])
    return one_of(draw, chosen, "city"), chosen is fitting


def foremost(values: Mapping[str, float], *, apart: float = 0.05) -> str | None:
    """The key of the highest value, if the next is lower by more than a tie."""
    first, second = sorted(values, key=lambda name: values[name], reverse=True)[:2]
    return first if values[first] - values[second] > apart else None


def hindmost(values: Mapping[str, float], *, apart: float = 0.05) -> str | None:
    """The key of the lowest value, if the next is higher by more than a tie."""
    return foremost({name: -value for name, value in values.items()}, apart=apart)


def alerts_are(*alerts: WantedAlert, trap: Sequence[WantedAlert] = ()) -> Callable[[Stage], None]:
    """Let the user have these alerts and no others, those of the trap only if it is set."""

    def prepare(stage: Stage) -> None:
        clear_alerts(stage.world)
        for alert in (*alerts, *(trap if stage.traps else ())):
            plant_alert(stage.world, *alert)

    return prepare


def delete_alerts(do: Client, location: str, condition: str | None = None) -> None:
    """Delete the user's alerts of a city: all, or those that watch for one thing."""
    for alert in do("get_weather_alerts", location=location):
        if condition in (None, alert["condition"]):
            do("delete_alert", alert_id=alert["aid"])


def day_ahead(do: Client, city: str, days: int) -> dict[str, Any]:
    """The forecast for a city so many days from today."""
    day = do("get_forecast", location=city, days=days + 1)[days]
    assert isinstance(day, dict), "a forecast is a list of days"
    return day
