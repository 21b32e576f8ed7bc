"""Articles of LightNews found, measured and sent on, also beside trades and quotes."""

from __future__ import annotations

from datetime import date
from typing import Any

from evaluators import Exact, TextRule
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_stock.corpus_reader import tickers_by_sector
from sandboxes.apps.light_stock.stage import set_watched
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Contact
from sandboxes.apps.light_talk.stage import found_group
from sandboxes.tasks import Decline
from sandboxes.tasks.kit.figures import clear_to_round
from sandboxes.tasks.kit.general import in_words, one_of, ordinals, some_of
from sandboxes.tasks.kit.news import hits, newest_first, sections
from sandboxes.tasks.kit.stock import all_quotes, fresh_account, moves_clearly, spoken_name
from sandboxes.tasks.kit.talk import GROUP_MESSAGES, MESSAGES, MOMENTS, others
from sandboxes.workflows._template import Planner, Query, Step, workflow
from sandboxes.workflows.kit import filled, find_person, tell

COMMENTS = "LightTalk/contacts/*/moments/*/**/comments/*/content"
_SHORTEST_WORD = 6
_MOMENTS = (
    "My reading for the ferry tomorrow:",
    "Two things that I learnt over breakfast.",
    "For all who have not seen the paper yet",
    "Somebody should turn these into a radio play!",
)
_CLUBS = ("Lunch Break Readers", "The Slow Newsroom", "Harbour Debaters", "Tea and Headlines")


def _friends(plan: Planner, draw: Stream, count: int) -> tuple[list[Contact], list[Step]]:
    """So many open contacts, and the calls that find them."""
    friends = some_of(draw, others(plan.world), count, "open contacts")
    return friends, [find_person(plan, friend.name) for friend in friends]


def _newest(plan: Planner, section: str) -> Step:
    say = f"Find the newest article of {section}"
    return plan.call("get_last_k_news", say, section=section, k=1)


def _searched(world: World, draw: Stream, section: str) -> dict[str, Any]:
    """A word and a last day that make one article of a section the newest found, though not else.

    Later articles with the word exist, so that without the day another one is found.
    """
    for article in draw.shuffled(newest_first(world, section)):
        day = article.timestamp[:10]
        for word in article.story.title.split():
            if len(word) < _SHORTEST_WORD or not word.isalpha():
                continue
            later = [hit for hit in hits(world, section, word) if hit.timestamp > article.timestamp]
            if later and later[-1].timestamp[:10] > day:
                return {"query": word, "end_date": day}
    raise Decline("no word that several articles share")


def _as_words(wanted: dict[str, Any]) -> dict[str, str]:
    return {"word": wanted["query"], "day": in_words(date.fromisoformat(wanted["end_date"]))}


def _search(plan: Planner, section: str, wanted: dict[str, Any]) -> Step:
    say = f'Search {section} for "{wanted["query"]}" up to {wanted["end_date"]}'
    return plan.call("search", say, section=section, maxn=1, **wanted)


def _link(plan: Planner, article: Step) -> Step:
    say = f'Make a link to "{article.output[0]["title"]}"'
    return plan.call("get_news_url", say, nid=article[0, "nid"])


def _tell(
    plan: Planner, friend: Contact, uid: Step, text: str, *used: Step
) -> tuple[str, TextRule]:
    """Send a text that refers to the results of some calls; how what was sent is compared."""
    tell(plan, friend.name, uid, text)
    return MESSAGES, _exactly(text, *used)


def _exactly(text: str, *used: Step) -> Exact:
    return Exact(filled(text, *used))


@workflow(
    apps=("LightNews", "LightTalk"),
    phrasings=(
        "A bit of LightNews for three people, each by LightTalk message. {first} gets the link to "
        "the newest article of {one}, and nothing but the link. {second} asked what {two} had "
        'with the word "{word}" in title or abstract up to {day}: send just the title of the last '
        "such article. {third} wants to know how long the newest article of {three} is; write its "
        'title and the number of words of its text as in "Title: 150 words".',
        "Please write to {third} how many words the text of the newest {three} article has, as "
        '"Title: 150 words" with its own title; to {second} the mere title of the latest {two} '
        'article that mentions "{word}" in its title or abstract and appeared no later than '
        "{day}; and to {first} the bare link to what is newest in {one}. Everything is in "
        "LightNews, and they all read LightTalk.",
    ),
    answer="Each of the three has what they wanted from the paper.",
)
def one_paper_three_readers(plan: Planner, draw: Stream) -> Query:
    """Three errands of different length in three sections, each told to somebody else."""
    one, two, three = draw.sample(sections(plan.world), 3)
    wanted = _searched(plan.world, draw, two)
    friends, uids = _friends(plan, draw, 3)
    newest, found, last = _newest(plan, one), _search(plan, two, wanted), _newest(plan, three)
    link = _link(plan, newest)
    article = plan.call("get_details", f"Open the {three} article", nid=last[0, "nid"])
    length = plan.call("count_words", "Count the words of its text", text=article["content"])
    texts = (str(link), found[0, "title"], f"{article['title']}: {length} words")
    used = (link, found, article, length)
    rules = [_tell(plan, *told, *used) for told in zip(friends, uids, texts, strict=True)]
    words = {"one": one, "two": two, "three": three, **_as_words(wanted)}
    return Query({**words, **ordinals(friend.name for friend in friends)}, texts=tuple(rules))


