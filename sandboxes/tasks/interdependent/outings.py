"""Large tasks about the weather of days out, told to friends and prepared in several apps."""

from __future__ import annotations

from typing import Any

from evaluators import Exact, Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_talk.stage import set_read
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import set_primary
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Decline, Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import tenths
from sandboxes.tasks.kit.general import asking, listed, one_of, ordinals, some_of, told
from sandboxes.tasks.kit.news import link_to_newest, newest_link, sections
from sandboxes.tasks.kit.talk import (
    GROUP_CHATS,
    GROUP_MESSAGES,
    MESSAGES,
    MOMENTS,
    appear_in,
    new_group,
    others,
    shown_places,
    uid_of,
    write_to,
)
from sandboxes.tasks.kit.weather import (
    WantedAlert,
    alerts_are,
    day_ahead,
    delete_alerts,
    forecast,
    foremost,
    set_weather_alert,
    sunset,
)

_TRIES = 40
_SOCIETIES = ("Blister Society", "Up Hill Down Dale", "Saturday Boots", "Muddy Laces")
_REMARKS = ("Brings the map", "Knows every fern", "Carries the soup")
_WET = "Waterproofs out, we are walking tomorrow."
_DRY = "Sun hats out, we are walking tomorrow."


@template(
    level=3,
    apps=("LightTalk", "LightWeather", "LightNews"),
    traps=("latent_prerequisite", "clean_slate", "condition", "arithmetic_or_text"),
    phrasings=(
        "Our walking club goes to {city} tomorrow, and I have to get everything ready. Found a "
        'LightTalk group of {first}, {second}, {third} and me, and name it "{title}". Post three '
        "messages to it, in this order and without mentions: first tomorrow's forecast high for "
        "{city}, converted to degrees Fahrenheit and rounded to one decimal place, as the only "
        "number in the message (one in a name would count too); then the time of today's sunset in "
        "{city}, in local time as HH:MM with the seconds left out, and nothing else in that "
        "message; then the bare link to the newest article in the section {section} of LightNews. "
        "Make {city} my primary location. The only alert that I have for {city} afterwards should "
        'have the condition exactly "wind above", and as its threshold tomorrow\'s highest '
        "forecast wind speed there (of the wind, not of gusts), rounded to whole km/h; other "
        "cities' alerts stay. Publish a moment without pictures and with {place} as its place: "
        'exactly "{wet}" if tomorrow\'s forecast for {city} gives more than 0 mm of '
        'precipitation, otherwise exactly "{dry}" Finally, let my remark on {third} be exactly '
        '"{remark}", and mark my chat with {first} as read.',
        "Tomorrow I take some friends walking in {city}. Here is what I need. 1. A LightTalk "
        'group called "{title}", with {first}, {second}, {third} and me in it. 2. In that group, '
        "three messages that mention nobody, in this order: tomorrow's high in {city} by the "
        "forecast, in degrees Fahrenheit and rounded to one decimal place, with no other number "
        "in the message, not even in a name; when the sun sets in {city} today, as HH:MM in the "
        "city's own time without the seconds, and nothing else; and the link to the newest "
        "article of the LightNews section {section}, without any other text. 3. {city} as my "
        "primary location. 4. Exactly one alert for {city}, whatever there is for it now: "
        'condition exactly "wind above", threshold tomorrow\'s maximum wind speed by the forecast '
        "(wind, not gusts), rounded to whole km/h. Alerts for other cities must stay. 5. A moment "
        'shown as from {place}, without pictures. It reads exactly "{wet}" if the forecast has '
        'more than 0 mm of precipitation for {city} tomorrow, and otherwise exactly "{dry}" 6. My '
        'chat with {first} marked as read, and exactly "{remark}" as my remark on {third}.',
        "I'm leading a walk in {city} tomorrow; please prepare it. Set up a LightTalk group with "
        '{first}, {second} and {third} besides me and call it "{title}". It gets three messages '
        "from me, one after the other, none of them with a mention. The first tells the high that "
        "is forecast for {city} tomorrow, in degrees Fahrenheit, rounded to one decimal place; no "
        "other number may stand in it, and digits in names count too. The second is the time of "
        "today's sunset "
        "in {city}, just HH:MM by local time with the seconds dropped and nothing else. The third "
        "is the bare link to the newest article in {section}, a section of LightNews. My primary "
        "location becomes {city}. As to alerts for {city}, one should exist and no more: its "
        'condition is exactly "wind above", its threshold the highest wind speed (I don\'t mean '
        "gusts) that the forecast gives for tomorrow there, rounded to whole km/h. Keep the "
        "alerts for other places. Then post a moment, no pictures, with {place} shown as the "
        "place. Its text depends on whether more than 0 mm of precipitation is forecast for "
        '{city} tomorrow: exactly "{wet}" if so, exactly "{dry}" if not. Last, change my remark '
        'on {third} to exactly "{remark}" and mark the chat with {first} as read.',
    ),
    reading=Reading("2026-11-30", "e7f741b8e544"),
)
def prepare_club_outing(world: World, draw: Stream) -> Draft:
    """Prepare an outing: a group with three messages, a moment, an alert in place of old ones."""
    city = _city_for_a_walk(world, draw)
    tomorrow = forecast(world, city, 1)
    friends = some_of(draw, others(world), 3, "open contacts")
    section = draw.choice(sections(world))
    other = draw.choice([name for name in shown_places() if name != city])
    title, remark = draw.choice(_SOCIETIES), draw.choice(_REMARKS)
    stale = [
        WantedAlert(city, "temperature above", float(draw.between(28, 36))),
        WantedAlert(city, "wind above", float(draw.between(91, 110))),
    ][draw.between(0, 1) :]
    kept = WantedAlert(other, "wind above", float(draw.between(35, 60)))

    def prepare(stage: Stage) -> None:
        alerts_are(kept, trap=stale)(stage)
        set_primary(stage.world, other)
        set_read(stage.world, friends[0].uid, read=False)

    def gold(do: Client) -> None:
        uids = [uid_of(do, friend.name) for friend in friends]
        do.steadily("ask_for_privilege")
        gid = new_group(do, uids, title)
        day = day_ahead(do, city, 1)
        _tell_walkers(do, gid, city, day["high"], section)
        do("set_primary_location", location=city)
        if do.careful:
            delete_alerts(do, city)
        wind = do("round_val", a=day["max_wind_speed"], ndigits=0)
        set_weather_alert(do, city, "wind above", wind)
        appear_in(do, city)
        do.steadily("post_moment", content=_what_to_wear(day), img_urls=[])
        do.steadily("edit_remark", uid=uids[2], remark=remark)
        do.steadily("mark_as_read", uid=uids[0])

    words = {"city": city, **ordinals(friend.name for friend in friends), "title": title}
    words |= {"section": section, "wet": _WET, "dry": _DRY, "remark": remark}
    return Draft(
        words | {"place": shown_places()[city]},
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        texts=(
            (GROUP_MESSAGES, Slot(_fahrenheit(world, tomorrow["high"]))),
            (GROUP_MESSAGES, Exact(sunset(asking(world), city))),
            (GROUP_MESSAGES, Exact(link_to_newest(world, section))),
            (MOMENTS, Exact(_what_to_wear(tomorrow))),
        ),
        ordered=(GROUP_CHATS,),
    )


