"""The corpus: real places, no two alike, with seasons on the right side of the equator."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from sandboxes.apps.light_weather.corpus_reader import City, cities, stations

JANUARY = datetime(2026, 1, 15)  # noqa: DTZ001 - of any zone


def winter_and_summer(city: City) -> tuple[float, float]:
    """Mean temperatures of December to February and of June to August."""
    months = city.temperature
    return sum((months[11], *months[:2])) / 3, sum(months[5:8]) / 3


def test_there_are_cities_of_every_continent() -> None:
    zones = {city.time_zone.split("/")[0] for city in cities().values()}
    assert len(cities()) == 95
    assert {"Africa", "America", "Asia", "Australia", "Europe", "Pacific"} <= zones
    assert len({city.country for city in cities().values()}) >= 50
    assert any(city.time_zone == "America/Sao_Paulo" for city in cities().values())


def test_cities_are_different_places() -> None:
    places = {(city.latitude, city.longitude) for city in cities().values()}
    assert len(places) == 95
    assert len({(city.temperature, city.rainfall) for city in cities().values()}) == 95


def test_names_are_plain_english() -> None:
    assert all(re.fullmatch("[A-Z][a-z]+( [A-Za-z][a-z]+)*", name) for name in cities())


def test_a_city_has_twelve_plausible_months() -> None:
    for city in cities().values():
        assert len(city.temperature) == len(city.rainfall) == 12
        assert all(-25 <= value <= 37 for value in city.temperature)
        assert all(0 <= value <= 900 for value in city.rainfall)
        assert 35 <= city.humidity <= 85
        assert -10 <= city.elevation <= 2700
        neighbours = zip(city.temperature, city.temperature[1:] + city.temperature[:1], strict=True)
        assert all(abs(after - before) <= 12 for before, after in neighbours), city.name


def test_seasons_fit_the_hemisphere() -> None:
    for city in cities().values():
        if abs(city.latitude) > 23.5:
            winter, summer = winter_and_summer(city)
            assert (summer > winter) is (city.latitude > 0), city.name


def test_it_is_colder_far_from_the_equator() -> None:
    for city in cities().values():
        mean = sum(city.temperature) / 12
        assert mean <= 31 - 0.25 * max(0, abs(city.latitude) - 25), city.name


def test_a_time_zone_fits_the_longitude() -> None:
    """Clocks are at most two hours and three quarters off the sun; so signs are not mixed up."""
    for city in cities().values():
        offset = ZoneInfo(city.time_zone).utcoffset(JANUARY)
        assert offset is not None
        away = abs(offset.total_seconds() / 3600 - city.longitude / 15)
        assert min(away, 24 - away) <= 2.75, city.name


def test_stations_stand_near_their_cities() -> None:
    assert len(stations()) == 93
    assert len({station.name for station in stations().values()}) == 93
    for station in stations().values():
        city = cities()[station.city]
        assert re.fullmatch("WX-[A-Z]{3}-[0-9]{2}", station.station_id)
        assert station.name.startswith(f"{city.name} ")
        assert abs(station.latitude - city.latitude) <= 0.15
        assert abs(station.longitude - city.longitude) <= 0.15
        assert abs(station.elevation - city.elevation) <= 60


def test_some_cities_have_two_stations_and_some_none() -> None:
    counts = {name: sum(s.city == name for s in stations().values()) for name in cities()}
    assert set(counts.values()) == {0, 1, 2}