@workflow(
    apps=("LightNews", "LightTalk"),
    phrasings=(
        'Post a moment on LightTalk for me that says "{text}", without pictures. Underneath it I '
        "want two comments of mine, each nothing but a link: to the newest {one} article on "
        'LightNews, and to the last {two} article up to {day} with "{word}" in its title or '
        "abstract. Below the comment with the {one} link, reply with the name of who wrote that "
        'article. And tell {name}: "I have commented on NAME\'s article", with the author of the '
        "{two} article for NAME.",
        'Please publish "{text}" as a moment of mine (no pictures) and comment on it twice with '
        "bare LightNews links: one to what is newest in {one}, one to the most recent article of "
        '{two}, not later than {day}, that has the word "{word}" in its title or abstract. Then '
        "answer the comment that links to {one} with just its author's name. {name} should "
        'read on LightTalk: "I have commented on NAME\'s article", where NAME is who wrote the '
        "one from {two}.",
    ),
    answer="The moment is out, with two links and an author's name below it.",
)
def moment_with_two_articles(plan: Planner, draw: Stream) -> Query:
    """A moment, two links as comments below it and an author named in a reply."""
    world, call = plan.world, plan.call
    one, two = draw.sample(sections(world), 2)
    wanted, text = _searched(world, draw, two), draw.choice(_MOMENTS)
    (friend,), (uid,) = _friends(plan, draw, 1)
    me = call("get_my_uid", "Find my own UID")
    allowed = call("ask_for_privilege", "Ask for the privilege to post")
    newest, found = _newest(plan, one), _search(plan, two, wanted)
    moment = call("post_moment", "Post the moment", after=[allowed], content=text, img_urls=[])
    under: dict[str, Any] = {"uid": str(me), "moid": moment["moid"]}
    links = [_link(plan, newest), _link(plan, found)]
    first, _ = [
        call("comment_moment", f"Comment with the {section} link", **under, content=str(link))
        for section, link in zip((one, two), links, strict=True)
    ]
    author = newest[0, "author"]
    call("comment_comment", f"Name the {one} author", **under, cid=first["cid"], content=author)
    rule = _tell(plan, friend, uid, f"I have commented on {found[0, 'author']}'s article", found)
    comments = [_exactly(str(link), link) for link in links]
    words = {"text": text, "one": one, "two": two, "name": friend.name, **_as_words(wanted)}
    texts = [(COMMENTS, comment) for comment in (*comments, _exactly(author, newest))]
    return Query(words, texts=(rule, (MOMENTS, Exact(text)), *texts))


