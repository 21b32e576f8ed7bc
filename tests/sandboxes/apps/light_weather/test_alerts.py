"""Alerts and the primary location: what the user sets is in the state and counts."""

from __future__ import annotations

import pytest

from sandboxes import World, declaration
from tests.sandboxes.apps.light_weather.places import weather_state
from tests.sandboxes.calls import NOTHING, State, not_understood, now, ok, overlay, refused


def alert(world: World, condition: str, threshold: float, city: str = "Lyon") -> State:
    """A new alert."""
    made: State = ok(world, "create_alert", location=city, condition=condition, threshold=threshold)
    return made


def test_at_the_start_nothing_is_set(world: World) -> None:
    assert ok(world, "list_alerts") == []
    assert ok(world, "get_weather_alerts", location="Lyon") == []
    assert ok(world, "get_primary_location") == {"primary_location": None}
    assert weather_state(world) == {"primary_location": None, "alerts": []}


def test_an_alert_is_set_and_listed(world: World) -> None:
    time = now(world)
    made = alert(world, "fog on the river", 3)
    assert made == {
        "aid": made["aid"],
        "location": "Lyon",
        "condition": "fog on the river",
        "threshold": 3.0,
        "timestamp": time,
        "triggered": False,
    }
    assert made["aid"].startswith("alert_")
    assert ok(world, "list_alerts") == [made]
    assert weather_state(world) == {"primary_location": None, "alerts": [made]}


def test_alerts_of_one_city_are_told_from_others(world: World) -> None:
    first, second, third = (alert(world, "fog", 1, city) for city in ("Lyon", "Lima", "Lyon"))
    assert ok(world, "list_alerts") == [first, second, third]
    assert ok(world, "get_weather_alerts", location="Lyon") == [first, third]
    assert ok(world, "get_weather_alerts", location="Oslo") == []


def test_an_alert_is_deleted_without_trace(world: World) -> None:
    kept = alert(world, "fog", 1)
    before = overlay(world)
    made = alert(world, "ice", 2)
    assert ok(world, "delete_alert", alert_id=made["aid"]) == {"aid": made["aid"], "deleted": True}
    assert overlay(world)[1:] == before[1:]
    assert ok(world, "list_alerts") == [kept]
    sentence = refused(world, "delete_alert", alert_id=made["aid"])
    assert sentence == f"There is no alert {made['aid']}."


def test_an_unknown_alert_is_not_deleted(world: World) -> None:
    assert refused(world, "delete_alert", alert_id=NOTHING) == f"There is no alert {NOTHING}."


def readings(world: World) -> dict[str, float]:
    """What the measures that alerts can be about are in Lyon."""
    seen = ok(world, "get_current_weather", location="Lyon")
    return {
        "temperature": seen["temperature"],
        "wind": seen["wind_speed"],
        "rain": seen["precipitation"],
        "humidity": seen["humidity"],
        "uv": ok(world, "get_uv_index", location="Lyon")["uv_index"],
        "aqi": ok(world, "get_air_quality", location="Lyon")["aqi"],
    }


@pytest.mark.parametrize("measure", ["temperature", "wind", "rain", "humidity", "uv", "aqi"])
def test_an_alert_is_triggered_if_its_condition_holds_already(measure: str, world: World) -> None:
    value = readings(world)[measure]
    assert alert(world, f"{measure} above", value - 0.1)["triggered"] is True
    assert alert(world, f"{measure} above", value)["triggered"] is False
    assert alert(world, f"{measure} above", value + 0.1)["triggered"] is False
    assert alert(world, f"{measure} below", value + 0.1)["triggered"] is True
    assert alert(world, f"{measure} below", value)["triggered"] is False
    assert alert(world, f"{measure} below", value - 0.1)["triggered"] is False


@pytest.mark.parametrize(
    "condition",
    [
        "Temperature Above",
        "TEMPERATURE above 30 degrees",
        " temperature is above",
        "temperature  above: heat",
    ],
)
def test_a_condition_is_understood_in_any_case_and_however_it_goes_on(
    condition: str, world: World
) -> None:
    assert alert(world, condition, -90)["triggered"] is True
    assert alert(world, condition, -90)["condition"] == condition


@pytest.mark.parametrize("condition", ["wind speed above", "UV index above", "Wind is above"])
def test_a_measure_may_be_named_in_two_words(condition: str, world: World) -> None:
    assert alert(world, condition, -1)["triggered"] is True


@pytest.mark.parametrize(
    "condition",
    ["fog", "above", "the temperature above", "temperature aboveboard", "temperatures above"],
)
def test_any_other_condition_is_kept_and_not_triggered(condition: str, world: World) -> None:
    assert alert(world, condition, -90)["triggered"] is False


def test_a_threshold_is_a_bounded_number(world: World) -> None:
    for threshold in (1e7, -1e7):
        arguments = {"location": "Lyon", "condition": "fog", "threshold": threshold}
        assert 'Argument "threshold"' in not_understood(world, "create_alert", arguments)


def test_a_primary_location_is_chosen_and_replaced(world: World) -> None:
    told = {"primary_location": "Lyon"}
    assert ok(world, "set_primary_location", location="Lyon") == told
    assert ok(world, "get_primary_location") == told
    assert weather_state(world) == {"primary_location": "Lyon", "alerts": []}
    ok(world, "set_primary_location", location="Lima")
    assert ok(world, "get_primary_location") == {"primary_location": "Lima"}


def test_the_primary_location_is_chosen_once(world: World) -> None:
    ok(world, "set_primary_location", location="Lyon")
    sentence = refused(world, "set_primary_location", location="Lyon")
    assert sentence == "Lyon is already the primary location."


def test_what_the_user_sets_counts_and_what_follows_from_it_does_not() -> None:
    spec = declaration()
    alerts = "LightWeather/alerts"
    scored = {"location", "condition", "threshold"}
    assert {f"{alerts}/*/{field}" for field in scored} <= set(spec["scored"])
    assert "LightWeather/primary_location" in spec["scored"]
    assert {f"{alerts}/*/aid", f"{alerts}/*/timestamp"} <= set(spec["id_time"])
    assert f"{alerts}/*/triggered" in spec["neutral"]
    assert spec["collections"][alerts]["keys"] == ["location"]
