"""The weather now: one hour of the forecast, whose parts agree with one another."""

from __future__ import annotations

from datetime import datetime

import pytest

from sandboxes import World
from tests.sandboxes.calls import NOTHING, STORM, faulted, now, ok, refused

SEEDS = range(1, 11)
CONDITIONS = {"sunny", "partly_cloudy", "cloudy", "rainy", "stormy", "snowy"}
OF_ONE_CITY: dict[str, dict[str, object]] = {
    "get_current_weather": {},
    "get_forecast": {"days": 1},
    "get_hourly_forecast": {"hours": 1},
    "get_precip_probability": {"next_hours": 1},
    "get_wind_forecast": {"hours": 1},
    "get_uv_index": {},
    "get_air_quality": {},
    "get_sun_times": {},
    "get_historical_weather": {"start": "2026-01-01", "end": "2026-01-01"},
    "get_climate_summary": {"year": 2000},
    "get_weather_alerts": {},
    "create_alert": {"condition": "fog", "threshold": 1},
    "set_primary_location": {},
}


def test_there_are_ninety_five_cities_in_alphabetical_order(world: World) -> None:
    names = ok(world, "list_cities")
    assert len(set(names)) == len(names) == 95
    assert names == sorted(names)


@pytest.mark.parametrize("tool", OF_ONE_CITY)
@pytest.mark.parametrize("name", ["Atlantis", "lisbon", " Lisbon", "Lisbon, Portugal"])
def test_an_unknown_city_is_refused_by_name(tool: str, name: str, world: World) -> None:
    sentence = refused(world, tool, location=name, **OF_ONE_CITY[tool])
    assert sentence == f'There is no city "{name}"; use a name exactly as list_cities gives it.'


def test_the_weather_now_is_the_first_hour_of_the_forecast_and_of_the_wind(world: World) -> None:
    for city in ok(world, "list_cities"):
        seen = ok(world, "get_current_weather", location=city)
        hour = ok(world, "get_hourly_forecast", location=city, hours=1)[0]
        wind = ok(world, "get_wind_forecast", location=city, hours=1)[0]
        del hour["precipitation_probability"]
        assert seen == {"location": city, **hour, **wind, "pressure": seen["pressure"]}
        assert 980 <= seen["pressure"] <= 1040


def test_the_weather_now_is_of_the_hour_in_which_the_world_begins(world: World) -> None:
    hour = f"{now(world)[:13]}:00:00"
    assert ok(world, "get_current_weather", location="Lima")["time"] == hour
    assert ok(world, "get_air_quality", location="Lima")["time"] == hour
    assert datetime.fromisoformat(hour).minute == 0


def test_no_write_moves_the_weather(world: World) -> None:
    before = ok(world, "get_current_weather", location="Lima")
    for number in range(30):
        ok(world, "create_alert", location="Lima", condition="fog", threshold=number)
    assert ok(world, "get_current_weather", location="Lima") == before
    assert ok(World(world.seed), "get_current_weather", location="Lima") == before


def test_worlds_differ_in_their_weather(world: World) -> None:
    other = World(world.seed + 1)
    for tool in ("get_forecast", "get_hourly_forecast", "get_wind_forecast"):
        arguments = {"location": "Oslo", "days" if tool == "get_forecast" else "hours": 7}
        first, second = ok(world, tool, **arguments), ok(other, tool, **arguments)
        assert first != second


@pytest.mark.parametrize("seed", SEEDS)
def test_a_condition_fits_its_readings(seed: int) -> None:
    world = World(seed)
    for city in ok(world, "list_cities"):
        seen = ok(world, "get_current_weather", location=city)
        condition, cloud = seen["condition"], seen["cloud_cover"]
        assert condition in CONDITIONS
        assert (seen["precipitation"] > 0) is (condition in ("rainy", "stormy", "snowy"))
        assert (condition == "sunny") <= (cloud < 25)
        assert (condition == "partly_cloudy") <= (25 <= cloud < 65)
        assert (condition in ("cloudy", "rainy", "stormy", "snowy")) <= (cloud >= 65)
        assert (condition == "snowy") <= (seen["temperature"] <= 2)
        assert (condition in ("rainy", "stormy")) <= (seen["temperature"] > 2)
        assert (condition == "stormy") <= (seen["precipitation"] >= 3)
        assert (condition == "rainy") <= (seen["precipitation"] < 3)


def test_a_route_is_told_city_by_city_in_its_order(world: World) -> None:
    route = ["Lyon", "Athens", "Cairo", "Lyon"]
    told = ok(world, "estimate_travel_weather", route=route)
    assert told == [ok(world, "get_current_weather", location=city) for city in route]


def test_a_route_with_an_unknown_city_is_refused_naming_it(world: World) -> None:
    sentence = refused(world, "estimate_travel_weather", route=["Lyon", "Atlantis", "Cairo"])
    assert 'no city "Atlantis"' in sentence


def test_a_route_has_at_most_twenty_cities(world: World) -> None:
    cities = ok(world, "list_cities")
    assert len(ok(world, "estimate_travel_weather", route=cities[:20])) == 20
    assert world.call("estimate_travel_weather", {"route": cities[:21]}).status == "error"


def test_air_quality_has_the_category_of_its_index() -> None:
    for seed in SEEDS:
        world = World(seed)
        for city in ok(world, "list_cities"):
            air = ok(world, "get_air_quality", location=city)
            names = ["good", "moderate", "unhealthy", "hazardous"]
            expected = names[sum(air["aqi"] > most for most in (50, 100, 200))]
            assert air["category"] == expected
            assert type(air["aqi"]) is int
            assert 0 <= air["aqi"] <= 500


def test_readings_can_be_had_whatever_fails_by_default() -> None:
    ok(World(2, "default"), "get_current_weather", location="Lima")
    sentence = faulted(World(2, STORM), "get_current_weather", location="Lima")
    assert sentence.startswith("Network fault")


def test_an_unknown_station_or_city_changes_nothing(world: World) -> None:
    assert refused(world, "get_station_info", station_id=NOTHING).startswith("No weather station")
