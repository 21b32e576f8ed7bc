"""What tasks and the gate can do to LightWeather."""

from __future__ import annotations

from sandboxes import World
from sandboxes.apps.light_weather import stage
from tests.sandboxes.apps.light_weather.places import weather_state
from tests.sandboxes.calls import ok


def test_an_alert_and_a_primary_location_can_be_planted_and_taken_away(world: World) -> None:
    before = weather_state(world)
    aid = stage.plant_alert(world, "Lyon", "temperature above", -90)
    stage.set_primary(world, "Lima")
    planted = ok(world, "list_alerts")
    assert [(a["aid"], a["threshold"], a["triggered"]) for a in planted] == [(aid, -90.0, True)]
    assert ok(world, "get_primary_location") == {"primary_location": "Lima"}
    stage.clear_alerts(world)
    stage.set_primary(world, None)
    assert weather_state(world) == before


def test_near_values_mean_something(world: World) -> None:
    aid = stage.plant_alert(world, "Lyon", "fog", 3)
    made = {"location": "Lyon", "condition": "fog", "threshold": 3.5}
    for name in ("location", "location1", "location2", "route"):
        assert stage.near(world, name, made) == ok(world, "list_cities")
    assert stage.near(world, "alert_id", {}) == [aid]
    assert len(stage.near(world, "station_id", {}) or ()) == 93
    assert stage.near(world, "condition", made) is None
    for threshold in stage.near(world, "threshold", made) or ():
        assert ok(world, "create_alert", **made | {"threshold": threshold})


def test_a_stray_write_changes_a_city_that_no_alert_names(world: World) -> None:
    seen = []
    for _ in range(3):
        tool, arguments = stage.stray_write(world)
        ok(world, tool, **arguments)
        seen.append(arguments["location"])
    assert len(set(seen)) == 3
