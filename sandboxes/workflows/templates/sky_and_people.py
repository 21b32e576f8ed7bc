"""Sun, rain and readings that go into moments, notes and chats."""

from __future__ import annotations

from sandboxes._streams import Stream
from sandboxes.apps.light_talk.stage import plant_moment
from sandboxes.apps.light_weather.climate import usual
from sandboxes.apps.light_weather.corpus_reader import cities, stations
from sandboxes.apps.light_weather.data_model import LightWeather
from sandboxes.tasks.kit.general import date_in, in_words, ordinals, some_of, today
from sandboxes.tasks.kit.talk import (
    GROUP_CHATS,
    GROUP_MESSAGES,
    MESSAGES,
    MOMENTS,
    others,
    shown_places,
)
from sandboxes.workflows._template import Planner, Query, workflow
from sandboxes.workflows.kit import uid_of
from sandboxes.workflows.templates.weather_notes import (
    a_group,
    alert,
    clock,
    exact,
    gid_of,
    highest,
    sunny_cities,
    tenths,
)

_COMMENTS = "LightTalk/contacts/*/moments/*/**/comments/*/content"
_CHATS = "LightTalk/contacts/*/chat_history"
_WETTEST = 25  # cities, of those that usually have most rain at this time of the year


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        'While my moments still show my old place, post exactly "{goodbye}" as one more of '
        'them. Only then change my place to "{place}" and post a second '
        'moment about the weather there in this hour, like this: "Hello from {city}: 21.3 °C, '
        '64% humidity". Both without pictures. {name} is to get the link to the second moment as '
        'a message, nothing but the link. And set an alert for {city}, "wind above", with the '
        "speed of the present gusts there as threshold.",
        'I am moving from one place to another today, and my moments should show it. First "'
        '{goodbye}", exactly so, from where I am now; after that let "{place}" be shown as my '
        'place and publish "Hello from {city}: 21.3 °C, 64% humidity" with what LightWeather says '
        "of this hour. No pictures. Send {name} the bare link to this second moment, and have me "
        'alerted for {city}: condition "wind above", threshold its wind gusts right now.',
    ),
    answer="Both moments are out, and the link to the second has been sent.",
)
def farewell_and_arrival(plan: Planner, draw: Stream) -> Query:
    """A moment before and one after the place is changed, whose link is sent."""
    (friend,) = some_of(draw, others(plan.world), 1, "open contacts")
    city, place = draw.choice(list(shown_places().items()))
    goodbye = draw.choice(("Bags packed, cat fed, door locked.", "The keys are with Aunt Rosa."))
    right = plan.call("ask_for_privilege", "Ask for the right to publish moments")
    now = plan.call("get_current_weather", f"Look up the weather in {city}", location=city)
    me = plan.call("get_my_uid", "Look up my own UID")
    uid = uid_of(plan, friend)
    first = plan.call(
        "post_moment", "Publish the farewell", content=goodbye, img_urls=[], after=[right]
    )
    alert(plan, f"Set an alert for {city} at the gusts now", city, "wind above", now["wind_gust"])
    moved = plan.call("change_my_ip", f"Let {city} be my place", where=place, after=[first])
    text = f"Hello from {city}: {now['temperature']} °C, {now['humidity']}% humidity"
    second = plan.call(
        "post_moment", f"Publish the hello from {city}", content=text, img_urls=[], after=[moved]
    )
    link = plan.call(
        "get_shared_url_of_moment", "Make a link to the hello", uid=str(me), moid=second["moid"]
    )
    plan.call("send_message", f"Send {friend.name} the link", uid=uid, content=str(link))
    words = {"goodbye": goodbye, "place": place, "city": city, "name": friend.name}
    return Query(words, texts=exact(MOMENTS, [goodbye, text], now))


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        "Three weather stations interest me: {first}, {second} and {third}. Take the average of "
        "the temperatures they measure now, rounded to one decimal place. {reader} gets it as "
        '"The three average 17.4 °C"; and in the city of {third} it becomes the threshold of an '
        'alert with the condition "temperature below". {climber} only wants to know how high '
        '{first} stands, in feet to one decimal place: "It stands at 7860.9 feet".',
        'Tell {climber} the elevation of the weather station {first} in this form: "It stands at '
        '7860.9 feet", converted from metres and rounded to one decimal. Then read the '
        "thermometers of {first}, {second} and {third} as they are in this hour and average them, "
        'again to one decimal. {reader} should be told "The three average 17.4 °C", and an alert '
        'should go off in the city of {third}: "temperature below" that average.',
    ),
    answer="The average of the three stations and the elevation of the first.",
)
def average_of_three_stations(plan: Planner, draw: Stream) -> Query:
    """Three stations are read and averaged, and the elevation of one is converted."""
    status = plan.world.app(LightWeather).readings.statuses
    working = [station for station in stations().values() if status[station.station_id] == "online"]
    names = [station.name for station in some_of(draw, working, 3, "working stations")]
    reader, climber = some_of(draw, others(plan.world), 2, "open contacts")
    known = plan.call("list_stations", "List the weather stations")
    places = [[station["name"] for station in known.output].index(name) for name in names]
    uids = [uid_of(plan, friend) for friend in (reader, climber)]
    ids = [known[place, "station_id"] for place in places]
    seen = [
        plan.call("get_station_observation", f"Read the instruments of {name}", station_id=sid)
        for name, sid in zip(names, ids, strict=True)
    ]
    info = plan.call("get_station_info", f"Look up where {names[0]} stands", station_id=ids[0])
    numbers = [reading["temperature"] for reading in seen]
    mean = plan.call("mean", "Average the three temperatures", numbers=numbers)
    feet = plan.call(
        "convert_length",
        "Convert its elevation to feet",
        value=info["elevation"],
        from_unit="meter",
        to_unit="foot",
    )
    average = tenths(plan, "Round the average to one decimal", mean)
    height = tenths(plan, "Round the feet to one decimal", feet)
    text, other = f"The three average {average} °C", f"It stands at {height} feet"
    plan.call("send_message", f"Tell {reader.name} the average", uid=uids[0], content=text)
    plan.call("send_message", f"Tell {climber.name} the height", uid=uids[1], content=other)
    say, city = f"Set an alert in the city of {names[2]}", known[places[2], "city"]
    alert(plan, say, city, "temperature below", str(average))
    words = {**ordinals(names), "reader": reader.name, "climber": climber.name}
    return Query(words, texts=exact(MESSAGES, [text, other], average, height))


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        "{first} is travelling; the newest of the moments shows where. Like that moment and "
        "comment on it with the temperature that the city has now: \"It's 23.4 °C in Lyon, enjoy "
        'it!" Put an alert on the city, "rain above" {limit}. {second} worries about {first} and '
        'the sun: write "{first} is in Lyon, where today\'s UV index is 5.3 (moderate)", with the '
        "right city, index and level.",
        "Have a look at {first}'s latest moment, give it a like and see which city it came from. "
        "What is the temperature in that city at the moment? Comment below the moment in this "
        'form: "It\'s 23.4 °C in Lyon, enjoy it!" Let {second} know how strong the sun gets '
        'there: "{first} is in Lyon, where today\'s UV index is 5.3 (moderate)". I also want an '
        'alert for that city with the condition "rain above" and the threshold {limit}.',
    ),
    answer="Where the friend is, how warm it is there, and who has been told.",
)
def greet_from_afar(plan: Planner, draw: Stream) -> Query:
    """A friend's newest moment tells the city whose weather is commented on and passed on."""
    first, second = some_of(draw, others(plan.world), 2, "open contacts")
    post = draw.choice(("Found the best noodles in town.", "Lost again, and glad of it."))
    plant_moment(plan.world, first.uid, post, draw.choice(list(shown_places().values())))
    limit = draw.between(2, 9)
    mine, theirs = (uid_of(plan, friend) for friend in (second, first))
    say = f"Look up the newest moment of {first.name}"
    newest = plan.call("get_last_k_moments", say, uid=theirs, k=1)
    moid = newest[0, "moid"]
    plan.call("like_moment", "Like that moment", uid=theirs, moid=moid)
    say = "Take the city from the moment's place"
    found = plan.call("regex_search", say, pattern="^[^,]+", text=newest[0, "ip"])
    city = found[0, "match"]
    now = plan.call("get_current_weather", "Look up the weather there", location=city)
    alert(plan, "Set an alert for rain there", city, "rain above", limit)
    text = f"It's {now['temperature']} °C in {city}, enjoy it!"
    plan.call("comment_moment", "Comment on the moment", uid=theirs, moid=moid, content=text)
    rays = plan.call("get_uv_index", "Look up today's UV index there", location=city)
    sun = f"{rays['uv_index']} ({rays['level']})"
    other = f"{first.name} is in {city}, where today's UV index is {sun}"
    plan.call("send_message", f"Tell {second.name} about the sun there", uid=mine, content=other)
    words = {**ordinals([first.name, second.name]), "limit": str(limit)}
    rules = exact(_COMMENTS, [text], now, found) + exact(MESSAGES, [other], rays, found)
    return Query(words, texts=rules)


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        "{first} lives in {here} now, {second} in {there} and {third} in {yonder}. Put the weather "
        "of this hour into my private note on each of them, with the condition as LightWeather "
        'names it: "{there}: 23.1 °C, cloudy". In my own chat I want to find '
        '"The three of us average 20.4 °C", which is the mean of these temperatures to one '
        "decimal place.",
        "My pen friends {first}, {second} and {third} live in {here}, {there} and {yonder}, in "
        "this order. Let the remark that I keep on each of them say what the weather is there "
        'right now, such as "{here}: 23.1 °C, cloudy" (take the word for the condition from '
        "LightWeather). And send myself, in my own chat, the average of the three temperatures, "
        'rounded to one decimal: "The three of us average 20.4 °C".',
    ),
    answer="The weather that each note holds now, and the average.",
)
def notes_on_three_friends(plan: Planner, draw: Stream) -> Query:
    """One look at three cities fills three remarks and a message to oneself."""
    friends = some_of(draw, others(plan.world), 3, "open contacts")
    names = draw.sample(list(cities()), 3)
    uids = [uid_of(plan, friend) for friend in friends]
    tour = plan.call("estimate_travel_weather", "Look up the weather in all three", route=names)
    me = plan.call("get_my_uid", "Look up my own UID")
    for place, (uid, friend) in enumerate(zip(uids, friends, strict=True)):
        warmth, condition = tour[place, "temperature"], tour[place, "condition"]
        note = f"{names[place]}: {warmth} °C, {condition}"
        plan.call("edit_remark", f"Change the note on {friend.name}", uid=uid, remark=note)
    numbers = [tour[place, "temperature"] for place in range(3)]
    mean = plan.call("mean", "Average the three temperatures", numbers=numbers)
    short = tenths(plan, "Round the average to one decimal", mean)
    text = f"The three of us average {short} °C"
    plan.call("send_message", "Write it into my own chat", uid=str(me), content=text)
    words = dict(zip(("here", "there", "yonder"), names, strict=True))
    words |= ordinals([friend.name for friend in friends])
    return Query(words, texts=exact(MESSAGES, [text], short))


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        "{name} waters my garden in {city}. Add up the precipitation there from {start} to {end}, "
        "and that forecast for {days} days, today included. Write to {name} first how much more "
        "fell than will fall, the difference in millimetres rounded to one decimal place and "
        'with a minus sign if more is to come: "Past minus coming: 12.3 mm". Then, in a second '
        "message, name the English weekday on which most fell from {start} to {end}: "
        '"Wettest was Tuesday, with 9.8 mm". Also set an alert for {city}: condition "rain '
        'above", threshold the precipitation of that day.',
        "How wet was {city} from {start} to {end}, and how wet will the next {days} days be, "
        "beginning with today? Subtract the precipitation to come from what fell and send {name} "
        'the result, to one decimal place: "Past minus coming: 12.3 mm". Follow it up with '
        '"Wettest was Tuesday, with 9.8 mm" for the past day with the most. This most is also to '
        'be the threshold of a new alert for {city}, whose condition is "rain above".',
    ),
    answer="How past and coming rain compare, and which day was the wettest.",
)
def rain_before_and_after(plan: Planner, draw: Stream) -> Query:
    """Past and coming rain are compared in a message, the wettest day follows in another."""
    (friend,) = some_of(draw, others(plan.world), 1, "open contacts")
    day = today(plan.world)
    rainy = sorted(cities(), key=lambda name: -usual(cities()[name].rainfall, day))
    city, days = draw.choice(rainy[:_WETTEST]), draw.between(2, 4)
    start, end = date_in(plan.world, -draw.between(4, 6)), date_in(plan.world, -1)
    say, first, last = f"Look up past days in {city}", str(start), str(end)
    past = plan.call("get_historical_weather", say, location=city, start=first, end=last)
    say = f"Look up the daily forecast for {city}"
    coming = plan.call("get_forecast", say, location=city, days=days)
    uid = uid_of(plan, friend)
    fell, falls = (
        plan.call("sum_of_list", say, numbers=[found[n, "precipitation"] for n in range(count)])
        for say, found, count in (
            ("Add up what fell", past, len(past.output)),
            ("Add up what is to fall", coming, days),
        )
    )
    wettest = highest([each["precipitation"] for each in past.output])
    most = past[wettest, "precipitation"]
    weekday = plan.call("date_to_weekday", "Name the wettest day", d=past[wettest, "date"])
    alert(plan, f"Set an alert for {city} at that day's rain", city, "rain above", most)
    left = plan.call("sub", "Subtract what is to fall", a=str(fell), b=str(falls))
    short = tenths(plan, "Round the difference to one decimal", left)
    text, other = f"Past minus coming: {short} mm", f"Wettest was {weekday}, with {most} mm"
    sent = plan.call("send_message", f"Tell {friend.name} the result", uid=uid, content=text)
    say = f"Tell {friend.name} the wettest day"
    plan.call("send_message", say, uid=uid, content=other, after=[sent])
    words = {"name": friend.name, "city": city, "days": str(days)}
    words |= {"start": in_words(start), "end": in_words(end)}
    rules = exact(MESSAGES, [text, other], short, weekday, past)
    return Query(words, texts=rules, ordered=(_CHATS,))


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        "We have to choose between {here} and {there} and take whichever has the warmer climate "
        "over the years. That city becomes my primary location. Announce the move in a moment "
        'without pictures, exactly "{post}", and add a comment of your own below it on how the '
        "mean temperature of that city changed from {early} to {late}, to one decimal place and "
        'with a minus sign if it fell: "Off to Oslo: 1.2 °C since {early}". {name} coughs a lot '
        'and needs the air quality index there in this hour: "Air in Oslo: 43 (good)". Put in '
        "the real city and figures.",
        "By its usual climate, which is warmer, {here} or {there}? There we shall live: set it as "
        'my primary location and tell {name} about its air in this hour: "Air in Oslo: 43 '
        '(good)", that is the city, the air quality index and the category. Then post "{post}" as '
        "a moment, word for word, without a picture. Under it, comment with what you get by "
        "subtracting the mean temperature there in {early} from that in {late}, rounded to one "
        'decimal: "Off to Oslo: 1.2 °C since {early}" (of course with the right city).',
    ),
    answer="Which city is the warmer one, how it has changed, and what was published.",
)
def choose_home_by_climate(plan: Planner, draw: Stream) -> Query:
    """The warmer of two cities becomes home and is described below a moment and in a chat."""
    (friend,) = some_of(draw, others(plan.world), 1, "open contacts")
    here, there = draw.sample(list(cities()), 2)
    years = {"early": draw.between(1990, 2005), "late": draw.between(2015, 2025)}
    post = draw.choice(("Moving boxes wanted!", "Who has a van for a weekend?"))
    right = plan.call("ask_for_privilege", "Ask for the right to publish moments")
    say = f"Compare the climate of {here} and {there}"
    both = plan.call("compare_climate", say, location1=here, location2=there)
    warmer = highest([climate["mean_temperature"] for climate in both.output["climates"]])
    city = both["climates", warmer, "location"]
    me = plan.call("get_my_uid", "Look up my own UID")
    uid = uid_of(plan, friend)
    say = "Announce the move"
    moment = plan.call("post_moment", say, content=post, img_urls=[], after=[right])
    plan.call("set_primary_location", "Make the warmer city my home", location=city)
    then, now = (
        plan.call("get_climate_summary", f"Look up its climate in {year}", location=city, year=year)
        for year in years.values()
    )
    air = plan.call("get_air_quality", "Look up its air quality", location=city)
    later, earlier = now["mean_temperature"], then["mean_temperature"]
    risen = plan.call("sub", "Subtract the earlier mean from the later one", a=later, b=earlier)
    text = f"Air in {city}: {air['aqi']} ({air['category']})"
    plan.call("send_message", f"Tell {friend.name} about the air", uid=uid, content=text)
    short = tenths(plan, "Round the change to one decimal", risen)
    other = f"Off to {city}: {short} °C since {years['early']}"
    say, moid = "Comment on my own moment", moment["moid"]
    plan.call("comment_moment", say, uid=str(me), moid=moid, content=other)
    words = {"here": here, "there": there, "post": post, "name": friend.name}
    words |= {name: str(year) for name, year in years.items()}
    rules = exact(MESSAGES, [text], both, air) + exact(_COMMENTS, [other], both, short)
    return Query(words, texts=rules + exact(MOMENTS, [post]))


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        'The group "{title}" walks in {city} tomorrow, and today\'s sunrise there is near enough '
        'to plan by. Publish a moment that says exactly "{post}", with no picture. The group gets '
        "the link to this moment first, alone in a message, and after it the time of today's "
        'sunrise: "Sunrise at 05:12". {name} drives us and must leave {minutes} minutes before '
        'that time, so write "Leave at 04:32" to {name}.',
        'Post the moment "{post}", exactly that and without pictures, and send the bare link to '
        'it to the group "{title}". When that is done, tell the group in a second message when '
        'the sun rose in {city} today: "Sunrise at 05:12". {name} is the early bird among us and '
        'needs the time {minutes} minutes before that sunrise, in the form "Leave at 04:32".',
    ),
    answer="When the sun rises, when to leave, and that the group has the link.",
)
def walk_at_sunrise(plan: Planner, draw: Stream) -> Query:
    """A group gets the link to a new moment, then the sunrise; the driver an earlier time."""
    title, _ = a_group(plan.world, draw, "Early Birds", "Dew on the Boots", "Before Breakfast")
    (friend,) = some_of(draw, others(plan.world), 1, "open contacts")
    (city,) = sunny_cities(plan.world, draw, 1)
    post = draw.choice(("Who is up for a walk before breakfast?", "Boots by the door, all of you."))
    minutes = 5 * draw.between(4, 11)
    sun = plan.call("get_sun_times", f"Look up today's sunrise in {city}", location=city)
    uid, gid = uid_of(plan, friend), gid_of(plan, title)
    right = plan.call("ask_for_privilege", "Ask for the right to publish moments")
    me = plan.call("get_my_uid", "Look up my own UID")
    say = "Publish the call for walkers"
    moment = plan.call("post_moment", say, content=post, img_urls=[], after=[right])
    say = "Make a link to the moment"
    link = plan.call("get_shared_url_of_moment", say, uid=str(me), moid=moment["moid"])
    say = f"Go back {minutes} minutes from sunrise"
    early = plan.call("add_seconds_iso", say, t=sun["sunrise"], seconds=-60 * minutes)
    dawn = clock(plan, "Take hours and minutes of the sunrise", sun["sunrise"])
    leave = clock(plan, "Take hours and minutes of the start", str(early))
    say = f"Send the group {title} the link"
    sent = plan.call("send_message_to_group", say, gid=gid, content=str(link))
    text, other = f"Sunrise at {dawn[0, 'match']}", f"Leave at {leave[0, 'match']}"
    say = f"Tell the group {title} the time of sunrise"
    plan.call("send_message_to_group", say, gid=gid, content=text, after=[sent])
    plan.call("send_message", f"Tell {friend.name} when to leave", uid=uid, content=other)
    words = {"title": title, "city": city, "post": post, "name": friend.name}
    rules = exact(GROUP_MESSAGES, [text], dawn) + exact(MESSAGES, [other], leave)
    rules += exact(MOMENTS, [post])
    return Query({**words, "minutes": str(minutes)}, texts=rules, ordered=(GROUP_CHATS,))


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        "{first} in {here}, {second} in {there} and {third} in {yonder} have asthma and like to "
        "compare. Tell each of the three the air quality index of this hour in their own city and "
        'the average of all three, to one decimal: "Yours is 43, we average 51.7".',
        "How good is the air right now in {here}, where {first} is, in {there} with {second} and "
        'in {yonder} with {third}? Each gets a message, "Yours is 43, we average 51.7": first the '
        "index of the own city, then the mean of the three, rounded to one decimal place.",
    ),
    answer="The three indices, their average, and that all three have been told.",
)
def compare_air_of_three(plan: Planner, draw: Stream) -> Query:
    """Three indices are averaged, and each of three people is told one and the average."""
    friends = some_of(draw, others(plan.world), 3, "open contacts")
    names = draw.sample(list(cities()), 3)
    uids = [uid_of(plan, friend) for friend in friends]
    airs = [
        plan.call("get_air_quality", f"Look up the air quality of {city}", location=city)
        for city in names
    ]
    mean = plan.call("mean", "Average the three indices", numbers=[air["aqi"] for air in airs])
    short = tenths(plan, "Round the average to one decimal", mean)
    texts = [f"Yours is {air['aqi']}, we average {short}" for air in airs]
    for friend, uid, text in zip(friends, uids, texts, strict=True):
        plan.call("send_message", f"Tell {friend.name}", uid=uid, content=text)
    words = dict(zip(("here", "there", "yonder"), names, strict=True))
    words |= ordinals([friend.name for friend in friends])
    return Query(words, texts=exact(MESSAGES, texts, short, *airs))
