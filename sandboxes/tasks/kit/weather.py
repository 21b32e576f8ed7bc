"""LightWeather: cities to pick by their weather, alerts to prepare, and how golds mind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from sandboxes._world import World
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.data_model import LightWeather
from sandboxes.apps.light_weather.sky import Hour
from sandboxes.apps.light_weather.stage import clear_alerts, plant_alert
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Stage
from sandboxes.tasks.kit.general import Ask, asking

FARTHEST = 6
"""The last day that a forecast of a week tells of, counted from today."""

WET = ("rainy", "stormy", "snowy")
"""The conditions under which something falls from the sky."""

_forecasts: WeakKeyDictionary[World, dict[tuple[str, int], dict[str, Any]]] = WeakKeyDictionary()


class WantedAlert(NamedTuple):
    """An alert as the user would describe it."""

    location: str
    condition: str
    threshold: float


def current(world: World, city: str) -> Hour:
    """The weather of a city now."""
    return world.app(LightWeather).readings.current(city)


def cities_where(world: World, holds: Callable[[Hour], bool]) -> list[str]:
    """The cities whose weather now is so, in order of name."""
    return [city for city in cities() if holds(current(world, city))]


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


def forecast(world: World, city: str, days: int) -> dict[str, Any]:
    """The forecast for a city so many days from a world's today.

    Asked for once in a world: a template may look at every flight before it chooses one.
    """
    known = _forecasts.setdefault(world, {})
    if (city, days) not in known:
        known[city, days] = day_ahead(asking(world), city, days)
    return known[city, days]


def delete_alerts(do: Client, city: str) -> None:
    """Delete the user's alerts of a city."""
    for alert in do("get_weather_alerts", location=city):
        do("delete_alert", alert_id=alert["aid"])


def delete_all_alerts(do: Client, *, but_of: str = "") -> None:
    """Delete all alerts of the user, perhaps but those of a city."""
    for alert in do("list_alerts"):
        if alert["location"] != but_of:
            do("delete_alert", alert_id=alert["aid"])


def set_weather_alert(do: Client, city: str, condition: str, threshold: float) -> None:
    """Set an alert."""
    do("create_alert", location=city, condition=condition, threshold=float(threshold))


def day_ahead(ask: Ask, city: str, days: int) -> dict[str, Any]:
    """The forecast for a city so many days from today."""
    day = ask("get_forecast", location=city, days=days + 1)[days]
    assert isinstance(day, dict), "a forecast is a list of days"
    return day


def forecast_on(do: Client, city: str, day: str) -> dict[str, Any]:
    """The forecast for a city on a day of the coming week."""
    days = do("get_forecast", location=city, days=FARTHEST + 1)
    found: dict[str, Any] = next(entry for entry in days if entry["date"] == day)
    return found


def sunset(ask: Ask, city: str) -> str:
    """The time of today's sunset in a city where the sun sets, such as 20:05."""
    return str(ask("get_sun_times", location=city)["sunset"])[11:16]
