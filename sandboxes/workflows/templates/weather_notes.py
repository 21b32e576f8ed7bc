"""Weather looked up in several places and told to people."""

from __future__ import annotations

from collections.abc import Sequence

from evaluators import Exact, TextRule
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_talk.records import Contact
from sandboxes.apps.light_talk.stage import found_group
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import plant_alert
from sandboxes.apps.light_weather.sun import sun_times
from sandboxes.tasks import Decline
from sandboxes.tasks.kit.general import ordinals, some_of, today
from sandboxes.tasks.kit.talk import GROUP_CHATS, GROUP_MESSAGES, MESSAGES, others
from sandboxes.tasks.kit.weather import current, foremost, hindmost
from sandboxes.workflows._template import Planner, Query, Step, workflow
from sandboxes.workflows.kit import filled, uid_of


def exact(place: str, texts: Sequence[str], *steps: Step) -> tuple[tuple[str, TextRule], ...]:
    """Rules by which texts are sent as they are once references to these steps are filled in."""
    return tuple((place, Exact(filled(text, *steps))) for text in texts)


def highest(values: Sequence[float]) -> int:
    """Where the highest of some values stands.

    Raises:
        Decline: two of them are the highest.
    """
    found = foremost({str(place): value for place, value in enumerate(values)})
    if found is None:
        raise Decline("a tie")
    return int(found)


def sunny_cities(world: World, draw: Stream, count: int) -> list[str]:
    """So many cities in which the sun rises and sets today."""
    day, found = today(world), []
    for name in draw.shuffled(list(cities())):
        if sun_times(cities()[name], day).sunset:
            found.append(name)
        if len(found) == count:
            break
    return found


def a_group(world: World, draw: Stream, *titles: str) -> tuple[str, list[Contact]]:
    """Let others have founded two groups with the user: name and members of one of them."""
    groups = []
    for title in draw.sample(titles, 2):
        members = some_of(draw, others(world), 3, "open contacts")
        found_group(world, members[0].uid, [contact.uid for contact in members], title)
        groups.append((title, members))
    return draw.choice(groups)


def gid_of(plan: Planner, title: str) -> str:
    """Add the call that lists the groups; the reference to the id of the one with a name."""
    groups = plan.call("list_all_groups", f"Look for the group {title} among mine")
    return groups[[group["name"] for group in groups.output].index(title), "gid"]


def clock(plan: Planner, say: str, when: str) -> Step:
    """Add a search for the hours and minutes of a date with a time: they are [0, "match"]."""
    return plan.call("regex_search", say, pattern=r"\d\d:\d\d", text=when)


def tenths(plan: Planner, say: str, value: Step | str) -> Step:
    """Add the rounding of a number to one decimal place."""
    return plan.call("round_val", say, a=str(value), ndigits=1)