@workflow(
    apps=("LightNews", "LightTalk"),
    phrasings=(
        'When did {section} last write about "{word}", up to {day}? Find that LightNews article '
        "(the word stands in its title or abstract) and the newest one of {other}. {first} should "
        'learn on LightTalk how far apart they are, as in "31 days between LINK and LINK", the '
        "{section} link first; leave out the minus if there is one. Tell {second} on which day of "
        'the week the first of the two appeared: "It was on a Monday". And put "Ask about TITLE" '
        "as my remark on {second}, with the title of the {other} article.",
        "{first} and I have a bet about two LightNews articles: the latest of {section} that has "
        '"{word}" in title or abstract and is not newer than {day}, and the newest of {other}. '
        'Write "31 days between LINK and LINK" to {first} on LightTalk, with the true number '
        "(never negative) and the links in the order I named them. {second}, the umpire, gets the "
        'weekday on which the {section} article came out, as "It was on a Monday", and the remark '
        '"Ask about TITLE" in my contacts, TITLE being that of the {other} article.',
    ),
    answer="The days between the two articles, and the weekday of the first, have been told.",
)
def days_between_two_articles(plan: Planner, draw: Stream) -> Query:
    """Two articles found, the days between them counted, links, a weekday and a remark."""
    section, other = draw.sample(sections(plan.world), 2)
    wanted = _searched(plan.world, draw, section)
    (first, second), uids = _friends(plan, draw, 2)
    found, newest = _search(plan, section, wanted), _newest(plan, other)
    moments = (found[0, "timestamp"], newest[0, "timestamp"])
    links = (_link(plan, found), _link(plan, newest))
    if found.output[0]["timestamp"] > newest.output[0]["timestamp"]:
        moments = moments[::-1]
    apart = plan.call("days_diff", "Count the days between the two", t1=moments[0], t2=moments[1])
    weekday = plan.call(
        "date_to_weekday", f"Find the weekday of the {section} article", d=found[0, "timestamp"]
    )
    remark = f"Ask about {newest[0, 'title']}"
    plan.call("edit_remark", f"Note it on {second.name}", uid=uids[1]["uid"], remark=remark)
    text = f"{apart} between {links[0]} and {links[1]}"
    rules = (
        _tell(plan, first, uids[0], text, apart, *links),
        _tell(plan, second, uids[1], f"It was on a {weekday}", weekday),
    )
    words = {"section": section, "other": other, **_as_words(wanted)}
    return Query({**words, "first": first.name, "second": second.name}, texts=rules)


@workflow(
    apps=("LightNews", "LightTalk"),
    phrasings=(
        "{first} has little time and {second} has plenty. Take the newest LightNews articles of "
        "{one} and {two} and see which text has fewer words. {first} gets the shorter one on "
        'LightTalk: "N words instead of M: LINK". For the longer one, find out how many minutes '
        '{second} needs at {speed} words a minute, to one decimal place, and write "TITLE takes '
        '1.2 minutes" to {second}.',
        "Which is the longer read, what is newest in {one} or what is newest in {two} on "
        'LightNews? Count the words of both texts. On LightTalk, send {first} "N words instead of '
        'M: LINK", N and LINK being those of the shorter article and M of the longer. {second} '
        "reads {speed} words a minute and wants to hear how long the longer one takes, rounded "
        'to one decimal place: "TITLE takes 1.2 minutes", with its title.',
    ),
    answer="One knows the short article, the other how long the long one takes.",
)
def shorter_and_longer_read(plan: Planner, draw: Stream) -> Query:
    """Two texts measured: the shorter is sent on, the other's reading time is told."""
    call, chosen = plan.call, draw.sample(sections(plan.world), 2)
    (first, second), uids = _friends(plan, draw, 2)
    lists = [_newest(plan, section) for section in chosen]
    opened, counts = [], []
    for section, step in zip(chosen, lists, strict=True):
        opened.append(call("get_details", f"Open the {section} article", nid=step[0, "nid"]))
        say = f"Count the words of the {section} article"
        counts.append(call("count_words", say, text=opened[-1]["content"]))
    if counts[0].output == counts[1].output:
        raise Decline("both articles are equally long")
    short, long = sorted(range(2), key=lambda place: int(counts[place].output))
    speeds = [wpm for wpm in range(150, 241, 10) if clear_to_round(10 * counts[long].output / wpm)]
    speed = one_of(draw, speeds, "speed that is clear to round")
    content = opened[long]["content"]
    time = call("read_time_estimate", f"Time {second.name}", text=content, wpm=speed)
    rounded = call("round_val", "Round the minutes to one place", a=str(time), ndigits=1)
    link = _link(plan, lists[short])
    brief = f"{counts[short]} words instead of {counts[long]}: {link}"
    slow = f"{opened[long]['title']} takes {rounded} minutes"
    rules = (
        _tell(plan, first, uids[0], brief, *counts, link),
        _tell(plan, second, uids[1], slow, opened[long], rounded),
    )
    words = {"one": chosen[0], "two": chosen[1], "speed": str(speed)}
    return Query({**words, "first": first.name, "second": second.name}, texts=rules)


