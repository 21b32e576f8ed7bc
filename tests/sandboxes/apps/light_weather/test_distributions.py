"""What the weather of three hundred worlds looks like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from statistics import mean, pstdev
from typing import NamedTuple

import pytest

from sandboxes import World
from sandboxes.apps.light_weather.climate import usual
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.data_model import LightWeather
from sandboxes.apps.light_weather.sky import Hour
from tests.sandboxes.calls import State, ok

SEEDS = range(1, 301)
PER_WORLD = 4


class Sample(NamedTuple):
    """What a few cities of a world tell: of each in turn another one."""

    now: State
    usual_now: float
    day: State
    usual_day: float
    hours: Sequence[Hour]
    aqi: State
    uv: State


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    """Some cities of three hundred worlds; every city comes up a dozen times."""
    names, found = list(cities()), []
    for seed in SEEDS:
        world = World(seed)
        readings = world.app(LightWeather).readings
        for number in range(PER_WORLD):
            name = names[(seed * PER_WORLD + number) % len(names)]
            today, week = readings.today, readings.today + timedelta(days=1)
            found.append(
                Sample(
                    ok(world, "get_current_weather", location=name),
                    usual(cities()[name].temperature, today),
                    ok(world, "get_forecast", location=name, days=2)[1],
                    usual(cities()[name].temperature, week),
                    readings.hours(name, 0),
                    ok(world, "get_air_quality", location=name),
                    ok(world, "get_uv_index", location=name),
                )
            )
    return found


@pytest.fixture(scope="module")
def statuses() -> list[str]:
    """Whether the stations of three hundred worlds work."""
    worlds = (World(seed).app(LightWeather).readings.statuses for seed in SEEDS)
    return [status for found in worlds for status in found.values()]


def test_temperatures_lie_around_what_is_usual(samples: list[Sample]) -> None:
    away = [sample.now["temperature"] - sample.usual_now for sample in samples]
    assert max(map(abs, away)) <= 8.1
    assert 2.5 <= pstdev(away) <= 4.7
    assert abs(mean(away)) <= 0.4


def test_highs_are_above_and_lows_below_what_is_usual(samples: list[Sample]) -> None:
    highs = [sample.day["high"] - sample.usual_day for sample in samples]
    lows = [sample.day["low"] - sample.usual_day for sample in samples]
    assert 1.5 <= mean(highs) <= 4
    assert -4 <= mean(lows) <= -1.5
    assert min(sample.day["high"] - sample.day["low"] for sample in samples) >= 1


def test_every_condition_comes_up_now_and_for_a_day(samples: list[Sample]) -> None:
    for told in ("now", "day"):
        seen = Counter(getattr(sample, told)["condition"] for sample in samples)
        assert len(seen) == 6
        assert min(seen.values()) >= 5, seen
        assert max(seen.values()) <= 0.55 * len(samples), seen


def test_two_days_in_five_are_wet(samples: list[Sample]) -> None:
    wet = [sample.day["precipitation"] for sample in samples if sample.day["precipitation"] > 0]
    assert 0.35 <= len(wet) / len(samples) <= 0.55
    assert 4 <= mean(wet) <= 12


def test_it_rains_as_much_as_is_usual() -> None:
    """Over a month of many worlds, in a city where every month is nearly alike."""
    city = cities()["New York"]
    fallen = [
        hour.precipitation
        for seed in range(1, 61)
        for day in range(-10, 0)
        for hour in World(seed).app(LightWeather).readings.hours(city.name, day)
    ]
    per_year = sum(fallen) / (60 * 10) * 365
    assert 0.8 <= per_year / sum(city.rainfall) <= 1.2


def test_wind_humidity_and_clouds_are_in_their_ranges(samples: list[Sample]) -> None:
    hours = [hour for sample in samples for hour in sample.hours]
    assert min(hour.wind_speed for hour in hours) >= 0
    assert max(hour.wind_speed for hour in hours) <= 80
    assert 8 <= mean(hour.wind_speed for hour in hours) <= 20
    assert {hour.humidity for hour in hours} <= set(range(20, 96))
    assert {0, 100} <= {hour.cloud_cover for hour in hours} <= set(range(101))


def test_afternoons_are_warm_and_mornings_cold(samples: list[Sample]) -> None:
    assert mean(s.hours[15].temperature - s.hours[5].temperature for s in samples) >= 3
    warmest = Counter(
        max(range(24), key=lambda hour, s=sample: s.hours[hour].temperature)  # type: ignore[misc]
        for sample in samples
    )
    assert sum(warmest[hour] for hour in range(11, 19)) >= 0.7 * len(samples)


def test_air_is_good_in_two_fifths_and_hazardous_now_and_then(samples: list[Sample]) -> None:
    seen = Counter(sample.aqi["category"] for sample in samples)
    shares = {name: seen[name] / len(samples) for name in seen}
    assert 0.38 <= shares["good"] <= 0.52
    assert 0.15 <= shares["moderate"] <= 0.26
    assert 0.2 <= shares["unhealthy"] <= 0.33
    assert 0.04 <= shares["hazardous"] <= 0.12


def test_every_level_of_uv_comes_up(samples: list[Sample]) -> None:
    seen = Counter(sample.uv["level"] for sample in samples)
    assert set(seen) == {"low", "moderate", "high", "very_high", "extreme"}
    assert min(seen.values()) >= 0.02 * len(samples), seen
    assert max(sample.uv["uv_index"] for sample in samples) <= 16


def test_most_stations_work(statuses: list[str]) -> None:
    seen = Counter(statuses)
    assert 0.83 <= seen["online"] / len(statuses) <= 0.87
    assert 0.07 <= seen["offline"] / len(statuses) <= 0.09
    assert 0.06 <= seen["maintenance"] / len(statuses) <= 0.08
