"""One call of each LightWeather tool that succeeds."""

from __future__ import annotations

from datetime import date, timedelta

from sandboxes import World
from tests.sandboxes.apps.light_weather.places import station_with
from tests.sandboxes.calls import now, ok
from tests.sandboxes.walking import Calls


def arguments(world: World) -> Calls:
    """Prepare the world by calls, and tell what each tool can be called with."""
    return {**_about_a_city(), **_others(world), **_alerts(world)}


def _about_a_city() -> Calls:
    city = {"location": "Lisbon"}
    names = "get_current_weather get_uv_index get_air_quality get_sun_times get_weather_alerts"
    return {
        **dict.fromkeys(names.split(), city),
        "get_forecast": {**city, "days": 7},
        "get_hourly_forecast": {**city, "hours": 48},
        "get_precip_probability": {**city, "next_hours": 24},
        "get_wind_forecast": {**city, "hours": 168},
        "get_climate_summary": {**city, "year": 2025},
        "set_primary_location": city,
        "create_alert": {**city, "condition": "temperature above", "threshold": 30},
    }


def _others(world: World) -> Calls:
    today = date.fromisoformat(now(world)[:10])
    start, end = today - timedelta(days=30), today - timedelta(days=1)
    station_id = station_with(world, "online")
    return {
        "list_cities": {},
        "list_stations": {},
        "get_station_info": {"station_id": station_id},
        "get_station_observation": {"station_id": station_id},
        "get_historical_weather": {"location": "Lyon", "start": str(start), "end": str(end)},
        "compare_climate": {"location1": "Lisbon", "location2": "Lyon"},
        "estimate_travel_weather": {"route": ["Lisbon", "Madrid", "Lyon"]},
        "convert_temperature": {"value": 20, "from_unit": "c", "to_unit": "f"},
    }


def _alerts(world: World) -> Calls:
    ok(world, "set_primary_location", location="Nairobi")
    alert = ok(world, "create_alert", location="Lisbon", condition="fog", threshold=1)
    return {
        "get_primary_location": {},
        "list_alerts": {},
        "delete_alert": {"alert_id": alert["aid"]},
    }
