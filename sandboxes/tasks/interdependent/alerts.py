"""Tasks about weather alerts and the primary location."""

from __future__ import annotations

import math

from evaluators import TaskKind
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import clear_alerts, set_primary
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Decline, Draft, Reading, Stage, template
from sandboxes.tasks.kit.general import date_in, one_of, ordinals, some_of, told
from sandboxes.tasks.kit.weather import (
    WantedAlert,
    alerts_are,
    cities_where,
    delete_alerts,
    foremost,
    hindmost,
    set_weather_alert,
)

_WEEK = 7
_SECONDS_A_DAY = 86_400
_TRIES = 40
_COOL = 15


@template(
    level=1,
    apps=("LightWeather",),
    traps=("arithmetic_or_text",),
    phrasings=(
        "My aunt has lemon trees in {grove} and flies model planes in {harbour}. Set one alert "
        'for each place. For {grove} the condition should read exactly "temperature below" and '
        'her limit is {fahrenheit} degrees Fahrenheit; for {harbour} it should read exactly "wind '
        'above" and her limit is {knots} knots. LightWeather reckons in degrees Celsius and km/h, '
        "so convert both limits and round each to one decimal place.",
        "I look after a greenhouse in {grove}, where it must not get colder than {fahrenheit} "
        "degrees Fahrenheit, and a climbing garden in {harbour}, which closes when the wind is "
        "stronger than {knots} knots. I want two LightWeather alerts: one for {grove} with the "
        'condition exactly "temperature below", one for {harbour} with the condition exactly '
        '"wind above". Give the thresholds in degrees Celsius and in km/h, rounded to one decimal '
        "place.",
        "Two new weather alerts, please, with thresholds converted to what LightWeather uses and "
        'rounded to one decimal place. The first is for {grove}, with exactly "temperature below" '
        "as its condition, at {fahrenheit} degrees Fahrenheit, given in degrees Celsius. The "
        'second is for {harbour}, with exactly "wind above" as its condition, at {knots} knots, '
        "given in km/h.",
    ),
    reading=Reading("2026-11-30", "ca0e5486fe5a"),
)
def alerts_in_other_units(world: World, draw: Stream) -> Draft:
    """Set two alerts whose limits are told in Fahrenheit and knots."""
    grove, harbour = some_of(draw, list(cities()), 2, "cities")
    fahrenheit, knots = draw.between(33, 49), draw.between(17, 34)

    def gold(do: Client) -> None:
        warmth = do(
            "convert_temperature", value=fahrenheit, from_unit="fahrenheit", to_unit="celsius"
        )
        speed = do("convert_speed", value=knots, from_unit="knot", to_unit="kilometer_per_hour")
        for city, condition, exact in (
            (grove, "temperature below", warmth["value"]),
            (harbour, "wind above", speed),
        ):
            set_weather_alert(do, city, condition, do("round_val", a=exact, ndigits=1))

    return Draft(
        {
            "grove": grove,
            "harbour": harbour,
            "fahrenheit": str(fahrenheit),
            "knots": str(knots),
        },
        gold,
        unique=(grove, harbour, f"{fahrenheit} degrees", f"{knots} knots"),
        prepare=alerts_are(),
    )


