"""Work at a desk: domains, ciphers, texts, statistics, calendars and the sums of a club."""

from __future__ import annotations

from evaluators import Exact
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Contact
from sandboxes.apps.light_talk.stage import found_group
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import clear_alerts
from sandboxes.stateless.network.corpus_reader import network_corpus
from sandboxes.tasks import Decline
from sandboxes.tasks.kit.general import one_of, ordinals, some_of, told
from sandboxes.tasks.kit.stock import fee_of, fresh_account, some_quotes, spoken_name
from sandboxes.tasks.kit.talk import GROUP_MESSAGES, MOMENTS, others
from sandboxes.workflows._template import Planner, Query, workflow
from sandboxes.workflows.kit import find_person
from sandboxes.workflows.templates.workshop import convert, rounded, two_decimals, write

_LANGUAGES = {"English": "en", "French": "fr", "Spanish": "es", "Polish": "pl", "Turkish": "tr"}
_SECRETS = (
    "We meet at the lock, not at the mill!",
    "Dig below the third plum tree; bring gloves.",
    "The cake is in the piano. Tell no-one.",
    "Look behind the clock, then count to ten!",
)
_CODE_WORDS = ("heron", "bramble", "lantern", "fig", "waterfall", "kite", "pumpkin")
_SHOWS = ("pumpkins", "cabbages", "marrows", "melons")
_DEAREST = 400_00  # cents
_LONG_ENOUGH = 60  # characters
_CLEARLY_LONGER = 300  # seconds


@workflow(
    apps=("LightOS", "LightTalk"),
    phrasings=(
        "Two domains of our society will lapse one day. {first} renews {mine}: tell {first} on "
        "LightTalk when its registration expires, with the name of that weekday in {language}, in "
        'the form "{mine} expires on {example}, 2027-05-04". {second} renews {other}, and there '
        "a private note on the contact {second} will do, which counts the days from today to the "
        'expiry: "{other}: 412 days".',
        "Please look up when the registrations of {mine} and {other} end. In the remark that I "
        'keep on {second}, put how many days from today {other} has left, as "{other}: 412 days". '
        '{first} is to get a LightTalk message, "{mine} expires on {example}, 2027-05-04" but with '
        "the true date, and its weekday in {language} as in this example.",
    ),
    answer="One has been told when the domain expires, and the other's days are noted.",
)
def domains_to_renew(plan: Planner, draw: Stream) -> Query:
    """The date and weekday of one domain's expiry are told, the days until another's noted."""
    pair = some_of(draw, others(plan.world), 2, "open contacts")
    mine, other = _registered(plan.world, draw)
    language = draw.choice(sorted(_LANGUAGES))
    now = plan.call("now", "Find today's date")
    first, second = (find_person(plan, person.name) for person in pair)
    whois, whose = (
        plan.call("whois_lookup", f"Look up the registration of {domain}", target=domain)
        for domain in (mine, other)
    )
    day = plan.call(
        "date_to_weekday", "Name the weekday", d=whois["expires"], locale=_LANGUAGES[language]
    )
    left = plan.call("days_diff", "Count the days left", t1=str(now), t2=whose["expires"])
    note = f"{other}: {left}"
    plan.call("edit_remark", f"Note the days left of {other}", uid=second["uid"], remark=note)
    text = f"{mine} expires on {day}, {whois['expires']}"
    example = told(plan.world, "date_to_weekday", d="2027-05-04", locale=_LANGUAGES[language])
    words = {"mine": mine, "other": other, "language": language, "example": example}
    words |= ordinals(person.name for person in pair)
    return Query(words, texts=(write(plan, first, text, day, whois),))


def _registered(world: World, draw: Stream) -> list[str]:
    """Two domains of organisations that are registered."""
    domains = draw.sample(sorted(one.domain for one in network_corpus().organisations.values()), 5)
    found = [(name, told(world, "whois_lookup", target=name)["status"]) for name in domains]
    return some_of(draw, [name for name, status in found if status == "registered"], 2, "domains")