def _city_for_a_walk(world: World, draw: Stream) -> str:
    """A city where rain is to come tomorrow, or none is; its wind is clear to round."""
    by_rain = {True: "", False: ""}
    for city in draw.shuffled(list(shown_places())):
        day = forecast(world, city, 1)
        if day["max_wind_speed"] % 1 != 0.5:
            by_rain[day["precipitation"] > 0] = city
    return one_of(draw, [city for city in by_rain.values() if city], "city")


def _what_to_wear(day: dict[str, Any]) -> str:
    """What is published, by the forecast for the day."""
    return _WET if day["precipitation"] > 0 else _DRY


def _fahrenheit(world: World, celsius: float) -> float:
    """A temperature in degrees Fahrenheit, rounded to one decimal place as tools do."""
    units = {"from_unit": "celsius", "to_unit": "fahrenheit"}
    found = told(world, "convert_temperature", value=celsius, **units)["value"]
    return float(told(world, "round_val", a=found, ndigits=1))


def _tell_walkers(do: Client, gid: str, city: str, celsius: float, section: str) -> None:
    """Write the high, the sunset and the link to the group."""
    high = do("convert_temperature", value=celsius, from_unit="celsius", to_unit="fahrenheit")
    warmth = f"High of {tenths(do, high['value'])} degrees Fahrenheit"
    for text in (warmth, sunset(do, city), newest_link(do, section)):
        do.steadily("send_message_to_group", gid=gid, content=text, at=[])