@template(
    level=1,
    apps=("LightWeather",),
    traps=("condition", "do_nothing", "arithmetic_or_text"),
    phrasings=(
        "The heating of my flat in {city} is old, and I only worry when it has been cold for a "
        "while. Take the daily mean temperatures there of the seven days before today. If their "
        "average is below {limit} °C, set an alert for {city} with the condition exactly "
        '"temperature below" and the threshold {threshold}. Otherwise leave everything as it is.',
        "Look back at {city} over the last seven full days, today left out, and average the daily "
        "mean temperatures. Only if that comes out below {limit} °C do I want a new alert for "
        '{city}: condition exactly "temperature below", threshold {threshold}. If it does not, '
        "change nothing.",
        "My landlord in {city} wants a warning when it cools down, but only if the past week was "
        "cold. So: should the average of the daily means there, over the seven days that ended "
        'yesterday, lie below {limit} °C, create an alert for {city} with exactly "temperature '
        'below" as its condition and {threshold} as its threshold. Otherwise do nothing at all.',
    ),
    reading=Reading("2026-11-30", "e9513d995bd1"),
)
def alert_after_a_cold_week(world: World, draw: Stream) -> Draft:
    """Set an alert only if the last week was cold; on half of the seeds it was not."""
    cool = cities_where(world, lambda hour: hour.temperature < _COOL)
    city = one_of(draw, cool, "city where it is cool")
    begin, end = date_in(world, -_WEEK), date_in(world, -1)
    week = told(world, "get_historical_weather", location=city, start=str(begin), end=str(end))
    average = sum(day["mean"] for day in week) / len(week)
    was_cold = draw.chance(0.5)
    off = draw.between(1, 2)
    limit = math.ceil(average) + off if was_cold else math.floor(average) - off
    threshold = limit - draw.between(2, 6)

    def gold(do: Client) -> None:
        now = str(do("get_current_weather", location=city)["time"])
        first = do("add_seconds_iso", t=now, seconds=-_WEEK * _SECONDS_A_DAY)[:10]
        last = do("add_seconds_iso", t=now, seconds=-_SECONDS_A_DAY)[:10]
        days = do("get_historical_weather", location=city, start=first, end=last)
        mean = do("mean", numbers=[day["mean"] for day in days])
        if do.careful and mean >= limit:
            return
        set_weather_alert(do, city, "temperature below", threshold)

    return Draft(
        {"city": city, "limit": str(limit), "threshold": str(threshold)},
        gold,
        unique=(city, str(limit), str(threshold)),
        prepare=alerts_are(),
        kind=TaskKind.CHANGE if was_cold else TaskKind.DO_NOTHING,
    )


@template(
    level=1,
    apps=("LightWeather",),
    traps=("clean_slate",),
    phrasings=(
        "I shall be flying kites in {city} all month. From now on I want exactly one alert for "
        '{city}: condition exactly "wind above", threshold {threshold}. Whatever other alerts I '
        "have for {city} must go; those for other cities stay as they are.",
        "Of all my weather alerts for {city}, none is to be left but this: the condition reads "
        'exactly "wind above" and the threshold is {threshold}. Set it, and see to it that '
        "nothing else warns me about {city}. Don't touch alerts for other places.",
        "See to it that LightWeather holds one alert for {city} and no more than one. Its "
        'condition is exactly "wind above", its threshold {threshold}. My alerts for all other '
        "cities should stay untouched.",
    ),
    reading=Reading("2026-11-30", "73e58fe26677"),
)
def only_one_alert_for_city(world: World, draw: Stream) -> Draft:
    """Have exactly one alert for a city; the trap is that older ones are set for it."""
    city, second, third = some_of(draw, list(cities()), 3, "cities")
    threshold = draw.between(31, 48)
    old = draw.between(20, 29)
    kept = (
        WantedAlert(second, "wind above", float(old)),
        WantedAlert(third, "temperature above", float(draw.between(30, 38))),
    )
    stale = [
        WantedAlert(city, "wind above", float(old)),
        WantedAlert(city, "humidity below", float(draw.between(25, 40))),
        WantedAlert(city, "aqi above", float(draw.between(80, 150))),
    ][: draw.between(1, 3)]

    def gold(do: Client) -> None:
        if do.careful:
            delete_alerts(do, city)
        set_weather_alert(do, city, "wind above", threshold)

    return Draft(
        {"city": city, "threshold": str(threshold)},
        gold,
        unique=(city, str(threshold)),
        prepare=alerts_are(*kept, trap=stale),
    )