@workflow(
    apps=("LightTalk",),
    phrasings=(
        'A riddle for three on LightTalk. Put "{secret}" in capitals and shift every letter '
        'forward in the alphabet (round its end) by as many places as the word "{word}" has '
        "letters; marks and blanks stay. {first} gets the result and nothing else. {second} gets "
        'the shift: "Go back 9 letters". {third}, the referee, gets the SHA-256 digest of what '
        "{first} got, in small hexadecimal digits, with no word added.",
        'Treasure hunt! The clue is "{secret}", all in capital letters, enciphered by a Caesar '
        'shift forward whose width is the number of letters of "{word}". By LightTalk, send the '
        'enciphered clue alone to {first}, and the width to {second} as "Go back 9 letters". So '
        "that {third} can check that nobody cheats, send {third} the SHA-256 of the enciphered "
        "clue: just the 64 hexadecimal digits, in lower case.",
    ),
    answer="The clue, the key and the proof are with three different people.",
)
def clue_key_and_proof(plan: Planner, draw: Stream) -> Query:
    """An enciphered clue, its key and its digest go to three people."""
    trio = some_of(draw, others(plan.world), 3, "open contacts")
    secret, word = draw.choice(_SECRETS), draw.choice(_CODE_WORDS)
    capitals = plan.call("to_upper", "Put the clue in capitals", text=secret)
    shift = plan.call("count_chars", "Count the letters of the code word", text=word)
    first, second, third = (find_person(plan, person.name) for person in trio)
    cipher = plan.call("simple_caesar", "Encipher the clue", text=str(capitals), shift=str(shift))
    digest = plan.call("sha256", "Digest the enciphered clue", text=str(cipher))
    texts = (
        write(plan, first, str(cipher), cipher),
        write(plan, second, f"Go back {shift} letters", shift),
        write(plan, third, str(digest), digest),
    )
    words = {"secret": secret, "word": word, **ordinals(person.name for person in trio)}
    return Query(words, texts=texts)


@workflow(
    apps=("LightTalk",),
    phrasings=(
        "{author} and I count words for fun. Take the newest moment of {author} on LightTalk, give "
        'it a like and comment on it, in the form "12 words, 80 characters" with the true figures '
        "of its text (blanks and marks are characters, too). {friend} never looks at moments: send "
        "{friend} the text, cut to {length} characters including three closing dots, in the form "
        '"{author} wrote: Today I went to the ...".',
        "Look at the latest moment that {author} posted. Like it, and leave the comment "
        '"12 words, 80 characters", only with the numbers of words and of characters, blanks '
        'included, that its text really has. Then message {friend} "{author} wrote: " and after '
        "that the text of the moment, shortened to {length} characters of which the last three are "
        "dots.",
    ),
    answer="The moment is liked and counted, and the friend has its beginning.",
)
def counted_moment(plan: Planner, draw: Stream) -> Query:
    """The newest moment of a contact is liked, counted in a comment, and quoted to another."""
    talk = plan.world.app(LightTalk)
    people = others(plan.world)
    authors = [person for person in people if _has_new_moment(talk, person)]
    author = one_of(draw, authors, "contact with a long new moment")
    friend = one_of(draw, [person for person in people if person != author], "friend")
    length = draw.choice((30, 36, 42, 48))
    owner, reader = find_person(plan, author.name), find_person(plan, friend.name)
    newest = plan.call(
        "get_last_k_moments", f"Fetch the newest moment of {author.name}", uid=owner["uid"], k=1
    )
    text, moid = newest[0, "content"], newest[0, "moid"]
    count = plan.call("count_words", "Count its words", text=text)
    size = plan.call("count_chars", "Count its characters", text=text)
    short = plan.call("truncate", "Cut it short", text=text, length=length)
    plan.call("like_moment", "Like the moment", uid=owner["uid"], moid=moid)
    comment = f"{count} words, {size} characters"
    plan.call("comment_moment", "Comment on it", uid=owner["uid"], moid=moid, content=comment)
    words = {"author": author.name, "friend": friend.name, "length": str(length)}
    return Query(words, texts=(write(plan, reader, f"{author.name} wrote: {short}", short),))


