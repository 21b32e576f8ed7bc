"""Stations: where they are, whether they work, and readings close to their city's weather."""

from __future__ import annotations

from sandboxes import World
from tests.sandboxes.apps.light_weather.places import station_with
from tests.sandboxes.calls import NOTHING, ok, refused


def test_stations_are_listed_by_id_and_stand_in_known_cities(world: World) -> None:
    stations = ok(world, "list_stations")
    ids = [station["station_id"] for station in stations]
    assert len(set(ids)) == 93
    assert ids == sorted(ids)
    assert {station["city"] for station in stations} < set(ok(world, "list_cities"))
    assert ok(World(9), "list_stations") == stations


def test_a_station_is_described(world: World) -> None:
    for station in ok(world, "list_stations"):
        told = ok(world, "get_station_info", station_id=station["station_id"])
        assert told["status"] in ("online", "offline", "maintenance")
        assert {key: told[key] for key in station} == station
        assert told.keys() - station.keys() == {"latitude", "longitude", "elevation", "status"}


def test_an_unknown_station_is_refused(world: World) -> None:
    for tool in ("get_station_info", "get_station_observation"):
        sentence = refused(world, tool, station_id=NOTHING)
        assert sentence == f"No weather station has the id {NOTHING}."


def test_a_station_that_does_not_work_has_no_readings(world: World) -> None:
    for status, why in (("offline", "is offline"), ("maintenance", "is in maintenance")):
        station_id = station_with(world, status)
        name = ok(world, "get_station_info", station_id=station_id)["name"]
        sentence = refused(world, "get_station_observation", station_id=station_id)
        assert sentence == f"{name} ({station_id}) {why} and has no readings."


def test_a_station_reads_nearly_what_its_city_has() -> None:
    differing = 0
    for seed in range(1, 9):
        world = World(seed)
        for station in ok(world, "list_stations"):
            outcome = world.call("get_station_observation", {"station_id": station["station_id"]})
            if not outcome.ok:
                continue
            read, city = outcome.output, ok(world, "get_current_weather", location=station["city"])
            assert read["time"] == city["time"]
            assert abs(read["temperature"] - city["temperature"]) < 0.9
            assert abs(read["humidity"] - city["humidity"]) <= 4
            assert abs(read["pressure"] - city["pressure"]) <= 1
            assert (read["precipitation"] > 0) is (city["precipitation"] > 0)
            assert round(abs(read["precipitation"] - city["precipitation"]), 1) <= max(
                0.1, 0.25 * city["precipitation"]
            )
            assert read["wind_speed"] <= read["wind_gust"]
            assert abs(read["wind_speed"] - city["wind_speed"]) <= 0.1 * city["wind_speed"] + 0.1
            away = abs(read["wind_degrees"] - city["wind_degrees"])
            assert min(away, 360 - away) <= 10
            differing += read["temperature"] != city["temperature"]
    assert differing > 300
