"""Tasks about what several people set out to do together: a walk, an outing."""

from __future__ import annotations

from evaluators import Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_shop.stage import empty_cart, set_stock
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import clear_alerts, set_primary
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import fahrenheit, in_fahrenheit, tenths
from sandboxes.tasks.kit.general import listed, one_of
from sandboxes.tasks.kit.shop import PAYMENTS, buy, looked_up, units_left
from sandboxes.tasks.kit.shop_goods import goods_of_shops
from sandboxes.tasks.kit.talk import GROUP_MESSAGES, new_group, open_up, people, uid_of
from sandboxes.tasks.kit.weather import (
    WantedAlert,
    alerts_are,
    current,
    day_ahead,
    delete_all_alerts,
    forecast,
    foremost,
    set_weather_alert,
)

_FRIENDS, _WALKERS = 3, 4
_REMARKS = ("Travels light", "Never misses a train", "Carries the map")
_APART = 1.7  # degrees: no station, which may be 0.8 off, says otherwise

_FOR_TRIP = frozenset(
    (
        *("fruit", "water bottle", "backpack", "sleeping bag", "headlamp", "trekking poles"),
        *("snorkel set", "swim goggles", "yoga mat", "badminton racket", "flying disc"),
        *("hammock", "sunglasses", "cap", "hat", "raincoat", "poncho", "slippers"),
        *("sandals", "bathrobe", "socks", "scarf", "power bank", "headphones", "charger", "camera"),
        *("travel", "language", "cookery"),
        *("kettle", "fan", "lamp", "potato", "tomato", "mushroom", "onion", "bean", "asparagus"),
    )
)
"""Kinds and categories that travellers and their hosts may need."""


@template(
    level=2,
    apps=("LightTalk", "LightWeather"),
    traps=("latent_prerequisite", "arithmetic_or_text"),
    phrasings=(
        "Tomorrow I go walking near {city} with {walkers}. Make a group of the five of us with "
        'the name "{title}", and write to it, mentioning nobody, how warm it gets in {city} '
        "tomorrow at most, by the forecast of LightWeather, in degrees Fahrenheit and rounded to "
        "one decimal, as a figure such as 54.3. That must be the only number in the message, "
        "and digits in names count too. For myself, set an alert for {city} with the condition "
        '"wind above" and '
        "the threshold {gust}.",
        'I want a new LightTalk group called "{title}" for tomorrow\'s walk around {city}, with '
        "{walkers} in it and nobody else but me. As they all come from America, tell the group, "
        "without a mention of anybody, tomorrow's highest temperature in {city} according to "
        "LightWeather's forecast in Fahrenheit, rounded to one decimal, as a figure such as 54.3 "
        "and with no second number in the message, not even in a name. Also let me have an alert "
        'on "wind above" {gust} for {city}: these two words are its condition, the number its '
        "threshold.",
        "Please organise our walk near {city}: I should be with {walkers} in a new group that "
        'bears exactly the name "{title}". Post there, with nobody mentioned, the high that '
        "LightWeather forecasts for {city} for tomorrow, in Fahrenheit to one decimal, as a "
        "figure such as 54.3; no other number may stand in the message, not even as part of a "
        'name. On LightWeather, add an alert for {city} whose condition reads "wind above" and '
        "whose threshold is {gust}.",
    ),
    reading=Reading("2026-11-30", "d6ea1f0e9c37"),
)
def gather_for_walk(world: World, draw: Stream) -> Draft:
    """Found a group, tell it tomorrow's high in another unit, and set an alert."""
    walkers = people(world, draw, _WALKERS)
    city, gust = draw.choice(list(cities())), draw.between(25, 60)
    title = draw.choice(
        ("Boots and Sandwiches", "Sunday Ramblers", "The Slow Walkers", "Over Hill and Dale")
    )
    high = forecast(world, city, 1)["high"]
    names = listed([walker.name for walker in walkers])

    def prepare(stage: Stage) -> None:
        clear_alerts(stage.world)
        open_up(stage.world, walkers)

    def gold(do: Client) -> None:
        uids = [uid_of(do, walker.name) for walker in walkers]
        do("ask_for_privilege")
        gid = new_group(do, uids, title)
        top = tenths(do, in_fahrenheit(do, day_ahead(do, city, 1)["high"]))
        do.steadily("send_message_to_group", gid=gid, content=f"It gets up to {top} tomorrow.")
        set_weather_alert(do, city, "wind above", gust)

    return Draft(
        {"walkers": names, "city": city, "title": title, "gust": str(gust)},
        gold,
        unique=(names, city, title, str(gust)),
        prepare=prepare,
        texts=((GROUP_MESSAGES, Slot(round(fahrenheit(high), 1))),),
    )


