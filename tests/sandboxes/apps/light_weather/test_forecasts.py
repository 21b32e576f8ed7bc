"""Forecasts and records: days are made of their hours, and stay near what is usual."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from sandboxes import World
from tests.sandboxes.calls import State, not_understood, now, ok, refused

COMPASS = (
    *("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE"),
    *("S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"),
)
CITIES = ("London", "Tromso", "Cairo", "Mumbai", "Ulaanbaatar", "Wellington")
SEEDS = range(1, 9)
LIMITS = {
    "get_forecast": ("days", 7),
    "get_hourly_forecast": ("hours", 48),
    "get_precip_probability": ("next_hours", 24),
    "get_wind_forecast": ("hours", 168),
}


def today(world: World) -> date:
    """The world's date."""
    return date.fromisoformat(now(world)[:10])


def history(world: World, city: str, first: int, last: int) -> list[State]:
    """The records of days, counted back from today."""
    start, end = (str(today(world) - timedelta(days=ago)) for ago in (first, last))
    found: list[State] = ok(world, "get_historical_weather", location=city, start=start, end=end)
    return found


@pytest.mark.parametrize("tool", LIMITS)
def test_a_forecast_is_as_long_as_asked(tool: str, world: World) -> None:
    argument, most = LIMITS[tool]
    whole = ok(world, tool, location="Lyon", **{argument: most})
    assert len(whole) == most
    assert ok(world, tool, location="Lyon", **{argument: 1}) == whole[:1]
    for wrong, limit in ((0, "at least 1"), (most + 1, f"at most {most}")):
        sentence = not_understood(world, tool, {"location": "Lyon", argument: wrong})
        assert f'Argument "{argument}" must be {limit}.' in sentence


@pytest.mark.parametrize("tool", ["get_hourly_forecast", "get_wind_forecast"])
def test_hours_follow_each_other_from_the_hour_of_the_world(tool: str, world: World) -> None:
    first = datetime.fromisoformat(f"{now(world)[:13]}:00:00")
    hours = ok(world, tool, location="Lyon", hours=LIMITS[tool][1])
    assert [datetime.fromisoformat(hour["time"]) for hour in hours] == [
        first + timedelta(hours=number) for number in range(len(hours))
    ]


def test_days_follow_each_other_from_the_date_of_the_world(world: World) -> None:
    days = ok(world, "get_forecast", location="Lyon", days=7)
    assert [day["date"] for day in days] == [
        str(today(world) + timedelta(days=number)) for number in range(7)
    ]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("city", CITIES)
