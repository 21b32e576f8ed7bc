"""The sun: rising and setting by real astronomy in local time, and UV that clouds weaken."""

from __future__ import annotations

from datetime import date, datetime
from itertools import pairwise

import pytest

from sandboxes import World
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.sun import sun_times, uv_index, uv_level
from tests.sandboxes.calls import now, ok

# As almanacs list them, to the minute.
ALMANAC = [
    ("London", date(2026, 6, 21), "04:43", "21:21"),
    ("London", date(2026, 12, 21), "08:04", "15:53"),
    ("New York", date(2026, 6, 21), "05:25", "20:30"),
    ("New York", date(2026, 12, 21), "07:16", "16:31"),
    ("Tokyo", date(2026, 3, 20), "05:45", "17:53"),
    ("Sydney", date(2026, 12, 21), "05:41", "20:05"),
    ("Singapore", date(2026, 3, 20), "07:09", "19:15"),
    ("Anchorage", date(2026, 6, 21), "04:20", "23:42"),
    ("Honolulu", date(2026, 6, 21), "05:50", "19:16"),
]


@pytest.mark.parametrize(("name", "day", "sunrise", "sunset"), ALMANAC)
def test_the_sun_rises_and_sets_as_in_the_almanac(
    name: str, day: date, sunrise: str, sunset: str
) -> None:
    found = sun_times(cities()[name], day)
    for moment, expected in ((found.sunrise, sunrise), (found.sunset, sunset)):
        assert moment is not None
        assert moment.date() == day
        wanted = datetime.combine(day, datetime.strptime(expected, "%H:%M").time())  # noqa: DTZ007
        assert abs((moment.replace(tzinfo=None) - wanted).total_seconds()) <= 150


def test_the_sun_stays_up_or_down_in_tromso() -> None:
    assert sun_times(cities()["Tromso"], date(2026, 6, 21)) == (None, None, 86_400)
    assert sun_times(cities()["Tromso"], date(2026, 12, 21)) == (None, None, 0)


def test_a_midsummer_sunset_in_reykjavik_is_after_midnight() -> None:
    found = sun_times(cities()["Reykjavik"], date(2026, 6, 21))
    assert found.sunrise is not None
    assert found.sunset is not None
    assert (found.sunrise.date(), found.sunset.date()) == (date(2026, 6, 21), date(2026, 6, 22))
    assert 20.9 * 3600 < found.daylight < 21.3 * 3600


def test_every_city_has_its_sun_on_every_day() -> None:
    """The length of the day changes slowly, and jumps just where the polar day or night begins."""
    for city in cities().values():
        lengths = [
            sun_times(city, date.fromordinal(date(2026, 1, 1).toordinal() + number)).daylight
            for number in range(0, 365, 6)
        ]
        steps = [abs(after - before) for before, after in pairwise(lengths)]
        jumps = [step for step in steps if step > 3 * 3600]
        assert len(jumps) <= (4 if city.name == "Tromso" else 0), city.name


def test_a_day_is_told_with_its_length_and_zone(world: World) -> None:
    for name, city in cities().items():
        told = ok(world, "get_sun_times", location=name)
        assert list(told) == [
            *("location", "date", "time_zone", "sunrise", "sunset", "day_length_seconds"),
        ]
        assert told["date"] == now(world)[:10]
        assert told["time_zone"] == city.time_zone
        if told["sunrise"] is not None:
            rise, fall = (datetime.fromisoformat(told[key]) for key in ("sunrise", "sunset"))
            assert rise.strftime("%Y-%m-%d %H:%M:%S") == told["sunrise"]
            assert rise.date() == date.fromisoformat(told["date"])
            assert (fall - rise).total_seconds() == told["day_length_seconds"]
            assert 2 <= rise.hour <= 11 or abs(city.latitude) > 60


def test_a_world_in_the_polar_night_tells_no_sunrise() -> None:
    seed = next(s for s in range(1, 400) if now(World(s))[5:7] == "12")
    told = ok(World(seed), "get_sun_times", location="Tromso")
    assert (told["sunrise"], told["sunset"], told["day_length_seconds"]) == (None, None, 0)
    assert ok(World(seed), "get_uv_index", location="Tromso")["uv_index"] == 0


def test_day_and_night_are_not_of_the_same_length_everywhere() -> None:
    lengths = {ok(World(s), "get_sun_times", location="Oslo")["day_length_seconds"] for s in (1, 2)}
    assert len(lengths) == 2


def test_clouds_weaken_the_uv() -> None:
    clear, half, full = (
        uv_index(cities()["Madrid"], date(2026, 7, 1), share) for share in (0, 50, 100)
    )
    assert clear > half > full > 0
    assert 8 <= clear <= 11


def test_the_uv_is_strong_where_the_sun_is_high() -> None:
    day = date(2026, 6, 21)
    south, north = (uv_index(cities()[name], day, 0) for name in ("Ushuaia", "Mexico City"))
    assert south < 2
    assert north > 11


@pytest.mark.parametrize(
    ("index", "level"),
    [
        (0.0, "low"),
        (2.9, "low"),
        (3.0, "moderate"),
        (5.9, "moderate"),
        (6.0, "high"),
        (7.9, "high"),
        (8.0, "very_high"),
        (10.9, "very_high"),
        (11.0, "extreme"),
    ],
)
def test_a_uv_index_has_its_level(index: float, level: str) -> None:
    assert uv_level(index) == level


def test_todays_uv_is_told_with_its_level(world: World) -> None:
    for name in cities():
        told = ok(world, "get_uv_index", location=name)
        assert told == {
            "location": name,
            "date": now(world)[:10],
            "uv_index": told["uv_index"],
            "level": uv_level(told["uv_index"]),
        }