@template(
    level=3,
    apps=("LightTalk", "LightShop", "LightWeather"),
    traps=("condition", "recoverable_failure", "latent_prerequisite"),
    phrasings=(
        "I will spend the weekend with {friends} in {cities}, whichever of them has the highest "
        "current temperature on LightWeather. Make that city my primary location and keep the "
        "alert that I have set for it, but delete those for the other two. Found a group of the "
        'four of us, called "Off to" and then the name of the city, such as "Off to Ghent", and '
        "tell it, mentioning nobody, tomorrow's highest temperature there by the forecast, in "
        "degrees Celsius as a figure such as 12.5, with no other number in the message, not even "
        'as part of a name. We need four units of "{item}" from "{shop}"; if fewer than four are '
        'left there, buy four units of "{other}" from "{other_shop}" instead. My remark on each '
        'of the three should be exactly "{remark}".',
        "Where do we go this weekend, to {cities}? See on LightWeather which of the three has the "
        "highest current temperature. That city becomes my primary location. I have an alert for "
        "each of these three; only the one for the chosen city may stay. {friends} come along: "
        'put them in a new group with me and name it "Off to", followed by the city, as in "Off '
        'to Ghent". Send the group, without mentions, the high that is forecast there for '
        "tomorrow, in Celsius as a figure such as 12.5; it must be the only number in the "
        "message, and digits in names count too. Set my remark on all three of them to exactly "
        '"{remark}". Then '
        'buy four units of "{item}" at "{shop}" or, if that shop does not have four, four units '
        'of "{other}" at "{other_shop}" and none of the first.',
        "Please prepare the trip that I make with {friends}. For our hosts there, buy four units "
        'of "{item}" from "{shop}" if it has as many left, otherwise, in place of them, four '
        'units of "{other}" from "{other_shop}". We go to {cities}, whichever has the highest '
        "current temperature on LightWeather. Choose that city as my primary location, and of my "
        "three alerts, one for each of these cities, delete the two for the cities where we don't "
        'go. Create a group chat for the four of us whose name is "Off to" with the name of the '
        'city after it, for instance "Off to Ghent", and post, with nobody mentioned, tomorrow\'s '
        "forecast high for that city in it, in Celsius as a figure such as 12.5 and with no "
        "second number in the text, not even in a name. The remark on each of my three companions "
        'is to read exactly "{remark}".',
    ),
    reading=Reading("2026-11-30", "cf900d412f6c"),
)
def travel_where_it_is_warm(world: World, draw: Stream) -> Draft:
    """Choose the warmest city and prepare a trip there; the first shop has too few of a good."""
    degrees = {city: current(world, city).temperature for city in cities()}
    triples = [draw.sample(list(degrees), 3) for _ in range(9)]
    clear = [t for t in triples if foremost({city: degrees[city] for city in t}, apart=_APART)]
    places = one_of(draw, clear, "three cities of which one is clearly the warmest")
    high = forecast(world, max(places, key=lambda city: degrees[city]), 1)["high"]
    before = one_of(draw, [city for city in cities() if city not in places], "other city")
    friends = people(world, draw, _FRIENDS)
    first, second = goods_of_shops(world, draw, 2, _FOR_TRIP)
    left = draw.between(0, 3)
    remark = draw.choice(_REMARKS)

    def prepare(stage: Stage) -> None:
        alerts_are(*(WantedAlert(city, "rain above", 4.0) for city in sorted(places)))(stage)
        set_primary(stage.world, before)
        empty_cart(stage.world)
        set_stock(stage.world, first[0].sid, first[1].tid, left)
        open_up(stage.world, friends)

    def gold(do: Client) -> None:
        now = {city: do("get_current_weather", location=city)["temperature"] for city in places}
        chosen = max(places, key=lambda city: float(now[city]))
        do("set_primary_location", location=chosen)
        delete_all_alerts(do, but_of=chosen)
        uids = [uid_of(do, friend.name) for friend in friends]
        do("ask_for_privilege")
        gid = new_group(do, uids, f"Off to {chosen}")
        top = day_ahead(do, chosen, 1)["high"]
        do.steadily("send_message_to_group", gid=gid, content=f"Tomorrow it has up to {top}.")
        enough = units_left(do, *looked_up(do, *first)) >= 4
        buy(do, *(first if enough else second), 4)
        for uid in uids:
            do.steadily("edit_remark", uid=uid, remark=remark)

    words = {
        "friends": listed([friend.name for friend in friends]),
        "cities": f"{places[0]}, {places[1]} or {places[2]}",
        "remark": remark,
    }
    words |= {"item": first[1].name, "shop": first[0].name}
    words |= {"other": second[1].name, "other_shop": second[0].name}
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        texts=((GROUP_MESSAGES, Slot(high)),),
        summed=(PAYMENTS,),
    )
