"""Large tasks about the weather of days out, told to friends and prepared in several apps."""

from __future__ import annotations

from evaluators import Exact, Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_talk.corpus_reader import talk_corpus
from sandboxes.apps.light_talk.stage import set_read
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import set_primary
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Decline, Draft, Reading, Stage, template
from sandboxes.tasks.kit.general import one_of, some_of
from sandboxes.tasks.kit.news import link_to, newest, newest_first, sections
from sandboxes.tasks.kit.talk import MESSAGES, others, uid_of, write_to
from sandboxes.tasks.kit.weather import (
    WantedAlert,
    alerts_are,
    day_ahead,
    delete_alerts,
    foremost,
    told,
)

_GROUP_MESSAGES = "LightTalk/groups/*/chat_history"
_MOMENTS = "LightTalk/contacts/*/moments/*/content"
_TRIES = 40


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
        "other number may stand in it, names included. The second is the time of today's sunset "
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
    reading=Reading("2026-11-30", "4ff1fb28f3c4"),
)
def prepare_club_outing(world: World, draw: Stream) -> Draft:
    """Prepare an outing: a group with three messages, a moment, an alert in place of old ones."""
    places = {place.partition(",")[0]: place for place in talk_corpus().places}
    known = [city for city in sorted(places) if city in cities()]
    wet_days = {True: "", False: ""}
    for name in draw.shuffled(known):
        day = told(world, "get_forecast", location=name, days=2)[1]
        if day["max_wind_speed"] % 1 != 0.5:
            wet_days[day["precipitation"] > 0] = name
    city = one_of(draw, [name for name in wet_days.values() if name], "city")
    tomorrow = told(world, "get_forecast", location=city, days=2)[1]
    first, second, third = some_of(draw, others(world), 3, "open contacts")
    section = draw.choice(sections(world))
    article = newest_first(world, section)[0]
    other = draw.choice([name for name in known if name != city])
    title = draw.choice(("Blister Society", "Up Hill Down Dale", "Saturday Boots", "Muddy Laces"))
    remark = draw.choice(("Brings the map", "Knows every fern", "Carries the soup"))
    wet = "Waterproofs out, we are walking tomorrow."
    dry = "Sun hats out, we are walking tomorrow."
    stale = [
        WantedAlert(city, "temperature above", float(draw.between(28, 36))),
        WantedAlert(city, "wind above", float(draw.between(91, 110))),
    ][draw.between(0, 1) :]
    limit = draw.between(35, 60)

    def prepare(stage: Stage) -> None:
        kept = WantedAlert(other, "wind above", float(limit))
        alerts_are(kept, trap=stale)(stage)
        set_primary(stage.world, other)
        set_read(stage.world, first.uid, read=False)

    def gold(do: Client) -> None:
        uids = [uid_of(do, contact.name) for contact in (first, second, third)]
        do.steadily("ask_for_privilege")
        gid = do.steadily("create_group_chat", uids=uids)["gid"]
        do.steadily("rename_group", gid=gid, name=title)
        day = day_ahead(do, city, 1)
        high = do(
            "convert_temperature", value=day["high"], from_unit="celsius", to_unit="fahrenheit"
        )
        warmth = do("round_val", a=high["value"], ndigits=1)
        sunset = do("get_sun_times", location=city)["sunset"].split()[1][:5]
        link = do("get_news_url", nid=newest(do, section)["nid"])
        for text in (f"High of {warmth} degrees Fahrenheit", sunset, link):
            do.steadily("send_message_to_group", gid=gid, content=text, at=[])
        do("set_primary_location", location=city)
        if do.careful:
            delete_alerts(do, city)
        wind = do("round_val", a=day["max_wind_speed"], ndigits=0)
        do("create_alert", location=city, condition="wind above", threshold=float(wind))
        shown = next(
            place for place in do.steadily("list_ip_choices") if place.startswith(f"{city},")
        )
        do.steadily("change_my_ip", where=shown)
        text = wet if day["precipitation"] > 0 else dry
        do.steadily("post_moment", content=text, img_urls=[])
        do.steadily("edit_remark", uid=uids[2], remark=remark)
        do.steadily("mark_as_read", uid=uids[0])

    fahrenheit = told(
        world,
        "convert_temperature",
        value=tomorrow["high"],
        from_unit="celsius",
        to_unit="fahrenheit",
    )["value"]
    sunset = str(told(world, "get_sun_times", location=city)["sunset"]).split()[1]
    return Draft(
        {
            "city": city,
            "first": first.name,
            "second": second.name,
            "third": third.name,
            "title": title,
            "section": section,
            "place": places[city],
            "wet": wet,
            "dry": dry,
            "remark": remark,
        },
        gold,
        unique=(city, first.name, second.name, third.name, title, section, wet, dry, remark),
        prepare=prepare,
        texts=(
            (
                f"{_GROUP_MESSAGES}/*/content",
                Slot(told(world, "round_val", a=fahrenheit, ndigits=1)),
            ),
            (f"{_GROUP_MESSAGES}/*/content", Exact(sunset[:5])),
            (f"{_GROUP_MESSAGES}/*/content", Exact(link_to(article))),
            (_MOMENTS, Exact(wet if tomorrow["precipitation"] > 0 else dry)),
        ),
        ordered=(_GROUP_MESSAGES,),
    )


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
    days = {name: told(world, "get_forecast", location=name, days=2)[1] for name in cities()}
    wet_ones = [name for name, day in days.items() if day["precipitation"] > 0]
    dry_ones = [name for name in days if name not in wet_ones]
    names: list[str] = []
    warmest = windiest = None
    for _ in range(_TRIES):
        wet = some_of(draw, wet_ones, draw.between(5, 6), "cities with rain tomorrow")
        names = draw.shuffled([*wet, *some_of(draw, dry_ones, 9 - len(wet), "dry cities")])
        warmest = foremost({name: days[name]["high"] for name in names})
        windiest = foremost({name: days[name]["max_wind_gust"] for name in names})
        if warmest and windiest:
            break
    if not (warmest and windiest):
        raise Decline("no nine cities of which one is warmest and one has the strongest gust")
    rainy = [name for name in names if days[name]["precipitation"] > 0]
    first, second, third = some_of(draw, others(world), 3, "open contacts")
    section = draw.choice(sections(world))
    article = newest_first(world, section)[0]
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
        served = (
            [a["location"] for a in do("list_alerts") if a["condition"] == "rain above"]
            if do.careful
            else []
        )
        for name in wet:
            if name not in served:
                do(
                    "create_alert",
                    location=name,
                    condition="rain above",
                    threshold=float(threshold),
                )
        gusty = max(names, key=lambda name: float(ahead[name]["max_wind_gust"]))
        do("set_primary_location", location=gusty)
        hot = max(names, key=lambda name: float(ahead[name]["high"]))
        write_to(do, first.name, hot)
        write_to(do, second.name, f"Cities with rain or snow tomorrow: {len(wet)}")
        link = do("get_news_url", nid=newest(do, section)["nid"])
        write_to(do, third.name, link)

    return Draft(
        {
            "cities": f"{', '.join(names[:-1])} and {names[-1]}",
            "threshold": str(threshold),
            "first": first.name,
            "second": second.name,
            "third": third.name,
            "section": section,
        },
        gold,
        unique=(*names, first.name, second.name, third.name, section, str(threshold)),
        prepare=prepare,
        texts=(
            (MESSAGES, Exact(warmest)),
            (MESSAGES, Slot(len(rainy))),
            (MESSAGES, Exact(link_to(article))),
        ),
    )