def _has_new_moment(talk: LightTalk, person: Contact) -> bool:
    """Whether the newest moment of a contact is long, clearly the newest and not yet liked."""
    moments = sorted(talk.moments.of(person.uid).values(), key=lambda moment: moment.timestamp)
    if not moments or (len(moments) > 1 and moments[-2].timestamp == moments[-1].timestamp):
        return False
    newest = moments[-1]
    return len(newest.content) > _LONG_ENOUGH and talk.me not in newest.who_likes


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        "The seedlings in {grove} need an alarm: LightWeather alert, condition exactly "
        '"temperature below", threshold in degrees Celsius. Take the average of the lows forecast '
        "there for today and the next two days, but if that is under {heat} degrees Fahrenheit, "
        "take those instead. The boat in {harbour} needs one, too: condition exactly "
        '"wind above", threshold {knots} knots in km/h. Round both thresholds to one decimal '
        'place, and tell {name} on LightTalk: "Alarms: 4.5 degrees, 40.0 km/h".',
        "Set two weather alerts, then send {name} both thresholds in the form "
        '"Alarms: 4.5 degrees, 40.0 km/h". Alert one, {harbour}: "wind above" (just these words), '
        '{knots} knots, converted to km/h. Alert two, {grove}: "temperature below" (likewise), '
        "in degrees Celsius, namely the mean of the forecast lows of the three days beginning "
        "today or {heat} °F, whichever is higher. One decimal place for either threshold.",
    ),
    answer="Both alarms are set and their thresholds told.",
)
def frost_and_wind_watch(plan: Planner, draw: Stream) -> Query:
    """Two alerts: one at a mean of forecast lows or a converted limit, one at a converted speed."""
    clear_alerts(plan.world)
    friend = one_of(draw, others(plan.world), "open contact")
    grove, harbour = draw.sample(sorted(cities()), 2)
    heat, knots = draw.between(34, 60), draw.between(18, 36)
    days = plan.call("get_forecast", f"The next days in {grove}", location=grove, days=3)
    least = convert(
        plan, "Unit_convert_temperature", "The limit in Celsius", heat, "fahrenheit", "celsius"
    )
    speed = convert(plan, "convert_speed", "The limit in km/h", knots, "knot", "kilometer_per_hour")
    found = find_person(plan, friend.name)
    lows = [days[day, "low"] for day in range(3)]
    mean = plan.call("mean", "Average the lows", numbers=lows)
    wind = rounded(plan, str(speed), "the wind")
    higher = plan.call("max_val", "Take the higher limit", a=str(mean), b=str(least))
    frost = rounded(plan, str(higher), "the temperature")
    for city, condition, limit in (
        (harbour, "wind above", wind),
        (grove, "temperature below", frost),
    ):
        plan.call(
            "create_alert",
            f"Set the alert for {city}",
            location=city,
            condition=condition,
            threshold=str(limit),
        )
    texts = (write(plan, found, f"Alarms: {frost} degrees, {wind} km/h", frost, wind),)
    words = {"grove": grove, "harbour": harbour, "heat": str(heat), "knots": str(knots)}
    return Query(words | {"name": friend.name}, texts=texts)