@workflow(
    apps=("LightNews", "LightStock", "LightTalk"),
    phrasings=(
        '{first} joins our LightTalk group "{club}": add {first}, then greet the group, mentioning '
        'the newcomer alone, with "Welcome! We talk about TITLE next time", TITLE being that of '
        "the newest LightNews article of {section}. My dues are late: sell {shares} "
        "{ticker} shares on LightStock at the market, as there is too little money in trading, "
        "and move {dues} of what comes in to my savings. Then {second}, our treasurer, gets "
        '"Dues put aside, savings now 12345.67. To read: LINK" with the new savings balance and '
        "a link to that article.",
        'Please do my duties for "{club}". On LightStock, sell {shares} shares of {ticker} by '
        "market order and transfer {dues} from trading, which couldn't pay that before, into "
        'savings; write to {second} on LightTalk "Dues put aside, savings now 12345.67. To read: '
        'LINK", with what the savings are then and a link to the newest {section} article on '
        "LightNews. Invite {first} into the group and, once {first} is in, post there "
        '"Welcome! We talk about TITLE next time" with the title of that same article, '
        "mentioning {first} and no one else.",
    ),
    answer="The new member has been greeted, and the dues are in the savings.",
)
def club_greets_a_member(plan: Planner, draw: Stream) -> Query:
    """A member invited and greeted with a title; a sale pays the dues, of which another hears."""
    world, call = plan.world, plan.call
    club, section = draw.choice(_CLUBS), draw.choice(sections(world))
    people = some_of(draw, others(world), 3, "open contacts")
    quote = one_of(draw, all_quotes(world, most=300_00), "stocks")
    ticker, dues = quote.stock.ticker, draw.between(20, 60) * 10
    shares = dues * 100 // quote.price + draw.between(2, 5)
    fresh_account(world, trading=17_85, savings=80_000_17, holdings={ticker: shares + 4})
    me = world.app(LightTalk).me
    found_group(world, people[1].uid, [me, people[2].uid], club)
    groups = call("list_all_groups", "Find the group")
    uids = [
        call("get_uid_from_name", f"Find the contact {who.name}", name=who.name)
        for who in people[:2]
    ]
    ready, newest = call("wait_trade_password", "Have the password entered"), _newest(plan, section)
    gid = groups[[group["name"] for group in groups.output].index(club), "gid"]
    joined = call("invite_new_member", f"Add {people[0].name}", gid=gid, uid=uids[0]["uid"])
    order = {"ticker": ticker, "side": "sell", "quantity": shares}
    sold = call("place_market_order", f"Sell {shares} {ticker} shares", after=[ready], **order)
    link = _link(plan, newest)
    text, at = f"Welcome! We talk about {newest[0, 'title']} next time", [uids[0]["uid"]]
    call("send_message_to_group", "Greet the group", after=[joined], gid=gid, content=text, at=at)
    saved = call("transfer_funds", "Put the dues aside", after=[sold], amount=dues, direction="t2s")
    rest = f"Dues put aside, savings now {saved['savings_balance']}. To read: {link}"
    rule = _tell(plan, people[1], uids[1], rest, saved, link)
    words = {"first": people[0].name, "second": people[1].name, "club": club, "section": section}
    words |= {"shares": str(shares), "ticker": ticker, "dues": f"{dues}.00"}
    return Query(words, texts=(rule, (GROUP_MESSAGES, _exactly(text, newest))))


@workflow(
    apps=("LightNews", "LightStock", "LightTalk"),
    phrasings=(
        "Look at the first three tickers, by the alphabet, of the {sector} sector on LightStock. "
        "Put the cheapest of them on my watch list (it isn't there) and give it a price alert at "
        "the average price of the three, rounded to the cent. {name} advises me and gets a "
        'LightTalk message like "Mean price 123.45, see LINK" with that average and a link to '
        "the newest {section} article on LightNews.",
        "What do shares in {sector} cost? Work out the average of the first three tickers that "
        "LightStock lists for the sector, to the cent. Whichever of the three costs least is to "
        "be watched from now on, and I want an alert once it reaches that average. Let {name} "
        'know on LightTalk: "Mean price 123.45, see LINK", LINK being the link to what is newest '
        "in {section} on LightNews.",
    ),
    answer="The cheapest of three is watched, with an alert at their average.",
)
def average_of_a_sector(plan: Planner, draw: Stream) -> Query:
    """Three quotes of a sector averaged for an alert, and told with a link."""
    world, call = plan.world, plan.call
    sector, section = draw.choice(list(tickers_by_sector())), draw.choice(sections(world))
    set_watched(world, [])
    quotes = all_quotes(world, sector=sector, digits=True)[:3]
    cheap = min(range(3), key=lambda place: quotes[place].price)
    if round(sum(quote.price for quote in quotes) / 3) % 10 == 0:
        raise Decline("the average ends in a zero")
    listed = call("list_all_tickers_by_sector", f"List {sector}", sector=sector)
    newest = _newest(plan, section)
    (friend,), (uid,) = _friends(plan, draw, 1)
    shown = [
        call("get_stock_details", f"Look at {quote.stock.ticker}", ticker=listed[place])
        for place, quote in enumerate(quotes)
    ]
    link = _link(plan, newest)
    mean = call("mean", "Take the average of the three", numbers=[step["price"] for step in shown])
    ticker = shown[cheap]["ticker"]
    call("toggle_watchlist", "Watch the cheapest", ticker=ticker)
    price = call("round_val", "Round the average to the cent", a=str(mean), ndigits=2)
    call("set_price_alert", "Set the alert for the cheapest", ticker=ticker, price=str(price))
    rule = _tell(plan, friend, uid, f"Mean price {price}, see {link}", price, link)
    words = {"sector": sector, "section": section, "name": friend.name}
    return Query(words, texts=(rule,))


