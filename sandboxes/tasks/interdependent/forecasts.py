"""Tasks about readings and forecasts that people are told of."""

from __future__ import annotations

import math

from evaluators import Exact, Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_weather.corpus_reader import Station, stations
from sandboxes.apps.light_weather.data_model import LightWeather
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Decline, Draft, Reading, template
from sandboxes.tasks.kit.general import one_of, ordinals, some_of, told
from sandboxes.tasks.kit.talk import MESSAGES, MOMENTS, appear_in, others, shown_places, write_to
from sandboxes.tasks.kit.weather import foremost

_TRIES = 40


@template(
    level=1,
    apps=("LightTalk", "LightWeather"),
    traps=("recoverable_failure",),
    phrasings=(
        "{name} keeps a chart of air temperatures and wants one straight from the instruments. "
        'Send the current temperature that the weather station "{first}" measures; should it have '
        'no reading in this hour, take the one of "{second}" instead. Give it in degrees Celsius, '
        "as a figure such as 12.5, with no other number in the message, not even in a name.",
        'What does the thermometer of the weather station "{first}" say at the moment? If that '
        'station is out of order, what does the one of "{second}" say? Tell {name} this one '
        "temperature in degrees Celsius, as a figure such as 12.5; no second number may stand in "
        "the message, and digits in names count too.",
        "Please message {name} one temperature in degrees Celsius, as a figure such as 12.5 and "
        "as the only number in the message (one in a name would count too): the current one of "
        'the weather station "{first}", or, if that one reports nothing just now, of the station '
        '"{second}".',
    ),
    reading=Reading("2026-11-30", "d051be29725e"),
)
def report_from_working_station(world: World, draw: Stream) -> Draft:
    """Send the reading of a station that is silent, so that the second one has to do."""
    readings = world.app(LightWeather).readings
    status = readings.statuses
    silent = [s for s in stations().values() if status[s.station_id] != "online"]
    working = [s for s in stations().values() if status[s.station_id] == "online"]
    first = one_of(draw, silent, "silent station")
    second = min(working, key=lambda station: _apart(first, station))
    receiver = one_of(draw, others(world), "open contact")

    def gold(do: Client) -> None:
        ids = {entry["name"]: entry["station_id"] for entry in do("list_stations")}
        works = do("get_station_info", station_id=ids[first.name])["status"] == "online"
        chosen: Station = first if works else second
        seen = do("get_station_observation", station_id=ids[chosen.name])
        write_to(do, receiver.name, f"It is {seen['temperature']} degrees Celsius there.")

    return Draft(
        {"name": receiver.name, "first": first.name, "second": second.name},
        gold,
        unique=(receiver.name, f'"{first.name}"', f'"{second.name}"'),
        texts=((MESSAGES, Slot(readings.observed(second).temperature)),),
    )


def _apart(one: Station, other: Station) -> float:
    """How far apart two stations are, roughly, in degrees."""
    east = abs(one.longitude - other.longitude)
    return math.hypot(one.latitude - other.latitude, min(east, 360 - east))


@template(
    level=2,
    apps=("LightTalk", "LightWeather"),
    traps=("latent_prerequisite", "arithmetic_or_text"),
    phrasings=(
        "We follow the sun with our bakery van, to {first}, {second}, {third}, {fourth} or "
        "{fifth}. Average the daily mean temperatures that are forecast for each of them for "
        "seven days, today being the first, and find the city with the highest average. Then "
        'publish a moment without pictures that reads exactly "Next stop: " followed by the name '
        "of that city and nothing else, and let that city be shown as its place.",
        "Which of {first}, {second}, {third}, {fourth} and {fifth} is the warmest over the next "
        "seven days, today included, by the average of the forecast's daily means? Post a moment "
        'as if from there: no pictures, and exactly the text "Next stop: " and then the city\'s '
        "name, with nothing after it.",
        "Take the seven-day forecasts, from today on, of {first}, {second}, {third}, {fourth} and "
        "{fifth}, and work out the average of the daily mean temperatures of each. My next moment "
        "on LightTalk should announce the warmest of the five by that average: just the words "
        '"Next stop: " and the name of the city, no picture, and with that city as the place '
        "shown.",
    ),
    reading=Reading("2026-11-30", "3ef378e2b294"),
)
def announce_warmest_stop(world: World, draw: Stream) -> Draft:
    """Find the warmest of five cities in the week to come and post a moment as if from there."""
    known = list(shown_places())
    names: list[str] = []
    warmest = None
    for _ in range(_TRIES):
        names = some_of(draw, known, 5, "cities")
        warmest = foremost({name: _mean_of_week(world, name) for name in names})
        if warmest:
            break
    if not warmest:
        raise Decline("no five cities of which one is warmest")

    def gold(do: Client) -> None:
        averages = {}
        for name in names:
            days = do("get_forecast", location=name, days=7)
            averages[name] = do("mean", numbers=[day["mean"] for day in days])
        best = max(names, key=lambda name: averages[name])
        appear_in(do, best)
        do.steadily("ask_for_privilege")
        do.steadily("post_moment", content=f"Next stop: {best}", img_urls=[])

    return Draft(
        ordinals(names),
        gold,
        unique=tuple(names),
        texts=((MOMENTS, Exact(f"Next stop: {warmest}")),),
    )


def _mean_of_week(world: World, city: str) -> float:
    days = told(world, "get_forecast", location=city, days=7)
    return float(sum(day["mean"] for day in days)) / len(days)