def alert(plan: Planner, say: str, location: str, condition: str, threshold: str | int) -> Step:
    """Add a new alert."""
    return plan.call(
        "create_alert", say, location=location, condition=condition, threshold=threshold
    )


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        "{first} is in {here} tomorrow and {second} in {there}. Please write to each of them on "
        "LightTalk what temperature it is at the moment where they will be, in degrees Fahrenheit, "
        'in this form: "{here}: 61.5 °F right now".',
        "Tell {first} the current temperature of {here}, and {second} that of {there}: a LightTalk "
        "message to each, converted to degrees Fahrenheit and written like this: "
        '"{there}: 61.5 °F right now".',
    ),
    answer="Both have been told the temperature where they will be.",
)
def tell_two_travellers(plan: Planner, draw: Stream) -> Query:
    """Two temperatures, each converted and sent to another person."""
    first, second = some_of(draw, others(plan.world), 2, "open contacts")
    here, there = draw.sample(sorted(cities()), 2)
    sent = []
    for friend, city in ((first, here), (second, there)):
        uid = plan.call("get_uid_from_name", f"Find the contact {friend.name}", name=friend.name)
        now = plan.call("get_current_weather", f"Look up the weather in {city}", location=city)
        warmth = plan.call(
            "convert_temperature",
            "Convert the temperature to degrees Fahrenheit",
            value=now["temperature"],
            from_unit="celsius",
            to_unit="fahrenheit",
        )
        text = f"{city}: {warmth['value']} °F right now"
        plan.call("send_message", f"Tell {friend.name}", uid=uid["uid"], content=text)
        sent.append(f"{city}: {warmth.output['value']} °F right now")
    words = {**ordinals([first.name, second.name]), "here": here, "there": there}
    return Query(words, texts=tuple((MESSAGES, Exact(text)) for text in sent))


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        "{first} has a market stall in {city} for the next {days} days, today included. Which of "
        "these days has the highest high in the forecast? Warn {first} on LightTalk like this, "
        'with the English weekday and the high: "Hottest on Friday: 31.4 °C". {second} helps out, '
        "is used to degrees Fahrenheit and gets the date instead of the weekday, the high rounded "
        'to one decimal place: "Hottest on 2026-05-24: 88.5 °F". Also set a weather alert for '
        '{city}: condition "temperature above", threshold that high in degrees Celsius.',
        "Look through the daily forecast of {city} for {days} days, beginning with today, and "
        "pick the day with the highest high. Set an alert for {city} with the condition "
        '"temperature above" and this high, in degrees Celsius, as its threshold; write to {first} '
        'in the form "Hottest on Friday: 31.4 °C" and to {second} in the form "Hottest on '
        '2026-05-24: 88.5 °F", this time in degrees Fahrenheit to one decimal place.',
    ),
    answer="Which day is the hottest; two people have been warned and the alert is set.",
)
def warn_of_hottest_day(plan: Planner, draw: Stream) -> Query:
    """The hottest day of a forecast, told in two ways and watched by an alert."""
    first, second = some_of(draw, others(plan.world), 2, "open contacts")
    city, days = draw.choice(list(cities())), draw.between(5, 7)
    say = f"Look up the daily forecast for {city}"
    week = plan.call("get_forecast", say, location=city, days=days)
    place = highest([day["high"] for day in week.output])
    date, high = week[place, "date"], week[place, "high"]
    uids = [uid_of(plan, friend) for friend in (first, second)]
    weekday = plan.call("date_to_weekday", "Name the weekday of the hottest day", d=date)
    warmth = plan.call(
        "convert_temperature",
        "Convert that day's high to degrees Fahrenheit",
        value=high,
        from_unit="celsius",
        to_unit="fahrenheit",
    )
    alert(plan, f"Set an alert for {city} at that high", city, "temperature above", high)
    text = f"Hottest on {weekday}: {high} °C"
    plan.call("send_message", f"Warn {first.name}", uid=uids[0], content=text)
    short = tenths(plan, "Round the high to one decimal", warmth["value"])
    other = f"Hottest on {date}: {short} °F"
    plan.call("send_message", f"Warn {second.name}", uid=uids[1], content=other)
    words = {**ordinals([first.name, second.name]), "city": city, "days": str(days)}
    return Query(words, texts=exact(MESSAGES, [text, other], week, weekday, short))


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        "Our cellist's instrument cracks in dry air. Of {first}, {second}, {third} and {fourth}, "
        "choose the city where it is most humid at this moment: it becomes my primary location, "
        'and the group "{title}" is told about it in this form, with its name, today\'s UV index '
        'and today\'s sunset there: "Rehearsals: Lisbon, UV 5.3, sunset 20:05". For the one of the '
        'four with the lowest humidity right now, set an alert with the condition "humidity '
        'below" and that humidity as threshold.',
        "We can rehearse in {first}, {second}, {third} or {fourth}. Compare the humidity there "
        "in this hour. Where it is highest we rehearse: make that city my primary location and "
        'write to the group "{title}" the city, today\'s UV index and the time of its sunset '
        'today, exactly like this: "Rehearsals: Lisbon, UV 5.3, sunset 20:05". Where it is '
        'lowest I want an alert, "humidity below", with the present humidity as threshold.',
    ),
    answer="Where the rehearsals are to be, and which of the cities is watched by an alert.",
)
def rehearse_where_air_is_moist(plan: Planner, draw: Stream) -> Query:
    """The most humid of four cities becomes home and is described to a group."""
    title, _ = a_group(plan.world, draw, "Tuesday Quartet", "Friends of the Cello", "Attic Strings")
    names = sunny_cities(plan.world, draw, 4)
    damp = {name: current(plan.world, name).humidity for name in names}
    moist, dry = foremost(damp), hindmost(damp)
    if not (moist and dry):
        raise Decline("two cities are equally moist or dry")
    tour = plan.call("estimate_travel_weather", "Look up the weather in all four", route=names)
    city, worst = tour[names.index(moist), "location"], names.index(dry)
    gid = gid_of(plan, title)
    plan.call("set_primary_location", "Make the most humid city my home", location=city)
    rays = plan.call("get_uv_index", "Look up today's UV index there", location=city)
    sun = plan.call("get_sun_times", "Look up today's sunset there", location=city)
    place, humidity = tour[worst, "location"], tour[worst, "humidity"]
    alert(plan, "Set an alert for the driest city", place, "humidity below", humidity)
    dusk = clock(plan, "Take hours and minutes of the sunset", sun["sunset"])
    text = f"Rehearsals: {city}, UV {rays['uv_index']}, sunset {dusk[0, 'match']}"
    plan.call("send_message_to_group", f"Tell the group {title}", gid=gid, content=text)
    words = {**ordinals(names), "title": title}
    return Query(words, texts=exact(GROUP_MESSAGES, [text], tour, rays, dusk))


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        "My weather alerts for {here} and {there} were set in degrees Fahrenheit, but LightWeather "
        "counts in Celsius. Replace both: same city, same condition, the threshold converted to "
        "degrees Celsius and rounded to one decimal place, and the old ones gone. My other alerts "
        "are all right. {name} shares the greenhouses with me and should hear about it: "
        '"New limits: 30.2 °C for {here}, 4.4 °C for {there}".',
        "Two alerts of mine, the one for {here} and the one for {there}, have thresholds that I "
        "meant in degrees Fahrenheit. Delete each and set it anew with its condition unchanged and "
        "its threshold in degrees Celsius to one decimal place; leave alerts for other cities "
        "alone. Then tell {name} the new thresholds in a message of this form: "
        '"New limits: 30.2 °C for {here}, 4.4 °C for {there}".',
    ),
    answer="The two new thresholds, and that the old alerts are gone.",
)
def put_two_alerts_right(plan: Planner, draw: Stream) -> Query:
    """Two alerts replaced by ones in degrees Celsius, and somebody told of both."""
    (friend,) = some_of(draw, others(plan.world), 1, "open contacts")
    here, there, *rest = draw.sample(list(cities()), 4)
    wrong = {
        city: draw.choice(("temperature above", "temperature below")) for city in (here, there)
    }
    kept = dict(zip(rest, ("wind above", "humidity below"), strict=True))
    for city, condition in draw.shuffled([*wrong.items(), *kept.items()]):
        plant_alert(plan.world, city, condition, draw.between(33, 99))
    alerts = plan.call("list_alerts", "List my alerts")
    found = {alert["location"]: place for place, alert in enumerate(alerts.output)}
    uid, limits = uid_of(plan, friend), []
    for city in (here, there):
        old = found[city]
        say = f"Delete the alert for {city} in degrees Fahrenheit"
        plan.call("delete_alert", say, alert_id=alerts[old, "aid"])
        warmth = plan.call(
            "convert_temperature",
            f"Convert the threshold for {city} to degrees Celsius",
            value=alerts[old, "threshold"],
            from_unit="fahrenheit",
            to_unit="celsius",
        )
        limits.append(tenths(plan, f"Round the threshold for {city}", warmth["value"]))
        place, condition = alerts[old, "location"], alerts[old, "condition"]
        say = f"Set the alert for {city} in degrees Celsius"
        alert(plan, say, place, condition, str(limits[-1]))
    text = f"New limits: {limits[0]} °C for {here}, {limits[1]} °C for {there}"
    plan.call("send_message", f"Tell {friend.name} the new limits", uid=uid, content=text)
    words = {"name": friend.name, "here": here, "there": there}
    return Query(words, texts=exact(MESSAGES, [text], *limits))


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        '{first} has bought a kite and wants to join "{title}". Add {first} to that group, then '
        "write to the group, mentioning {first} and nobody else, when the strongest gust of the "
        "next {hours} hours (this hour is the first) comes to {city} and how strong it is: "
        '"Strongest gust: 61.3 km/h at 2026-05-23 19:00:00". {second} sails there and wants it in '
        'knots, to one decimal place: "Gusts of 33.1 knots today". And set an alert for {city}, '
        'condition "wind above", threshold the speed of that gust in km/h.',
        'Bring {first} into the group "{title}". Next look at the wind in {city} hour by hour, '
        "{hours} hours from this one on, and find the strongest gust. The group should read "
        '"Strongest gust: 61.3 km/h at 2026-05-23 19:00:00" (with the real figures), in a message '
        'that mentions only {first}; {second} should read "Gusts of 33.1 knots today", converted '
        'and rounded to one decimal. Last, I need an alert "wind above" for {city} with the gust '
        "in km/h as its threshold.",
    ),
    answer="How strong the strongest gust is and when, and who has been told.",
)
def welcome_kite_flyer(plan: Planner, draw: Stream) -> Query:
    """A newcomer joins a group and is told there of the strongest gust, which is also watched."""
    title, members = a_group(plan.world, draw, "Kite Meadow", "Windy Sundays", "Long Lines")
    open_to = [contact for contact in others(plan.world) if contact not in members]
    first, second = some_of(draw, open_to, 2, "open contacts who are not in the group")
    city, hours = draw.choice(list(cities())), draw.between(8, 20)
    say = f"Look up the wind in {city} hour by hour"
    wind = plan.call("get_wind_forecast", say, location=city, hours=hours)
    place = highest([hour["wind_gust"] for hour in wind.output])
    gust, gid = wind[place, "wind_gust"], gid_of(plan, title)
    uids = [uid_of(plan, friend) for friend in (first, second)]
    say = f"Add {first.name} to the group {title}"
    joined = plan.call("invite_new_member", say, gid=gid, uid=uids[0])
    text = f"Strongest gust: {gust} km/h at {wind[place, 'time']}"
    plan.call(
        "send_message_to_group",
        f"Tell the group {title} and mention {first.name}",
        gid=gid,
        content=text,
        at=[uids[0]],
        after=[joined],
    )
    knots = plan.call(
        "convert_speed",
        "Convert the gust to knots",
        value=gust,
        from_unit="kilometer_per_hour",
        to_unit="knot",
    )
    alert(plan, f"Set an alert for {city} at that gust", city, "wind above", gust)
    short = tenths(plan, "Round the knots to one decimal", knots)
    other = f"Gusts of {short} knots today"
    plan.call("send_message", f"Tell {second.name}", uid=uids[1], content=other)
    words = {**ordinals([first.name, second.name]), "title": title, "city": city}
    rules = exact(GROUP_MESSAGES, [text], wind) + exact(MESSAGES, [other], short)
    return Query({**words, "hours": str(hours)}, texts=rules)


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        'The group "{title}" likes its bulletin in three messages, one after the other. First, by '
        "how many degrees Celsius it is warmer in {here} than in {there} in this hour, to one "
        'decimal place: "{here} leads by 3.4 degrees". Next, today\'s sunrise in {here}: "{here} '
        'woke at 05:12". Last, the air quality index of {there} and its category: "{there} '
        'breathes 43 (good)". Please keep to this order and these forms.',
        'Please send "{title}", a group of mine, these three messages in this order, each with '
        'the real figures: "{here} leads by 3.4 degrees" (how much warmer it is there than in '
        '{there} right now, in degrees Celsius, one decimal place), "{here} woke at 05:12" (when '
        'the sun rose there today) and "{there} breathes 43 (good)" (the air quality index of this '
        "hour, and what it counts as).",
    ),
    answer="The three lines that the group has been sent.",
)
def bulletin_in_three_messages(plan: Planner, draw: Stream) -> Query:
    """Three messages to a group, of which the first takes longest to work out."""
    title, _ = a_group(plan.world, draw, "Two Cities Club", "Pen Pals", "The Barometer")
    names = sunny_cities(plan.world, draw, 2)
    here = foremost({name: current(plan.world, name).temperature for name in names})
    if here is None:
        raise Decline("both cities are equally warm")
    there = names[1 - names.index(here)]
    gid = gid_of(plan, title)
    warm, cool = (
        plan.call("get_current_weather", f"Look up the weather in {city}", location=city)
        for city in (here, there)
    )
    sun = plan.call("get_sun_times", f"Look up today's sunrise in {here}", location=here)
    air = plan.call("get_air_quality", f"Look up the air quality of {there}", location=there)
    ahead = plan.call(
        "sub", "Subtract the temperatures", a=warm["temperature"], b=cool["temperature"]
    )
    dawn = clock(plan, "Take hours and minutes of the sunrise", sun["sunrise"])
    short = tenths(plan, "Round the difference to one decimal", ahead)
    texts = (
        f"{here} leads by {short} degrees",
        f"{here} woke at {dawn[0, 'match']}",
        f"{there} breathes {air['aqi']} ({air['category']})",
    )
    before: list[Step] = []
    for number, text in enumerate(texts, 1):
        say = f"Send the group message {number} of the bulletin"
        sent = plan.call("send_message_to_group", say, gid=gid, content=text, after=before)
        before = [sent]
    words = {"title": title, "here": here, "there": there}
    rules = exact(GROUP_MESSAGES, texts, short, dawn, air)
    return Query(words, texts=rules, ordered=(GROUP_CHATS,))