@workflow(
    apps=("LightNews", "LightStock", "LightTalk"),
    phrasings=(
        "Three trades on LightStock, one after the other: sell {shares} {ticker} shares at the "
        "market; then my whole holding in the company of which I own the most shares, at the "
        "market, too; and then put in a limit order for as many {company} shares as that second "
        "sale was, at {percent} per cent below the present price, rounded to the cent. Once both "
        'sales are made, send {name} "Sold for 1234.56 and 1234.56. Unrelated: LINK" on '
        "LightTalk: what each of them came to without its fee, in this order, and a link to the "
        "newest LightNews article of {section}.",
        "I am changing horses. By market order, {shares} of my {ticker} shares go first, next my "
        "whole holding in the company of which I own the largest number of shares. In its place "
        "I bid for {company}: the same number of shares as in the second sale, by a limit order "
        "{percent} per cent under the present quote, to the cent. {name} likes to be told such "
        'things on LightTalk: "Sold for 1234.56 and 1234.56. Unrelated: LINK", with the amounts '
        "of the two sales before fees and a link to what LightNews has newest in {section}.",
    ),
    answer="Two sales are made, a bid is waiting, and the amounts have been told.",
)
def three_trades_in_turn(plan: Planner, draw: Stream) -> Query:
    """Two sales and a bid below the quote, each with its own password; amounts told with a link."""
    world, call, percent = plan.world, plan.call, draw.choice((3, 4, 6, 7, 9))
    odd = [quote for quote in all_quotes(world, most=500_00) if quote.price % 10 % 2]
    first, largest, small, wanted = some_of(draw, odd, 4, "stocks")
    if not moves_clearly(wanted.price, -percent):
        raise Decline("the bid would end in half a cent")
    section, shares = draw.choice(sections(world)), draw.choice((3, 7, 9))
    counts = {first: shares + 1, small: draw.between(3, 9), largest: draw.choice((11, 13, 17))}
    fresh_account(world, holdings={quote.stock.ticker: n for quote, n in counts.items()})
    (friend,), (uid,) = _friends(plan, draw, 1)
    ready = call("wait_trade_password", "Have the password entered for the first sale")
    mine, newest = call("get_portfolio", "See what is held"), _newest(plan, section)
    found = call("search_stocks", "Look up what to buy", query=spoken_name(wanted))
    words = {"shares": str(shares), "ticker": first.stock.ticker, "percent": str(percent)}
    order = {"ticker": first.stock.ticker, "side": "sell", "quantity": shares}
    one = call("place_market_order", "Make the first sale", after=[ready], **order)
    lower = call("mul", "Lower the quote", a=found[0, "price"], b=(100 - percent) / 100)
    link = _link(plan, newest)
    ready = call("wait_trade_password", "Have it entered for the second sale", after=[one])
    price = call("round_val", "Round the bid to the cent", a=str(lower), ndigits=2)
    place = [entry["quantity"] for entry in mine.output].index(counts[largest])
    count = mine[place, "quantity"]
    order = {"ticker": mine[place, "ticker"], "side": "sell", "quantity": count}
    two = call("place_market_order", "Make the second sale", after=[ready], **order)
    ready = call("wait_trade_password", "Have it entered for the bid", after=[two])
    text = f"Sold for {one['total_amount']} and {two['total_amount']}. Unrelated: {link}"
    rule = _tell(plan, friend, uid, text, one, two, link)
    order = {"ticker": found[0, "ticker"], "side": "buy", "limit_price": str(price)}
    call("place_limit_order", "Put in the bid", after=[ready], quantity=count, **order)
    words |= {"section": section, "company": spoken_name(wanted), "name": friend.name}
    return Query(words, texts=(rule,))