@workflow(
    apps=("LightStock", "LightTalk"),
    phrasings=(
        "Our savings club of {members} buys {count} shares of {company} ({ticker}) today: place "
        "the order at the market price for me. What they cost, fee included, is split equally, so "
        "tell {name}, who collects the money, on LightTalk what each of us owes, rounded to the "
        'cent, in the form "12.34 from each of us". Also set a price alert for {ticker} at the '
        "price paid for one share, grown by {rate} per cent a year for {years} years with compound "
        "interest, rounded to the cent.",
        "Buy {count} {ticker} ({company}) for the investment circle, as a market order. We want to "
        "know when the price of a share has risen from what we paid by {rate} % compounded "
        "{years} times; set a price alert at that level, to the cent. Then add up the order's "
        "amount and its fee, divide by the {members} of us, and message {name} the result to the "
        'cent: "12.34 from each of us".',
    ),
    answer="The shares are bought, the alert is set and the collector knows everyone's part.",
)
def shares_of_a_club(plan: Planner, draw: Stream) -> Query:
    """A purchase whose cost is split, and an alert at the price with compound growth."""
    fresh_account(plan.world)
    quote = one_of(draw, some_quotes(plan.world, draw, 1, most=_DEAREST), "stock")
    ticker, count, years = quote.stock.ticker, draw.between(4, 15), draw.between(2, 4)
    rate = draw.between(3, 9)
    amount = count * quote.price
    cents = amount + fee_of(plan.world, amount)
    fitting = [n for n in (3, 4, 5, 6, 7, 9) if two_decimals(cents / n)]
    members = one_of(draw, fitting, "share that has two decimals")
    friend = one_of(draw, others(plan.world), "open contact")
    ready = plan.call("wait_trade_password", "Have the trade password entered")
    growth = plan.call("pow", f"Growth in {years} years", a=1 + rate / 100, b=years)
    found = find_person(plan, friend.name)
    order = plan.call(
        "place_market_order",
        f"Buy {count} shares",
        ticker=ticker,
        side="buy",
        quantity=count,
        after=[ready],
    )
    paid = plan.call("add", "The cost with the fee", a=order["total_amount"], b=order["fee"])
    target = plan.call("mul", "The grown price", a=order["price"], b=str(growth))
    part = plan.call("div", f"Split among {members}", a=str(paid), b=members)
    price, owed = (
        rounded(plan, str(target), "the price", 2),
        rounded(plan, str(part), "the part", 2),
    )
    plan.call("set_price_alert", f"Watch {ticker}", ticker=ticker, price=str(price))
    texts = (write(plan, found, f"{owed} from each of us", owed),)
    words = {"company": spoken_name(quote), "ticker": ticker, "count": str(count)}
    words |= {"members": str(members), "rate": str(rate), "years": str(years)}
    return Query(words | {"name": friend.name}, texts=texts)