@template(
    level=2,
    apps=("LightWeather",),
    traps=("arithmetic_or_text",),
    phrasings=(
        "I can paint frescoes in any of five cities next: {first}, {second}, {third}, {fourth} or "
        "{fifth}. Add up the precipitation that is forecast for each of them over five days, "
        "beginning with today. Make the city with the smallest total my primary location, and set "
        'an alert for the one with the largest total: condition exactly "rain above", threshold '
        "{threshold}.",
        "Which of {first}, {second}, {third}, {fourth} and {fifth} gets the least rain and snow "
        "in total over today and the four days after it, by the daily forecast? That city is to "
        "be my primary location. The city of the five that gets the most gets a new alert with "
        'exactly "rain above" as its condition and {threshold} as its threshold.',
        "We film outdoors for five days, today being the first, and the choice is between "
        "{first}, {second}, {third}, {fourth} and {fifth}. Compare the total precipitation that "
        "the forecast gives each of them for these days. The driest becomes my primary location "
        'in LightWeather; for the wettest I need an alert whose condition is exactly "rain above" '
        "with the threshold {threshold}.",
    ),
    reading=Reading("2026-11-30", "3a2e761707dd"),
)
def settle_in_driest_city(world: World, draw: Stream) -> Draft:
    """Compare the rain of five cities, choose the driest as home and watch the wettest."""
    names: list[str] = []
    driest = wettest = None
    for _ in range(_TRIES):
        names = some_of(draw, list(cities()), 5, "cities")
        rain = {
            name: sum(
                day["precipitation"] for day in told(world, "get_forecast", location=name, days=5)
            )
            for name in names
        }
        driest, wettest = hindmost(rain), foremost(rain)
        if driest and wettest:
            break
    if not (driest and wettest):
        raise Decline("no five cities of which one is driest and one is wettest")
    before = draw.choice([name for name in names if name != driest])
    threshold = draw.between(2, 6)

    def prepare(stage: Stage) -> None:
        clear_alerts(stage.world)
        set_primary(stage.world, before)

    def gold(do: Client) -> None:
        totals = {}
        for name in names:
            days = do("get_forecast", location=name, days=5)
            totals[name] = do("sum_of_list", numbers=[day["precipitation"] for day in days])
        ranked = sorted(names, key=lambda name: totals[name])
        do("set_primary_location", location=ranked[0])
        set_weather_alert(do, ranked[-1], "rain above", threshold)

    return Draft(
        {**ordinals(names), "threshold": str(threshold)},
        gold,
        unique=(*names, str(threshold)),
        prepare=prepare,
    )


@template(
    level=2,
    apps=("LightWeather",),
    traps=("arithmetic_or_text",),
    phrasings=(
        "When I set my weather alerts I took LightWeather for an American app: every threshold of "
        "an alert about temperature is in degrees Fahrenheit. Put that right. Each alert whose "
        'condition begins with "temperature" is to be replaced by one for the same city, with the '
        "same condition and the threshold converted to degrees Celsius and rounded to one decimal "
        "place. My other alerts are fine; leave them.",
        'All my alerts whose condition starts with "temperature" have their thresholds in degrees '
        "Fahrenheit by mistake. Delete them, and set each one anew for its city with its "
        "condition unchanged and its threshold in degrees Celsius, rounded to one decimal place. "
        "Don't touch the alerts about anything else.",
        "Please repair my alerts in LightWeather. The thresholds of those with a condition that "
        'begins with "temperature" were meant in degrees Fahrenheit, but the app takes them for '
        "degrees Celsius. There should be, in the place of each of them, an alert for that city "
        "with that condition and the right number of degrees Celsius, rounded to one decimal "
        "place, while the wrong one is gone. Every other alert stays as it is.",
    ),
    reading=Reading("2026-11-30", "500ba869c8fa"),
)
def repair_fahrenheit_alerts(world: World, draw: Stream) -> Draft:
    """Replace the alerts whose thresholds were set in Fahrenheit by right ones."""
    count = draw.between(3, 4)
    places = some_of(draw, list(cities()), count + 2, "cities")
    wrong = [
        WantedAlert(
            place,
            draw.choice(("temperature above", "temperature below")),
            float(draw.choice([n for n in range(35, 96) if (n - 32) % 9])),
        )
        for place in places[:count]
    ]
    others = [
        WantedAlert(places[0], "humidity above", float(draw.between(70, 90))),
        WantedAlert(places[count], "wind above", float(draw.between(35, 60))),
        WantedAlert(places[count + 1], "uv above", float(draw.between(5, 8))),
    ]
    planted = draw.shuffled([*wrong, *others])

    def gold(do: Client) -> None:
        for alert in do("list_alerts"):
            if not alert["condition"].startswith("temperature"):
                continue
            warmth = do(
                "convert_temperature",
                value=alert["threshold"],
                from_unit="fahrenheit",
                to_unit="celsius",
            )
            limit = do("round_val", a=warmth["value"], ndigits=1)
            do("delete_alert", alert_id=alert["aid"])
            set_weather_alert(do, alert["location"], alert["condition"], limit)

    return Draft({}, gold, unique=("Fahrenheit", '"temperature"'), prepare=alerts_are(*planted))