@template(
    level=3,
    apps=("LightTalk", "LightWeather", "LightNews"),
    traps=("condition", "clean_slate"),
    phrasings=(
        "My puppet theatre plays in the open in nine cities: {cities}. Look at tomorrow's "
        "forecast for each of them. For every one that gets more than 0 mm of rain or snow by it, "
        'I want an alert with the condition exactly "rain above" and the threshold {threshold}, '
        'but not if I have an alert with the condition "rain above" for that city already, '
        "whatever its threshold. No alert that exists is to be deleted. The city of the nine with "
        "the strongest gust forecast for tomorrow becomes my primary location. Then write three "
        "messages on LightTalk. {first} gets the name of that one of the nine which has the "
        "highest temperature forecast for tomorrow, and nothing but the name. {second} needs to "
        "hear how many of the nine get more than 0 mm of rain or snow tomorrow, in figures, with "
        "no other number in the message. {third} collects newspapers: send the bare link to the "
        "newest article in the section {section} of LightNews.",
        "Nine open-air cinemas belong to me, in {cities}. By tomorrow's forecast: 1. Each of the "
        "nine cities that get more than 0 mm of precipitation tomorrow should have an alert with "
        'the condition "rain above", exactly so. Where I have such an alert already, leave it as '
        "it is, whatever its threshold; where I have none, set one with the threshold "
        "{threshold}. Delete none. 2. My primary location should be the one of the nine with the "
        "highest gust tomorrow. 3. Send {first} the name of the one with the highest temperature "
        "tomorrow, just the name. 4. Tell {second} in a message how many of the nine get more "
        "than 0 mm of precipitation tomorrow, as a figure and with no other number in the message. "
        "5. Send {third} the link to the newest article of {section} in LightNews, without any "
        "other text.",
        "I rent out market stalls in {cities}, which makes nine cities, and rain is my worry. "
        "Check what is forecast for them tomorrow. If a city is to get more than 0 mm of rain or "
        'snow, it needs an alert whose condition is exactly "rain above", with {threshold} as '
        "threshold; only if there is one with that condition for the city already, I don't want a "
        "second, and its threshold may be what it is. All alerts that are there remain. Choose as "
        "my primary location the city of the nine for which tomorrow's forecast has the strongest "
        "gust. After that: message {first} the name of the city among the nine with tomorrow's "
        "highest temperature, the bare name; message {second} the number of the nine that get "
        "more than 0 mm of rain or snow tomorrow, in figures, as the only number in the text; and "
        "message {third} the link to the newest LightNews article in {section}, the bare link.",
    ),
    reading=Reading("2026-11-30", "269a75d5f473"),
)
def watch_nine_cities(world: World, draw: Stream) -> Draft:
    """Set alerts for the cities of nine that get rain and have none, and tell three people."""
    days = {name: forecast(world, name, 1) for name in cities()}
    names, warmest, windiest = _nine_cities(draw, days)
    rainy = [name for name in names if days[name]["precipitation"] > 0]
    friends = some_of(draw, others(world), 3, "open contacts")
    section = draw.choice(sections(world))
    threshold = draw.between(2, 5)
    dry_one = next(name for name in names if name not in rainy)
    kept = (
        WantedAlert(dry_one, "rain above", float(threshold)),
        WantedAlert(rainy[2], "temperature below", float(draw.between(1, 9))),
    )
    trap = [WantedAlert(name, "rain above", float(threshold + 6)) for name in rainy[:2]]
    before = next(name for name in names if name != windiest)

    def prepare(stage: Stage) -> None:
        alerts_are(*kept, trap=trap)(stage)
        set_primary(stage.world, before)

    def gold(do: Client) -> None:
        ahead = {name: day_ahead(do, name, 1) for name in names}
        wet = [name for name in names if ahead[name]["precipitation"] > 0]
        alerts = do("list_alerts") if do.careful else []
        served = [alert["location"] for alert in alerts if alert["condition"] == "rain above"]
        for name in wet:
            if name not in served:
                set_weather_alert(do, name, "rain above", threshold)
        gusty = max(names, key=lambda name: float(ahead[name]["max_wind_gust"]))
        do("set_primary_location", location=gusty)
        hot = max(names, key=lambda name: float(ahead[name]["high"]))
        texts = (hot, f"Cities with rain or snow tomorrow: {len(wet)}")
        for friend, text in zip(friends[:2], texts, strict=True):
            write_to(do, friend.name, text)
        write_to(do, friends[2].name, newest_link(do, section))

    words = ordinals(friend.name for friend in friends)
    words |= {"section": section, "threshold": str(threshold)}
    return Draft(
        {"cities": listed(names), **words},
        gold,
        unique=(*names, *words.values()),
        prepare=prepare,
        texts=(
            (MESSAGES, Exact(warmest)),
            (MESSAGES, Slot(len(rainy))),
            (MESSAGES, Exact(link_to_newest(world, section))),
        ),
    )


def _nine_cities(draw: Stream, days: dict[str, dict[str, Any]]) -> tuple[list[str], str, str]:
    """Nine cities of which some get rain, the warmest of them, and the one with the strongest gust.

    Raises:
        Decline: there were ties in all of many tries.
    """
    wet_ones = [name for name, day in days.items() if day["precipitation"] > 0]
    dry_ones = [name for name in days if name not in wet_ones]
    for _ in range(_TRIES):
        wet = some_of(draw, wet_ones, draw.between(5, 6), "cities with rain tomorrow")
        names = draw.shuffled([*wet, *some_of(draw, dry_ones, 9 - len(wet), "dry cities")])
        warmest = foremost({name: days[name]["high"] for name in names})
        windiest = foremost({name: days[name]["max_wind_gust"] for name in names})
        if warmest and windiest:
            return names, warmest, windiest
    raise Decline("no nine cities of which one is warmest and one has the strongest gust")