@workflow(
    apps=("LightTalk",),
    phrasings=(
        "At the allotment show the five {crop} weighed {pounds} pounds. Post their mean weight in "
        'my LightTalk group "{title}", in kilograms: "On average 4.2 kg". {name} would rather have '
        "the spread, meaning the standard deviation of the five weights (all of them, not a "
        'sample), also in kilograms, as a message: "Spread: 0.9 kg". One decimal place for both. '
        'And let the world know by a moment without pictures: "The {crop} are weighed!"',
        'Please publish a moment that says "The {crop} are weighed!", with no picture. Our five '
        "prize {crop} come to {pounds} pounds. What they weigh on average in kg is for the group "
        '"{title}" on LightTalk, as "On average 4.2 kg"; the population standard deviation in kg '
        'is for {name}, as a message "Spread: 0.9 kg". Round to one decimal place, and only at '
        "the end.",
    ),
    answer="The group knows the mean, the statistician the spread, and the moment is out.",
)
def weights_at_the_show(plan: Planner, draw: Stream) -> Query:
    """Weights converted at once; their mean goes to a group, their spread to a person."""
    world = plan.world
    *members, expert = some_of(draw, others(world), 4, "open contacts")
    title = draw.choice(("Allotment gang", "Plot 14", "Green thumbs", "The compost heap"))
    found_group(world, world.app(LightTalk).me, [person.uid for person in members], title)
    crop = draw.choice(_SHOWS)
    pounds = [draw.between(120, 520) / 10 for _ in range(5)]
    weights = plan.call(
        "convert_batch",
        "Convert the five weights to kilograms",
        requests=[
            {"unit_type": "mass", "value": one, "from_unit": "pound", "to_unit": "kilogram"}
            for one in pounds
        ],
    )
    groups = plan.call("list_all_groups", "List my groups")
    place = next(n for n, group in enumerate(groups.output) if group["name"] == title)
    gid = groups[place, "gid"]
    receiver = find_person(plan, expert.name)
    right = plan.call("ask_for_privilege", "Get the privilege that publishing needs")
    numbers = [weights[place, "result"] for place in range(5)]
    mean = plan.call("mean", "Average the weights", numbers=numbers)
    spread = plan.call("standard_deviation", "Find their spread", numbers=numbers)
    news = f"The {crop} are weighed!"
    plan.call("post_moment", "Publish the moment", content=news, img_urls=[], after=[right])
    middle, width = rounded(plan, str(mean), "the mean"), rounded(plan, str(spread), "the spread")
    plan.call("send_message_to_group", "Post the mean", gid=gid, content=f"On average {middle} kg")
    texts = (
        (GROUP_MESSAGES, Exact(f"On average {middle.output} kg")),
        (MOMENTS, Exact(news)),
        write(plan, receiver, f"Spread: {width} kg", width),
    )
    words = {"crop": crop, "title": title, "name": expert.name}
    return Query(words | {"pounds": ", ".join(map(str, pounds))}, texts=texts)


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        "{first} takes pictures in {here} this evening and should begin {lead} minutes before "
        'today\'s sunset there: write "Begin at 19:05" to {first}, with that time on the clocks of '
        "{here}. {second} bets that the day is no longer in {here} than in {there}. It is: message "
        '{second} by how many minutes today\'s daylight lasts longer, as "Longer by 12.5 minutes", '
        "to one decimal place.",
        "On LightTalk, settle a bet for me: by how many minutes, to one decimal, is today's day "
        'longer in {here} than in {there}? {second} gets it as "Longer by 12.5 minutes". And '
        '{first}, who waits for the light in {here}, gets "Begin at 19:05", the local time {lead} '
        "minutes before the sun sets there today.",
    ),
    answer="The photographer knows when to begin, and the bet is settled.",
)
def light_of_the_evening(plan: Planner, draw: Stream) -> Query:
    """A time before sunset, and the difference of two days' lengths, for two people."""
    pair = some_of(draw, others(plan.world), 2, "open contacts")
    suns = {
        city: told(plan.world, "get_sun_times", location=city)
        for city in draw.sample(sorted(cities()), 2)
    }
    here, there = sorted(suns, key=lambda city: -suns[city]["day_length_seconds"])
    gap = suns[here]["day_length_seconds"] - suns[there]["day_length_seconds"]
    if suns[here]["sunset"] is None or gap < _CLEARLY_LONGER:
        raise Decline("no sunset, or days that are equally long")
    lead = draw.choice((35, 40, 50, 65, 80))
    sun, other = (
        plan.call("get_sun_times", f"Today's sun in {city}", location=city)
        for city in (here, there)
    )
    first, second = (find_person(plan, person.name) for person in pair)
    start = plan.call(
        "add_seconds_iso", f"Go back {lead} minutes", t=sun["sunset"], seconds=-lead * 60
    )
    more = plan.call(
        "sub", "Compare the days", a=sun["day_length_seconds"], b=other["day_length_seconds"]
    )
    clock = plan.call(
        "regex_search", "Take hours and minutes", pattern="[0-9]{2}:[0-9]{2}", text=str(start)
    )
    minutes = convert(plan, "convert_time_units", "Seconds to minutes", str(more), "s", "min")
    figure = rounded(plan, str(minutes), "the minutes")
    texts = (
        write(plan, first, f"Begin at {clock[0, 'match']}", clock),
        write(plan, second, f"Longer by {figure} minutes", figure),
    )
    words = {"here": here, "there": there, "lead": str(lead)}
    return Query(words | ordinals(person.name for person in pair), texts=texts)