def test_a_day_contains_its_hours(seed: int, city: str) -> None:
    world = World(seed)
    days = {day["date"]: day for day in ok(world, "get_forecast", location=city, days=7)}
    hours = ok(world, "get_hourly_forecast", location=city, hours=48)
    winds = ok(world, "get_wind_forecast", location=city, hours=168)
    for hour in hours:
        day = days[hour["time"][:10]]
        assert day["low"] <= hour["temperature"] <= day["high"]
        assert day["low"] <= day["mean"] <= day["high"]
        assert hour["precipitation"] <= day["precipitation"]
        assert hour["precipitation_probability"] <= day["precipitation_probability"]
    for wind in winds:
        if wind["time"][:10] in days:
            assert wind["wind_speed"] <= days[wind["time"][:10]]["max_wind_speed"]
            assert wind["wind_gust"] <= days[wind["time"][:10]]["max_wind_gust"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("city", CITIES)
def test_tomorrow_is_the_sum_of_its_hours(seed: int, city: str) -> None:
    """The next day lies wholly within the hourly forecast."""
    world = World(seed)
    day = ok(world, "get_forecast", location=city, days=2)[1]
    hours = [
        hour
        for hour in ok(world, "get_hourly_forecast", location=city, hours=48)
        if hour["time"].startswith(day["date"])
    ]
    temperatures = [hour["temperature"] for hour in hours]
    conditions = [hour["condition"] for hour in hours]
    assert len(hours) == 24
    assert (day["low"], day["high"]) == (min(temperatures), max(temperatures))
    assert day["precipitation"] == round(sum(hour["precipitation"] for hour in hours), 1)
    wet = [name for name in conditions if name in ("rainy", "stormy", "snowy")]
    if wet:
        assert day["condition"] in wet
        assert ("stormy" in wet) is (day["condition"] == "stormy")
    else:
        clouds = sum(hour["cloud_cover"] for hour in hours) / 24
        expected = "sunny" if clouds < 25 else "partly_cloudy" if clouds < 65 else "cloudy"
        assert day["condition"] == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_rain_comes_where_it_is_likely(seed: int) -> None:
    world = World(seed)
    for city in ok(world, "list_cities"):
        hours = ok(world, "get_hourly_forecast", location=city, hours=24)
        chances = ok(world, "get_precip_probability", location=city, next_hours=24)
        for hour, chance in zip(hours, chances, strict=True):
            likely = hour["precipitation_probability"]
            assert chance == {"time": hour["time"], "precipitation_probability": likely}
            assert (hour["precipitation"] > 0) is (likely >= 50)
            assert 0 <= likely <= 100


@pytest.mark.parametrize("seed", SEEDS)
def test_a_gust_is_no_weaker_than_the_wind_and_has_a_direction(seed: int) -> None:
    world = World(seed)
    for city in CITIES:
        for hour in ok(world, "get_wind_forecast", location=city, hours=168):
            assert 0 <= hour["wind_speed"] <= hour["wind_gust"]
            assert hour["wind_speed"] <= 80
            assert 0 <= hour["wind_degrees"] < 360
            away = abs(COMPASS.index(hour["wind_direction"]) * 22.5 - hour["wind_degrees"])
            assert min(away, 360 - away) <= 11.25


@pytest.mark.parametrize("seed", SEEDS)
def test_a_snowy_day_is_cold_and_a_dry_day_has_no_rain(seed: int) -> None:
    world = World(seed)
    for city in CITIES:
        for day in [
            *ok(world, "get_forecast", location=city, days=7),
            *history(world, city, 30, 1),
        ]:
            wet = day["condition"] in ("rainy", "stormy", "snowy")
            assert (day["precipitation"] > 0) is wet
            assert (day["condition"] == "snowy") <= (day["low"] <= 2)
            assert (day["condition"] in ("rainy", "stormy")) <= (day["high"] > 2)


def test_history_is_the_thirty_days_before_today(world: World) -> None:
    days = history(world, "Lyon", 30, 1)
    assert [day["date"] for day in days] == [
        str(today(world) - timedelta(days=ago)) for ago in range(30, 0, -1)
    ]
    assert history(world, "Lyon", 3, 3) == days[27:28]
    assert days[-1].keys() == ok(world, "get_forecast", location="Lyon", days=1)[0].keys() - {
        "precipitation_probability"
    }


@pytest.mark.parametrize(("first", "last"), [(31, 1), (1, 0), (31, 31), (0, 0), (5, -3)])
def test_other_days_have_no_records(first: int, last: int, world: World) -> None:
    start, end = (str(today(world) - timedelta(days=ago)) for ago in (first, last))
    kept = [str(today(world) - timedelta(days=ago)) for ago in (30, 1)]
    sentence = refused(world, "get_historical_weather", location="Lyon", start=start, end=end)
    assert sentence == f"Records are kept from {kept[0]} to {kept[1]}; choose days among them."


def test_history_runs_forward(world: World) -> None:
    start, end = (str(today(world) - timedelta(days=ago)) for ago in (2, 3))
    sentence = refused(world, "get_historical_weather", location="Lyon", start=start, end=end)
    assert sentence.startswith(f"The start, {start}, is after the end, {end}")


@pytest.mark.parametrize(
    "text",
    ["yesterday", "2026-02-30", "20260301", "2026-W10-1", "2026-3-1", "٢٠٢٦-03-01", "01/03/2026"],
)
@pytest.mark.parametrize("argument", ["start", "end"])
def test_a_date_is_written_with_hyphens(text: str, argument: str, world: World) -> None:
    dates = {"start": "2026-03-01", "end": "2026-03-01"} | {argument: text}
    sentence = refused(world, "get_historical_weather", location="Lyon", **dates)
    assert sentence == f'"{text}" is no date; write it as YYYY-MM-DD, such as 2026-03-14.'


def test_where_it_never_rains_in_a_month_no_rain_is_forecast() -> None:
    """In the middle of August Dubai usually has none, and so do the weeks around."""
    seed = next(s for s in range(1, 400) if now(World(s))[5:10] in ("08-01", "08-02", "08-03"))
    world = World(seed)
    for day in ok(world, "get_forecast", location="Dubai", days=7):
        assert day["precipitation"] == 0
        assert day["precipitation_probability"] == 0
