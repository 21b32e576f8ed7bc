"""Tasks about articles of the paper, which end in messages or alerts."""

from __future__ import annotations

import re
from datetime import date, timedelta

from evaluators import Exact, Slot, TaskKind
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_news.articles import Article, day_in_words
from sandboxes.apps.light_talk.stage import found_group
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import set_primary
from sandboxes.tasks._client import CannotBeDone, Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.general import one_of, ordinals, some_of, today
from sandboxes.tasks.kit.news import (
    everything,
    hits,
    link_to,
    newest_first,
    newest_link,
    nid_by_title,
    sections,
    text_of,
)
from sandboxes.tasks.kit.talk import GROUP_CHATS, MESSAGES, others, write_to
from sandboxes.tasks.kit.weather import WantedAlert, alerts_are, delete_alerts, set_weather_alert

_GROUPS = ("Alderbay Expats", "Kitchen Table Press", "Old Harbour Neighbours", "Tea and Headlines")
_LONG_LIST = 60
_POUNDS = r"£([0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?)"
_UNCLEAR_SUMS = re.compile(
    r"£[^ ]*[0-9](?:-|\u2013|[a-z])|million|billion|thousand|£[^0-9]|[0-9]p\b"
)
_EMPTY_WORDS = frozenset(
    (
        *("about", "after", "again", "along", "among", "before", "being", "below", "between"),
        *("every", "first", "their", "there", "these", "three", "seven", "eight", "eleven"),
        *("twelve", "through", "under", "until", "where", "which", "while", "without", "would"),
        *("years", "other", "still", "since", "twice", "across", "against", "could", "takes"),
        *("makes", "opens", "keeps", "gives", "comes", "brings", "twenty", "thirty", "forty"),
        *("fifty", "hundred", "turns", "should", "wants"),
    )
)


def _by_word_and_author(world: World) -> list[tuple[str, str, Article]]:
    """Section, word and article: one of several with the word in the title, by its author alone."""
    found = []
    for section in sections(world):
        articles = newest_first(world, section)
        words = {
            word
            for article in articles
            for word in re.findall(r"[a-z]{5,}", article.story.title.casefold())
        }
        for word in sorted(words - _EMPTY_WORDS):
            titled = [a for a in articles if word in a.story.title.casefold()]
            authors = [a.story.author for a in titled]
            if 2 <= len(titled) == len(set(authors)):
                found += [(section, word, article) for article in titled]
    return found


@template(
    level=1,
    apps=("LightTalk", "LightNews"),
    traps=("ambiguity",),
    phrasings=(
        "{name} asked me for that piece by {author}: it stood in the section {section} of "
        'LightNews and had "{word}" in its title. Send {name} the link to it, and nothing but the '
        "link.",
        'There is an article by {author} in the section {section} with "{word}" in its title. '
        "Please pass the bare link to it on to {name} in a LightTalk message.",
        "Find what {author} wrote for the section {section} of LightNews under a title with "
        '"{word}" in it, and message {name} the link that shares it, without any other text.',
    ),
    reading=Reading("2026-11-30", "d451fb30710b"),
)
def send_article_by_author(world: World, draw: Stream) -> Draft:
    """Send the link to one of several articles on a thing, which its author tells apart."""
    candidates = _by_word_and_author(world)
    section, word, article = one_of(draw, candidates, "word in titles of several authors")
    receiver = one_of(draw, others(world), "open contact")
    author = article.story.author
    printed = re.findall(word, article.story.title, re.IGNORECASE)[0]

    def gold(do: Client) -> None:
        found = do("search", section=section, query=word, maxn=_LONG_LIST)
        nid = next(
            entry["nid"]
            for entry in found
            if entry["author"] == author and word in entry["title"].casefold()
        )
        write_to(do, receiver.name, do("get_news_url", nid=nid))

    return Draft(
        {"name": receiver.name, "author": author, "section": section, "word": printed},
        gold,
        unique=(receiver.name, author, section, f'"{printed}"'),
        texts=((MESSAGES, Exact(link_to(article))),),
    )


def _sums_in(article: Article) -> list[float]:
    """The sums in pounds of an article's text; none where they may be read in several ways."""
    text = article.content()
    if _UNCLEAR_SUMS.search(text):
        return []
    return [float(hit.replace(",", "")) for hit in re.findall(_POUNDS, text)]


@template(
    level=1,
    apps=("LightTalk", "LightNews"),
    traps=("arithmetic_or_text",),
    phrasings=(
        'Open the article "{title}" in the section {section} of LightNews and add up all sums '
        "with a £ sign in its text, each as often as it stands there (title and abstract don't "
        "count). Send {name} the total as a figure such as 12.50; no other number may stand in "
        "the message, not even as part of a name.",
        "{name} teaches sums with newspapers and wants the answer to this one: what is the total "
        'of all amounts with a £ sign in the text of "{title}" (section {section}, LightNews)? '
        "Leave title and abstract out, and count an amount as often as it is printed. Send {name} "
        "the total as a figure such as 12.50, with no other number in the message, not even in a "
        "name.",
        'How much money is talked of in "{title}", an article in the section {section} of '
        "LightNews? Add up all amounts written with a £ sign in the text itself, not those in "
        "title or abstract; one that is repeated counts each time. Write the total to {name} as a "
        "figure such as 12.50. That must be the only number in your message; not even a name in it "
        "may hold another.",
    ),
    reading=Reading("2026-11-30", "c1ef15011748"),
)
def report_sum_of_pounds(world: World, draw: Stream) -> Draft:
    """Add up the amounts of money in an article and send the total."""
    fitting = [article for article in everything(world) if 3 <= len(_sums_in(article)) <= 8]
    article = one_of(draw, fitting, "article with three sums of money")
    receiver = one_of(draw, others(world), "open contact")
    title, section = article.story.title, article.section

    def gold(do: Client) -> None:
        text = text_of(do, nid_by_title(do, section, title))
        amounts = do("regex_search", pattern=_POUNDS, text=text)
        figures = " ".join(hit["groups"][0] for hit in amounts)
        total = do("sum_of_list", numbers=do("extract_numbers", text=figures))
        write_to(do, receiver.name, f"All the sums together make {total:.2f}.")

    return Draft(
        {"title": title, "section": section, "name": receiver.name},
        gold,
        unique=(title, section, receiver.name),
        texts=((MESSAGES, Slot(round(sum(_sums_in(article)), 2))),),
    )


@template(
    level=2,
    apps=("LightTalk", "LightNews"),
    traps=("impossible",),
    phrasings=(
        'My group "{title}" expects its press review. Post the links to the newest LightNews '
        "articles of {first}, {second}, {third} and {fourth} there: four messages in this order, "
        "each just the bare link, mentioning nobody. Only that group will do; don't found or "
        "rename one, and don't write anywhere else.",
        'In the LightTalk group "{title}", post the newest article of each of these sections of '
        "LightNews, one message per section and in this order: {first}, {second}, {third}, "
        "{fourth}. A message is the bare link and mentions nobody. It must be that very group: no "
        "new one, none renamed, and no other chat instead.",
        "Take the sections {first}, {second}, {third} and {fourth} of LightNews, in this order. "
        'For each, send the link to its newest article as a message to the group "{title}", '
        "nothing but the link and without mentions. If there is no such group, neither create nor "
        "rename one for it and send nothing to anybody else; it has to be that group.",
    ),
    reading=Reading("2026-11-30", "66c8d3ed915f"),
)
def press_review_for_group(world: World, draw: Stream) -> Draft:
    """Post links of four sections to a group; on half of the seeds there is no such group."""
    title, other_title = draw.sample(_GROUPS, 2)
    members = [c.uid for c in some_of(draw, others(world, blocked=None), 3, "contacts")]
    chosen = draw.sample(sections(world), 4)
    exists = draw.chance(0.5)

    def found(stage: Stage) -> None:
        found_group(stage.world, members[0], members, title)

    def prepare(stage: Stage) -> None:
        found_group(stage.world, members[1], members[:2], other_title)
        if exists:
            found(stage)

    def gold(do: Client) -> None:
        groups = {group["name"]: group["gid"] for group in do.steadily("list_all_groups")}
        if title not in groups:
            raise CannotBeDone
        for section in chosen:
            link = newest_link(do, section)
            do.steadily("send_message_to_group", gid=groups[title], content=link, at=[])

    return Draft(
        {"title": title, **ordinals(chosen)},
        gold,
        unique=(f'"{title}"', *chosen),
        prepare=prepare,
        kind=TaskKind.CHANGE if exists else TaskKind.IMPOSSIBLE,
        ordered=(GROUP_CHATS,),
        obstacle=f"there is no group {title}",
        lift=found,
    )


@template(
    level=2,
    apps=("LightWeather", "LightNews"),
    traps=("condition", "do_nothing"),
    phrasings=(
        "My archive lies in a cellar in {city}, and the paper from home makes me nervous. If "
        "LightNews has printed, in any of its sections and on {day} or later, an article with "
        '"{word}" in its title or abstract (in upper or lower case, also inside a longer word), '
        "then make {city} my primary location and replace the alert that I have for {city} by one "
        "with the same condition and the threshold {threshold}. Otherwise leave everything as it "
        "is.",
        'Go through all sections of LightNews for "{word}" in titles and abstracts, in upper or '
        "lower case and perhaps as part of a longer word. Should anything turn up that appeared "
        "on {day} or after, set {city} as my primary location; and my alert for {city} is then to "
        "be replaced by one with its condition unchanged, but {threshold} as its threshold. "
        "Should nothing of that time turn up, change nothing.",
        "I only take precautions for my shop in {city} when the paper from home gives me cause. So "
        "if any section of LightNews holds an article of {day} or later whose title or abstract "
        'has "{word}" in it, be it in upper or lower case or within a longer word, replace my '
        "alert for {city} by one that has the same condition and the threshold {threshold}, and "
        "make {city} my primary location. If there is no such article, do nothing at all.",
    ),
    reading=Reading("2026-11-30", "6ddb4a5e8f42"),
)
def prepare_if_in_the_news(world: World, draw: Stream) -> Draft:
    """Tighten an alert only if the paper wrote of a thing lately; on some seeds it did not."""
    city, other = some_of(draw, list(cities()), 2, "cities")
    by_word = {
        word: max(a.timestamp for section in sections(world) for a in hits(world, section, word))
        for word in ("flood", "storm", "leak", "burst", "wind", "frost")
        if any(hits(world, section, word) for section in sections(world))
    }
    word = one_of(draw, sorted(by_word), "word that the paper used")
    latest = date.fromisoformat(by_word[word][:10])
    since = latest + timedelta(days=draw.between(2, 9))
    is_so = draw.chance(0.5) or since > today(world)
    if is_so:
        since = latest - timedelta(days=draw.between(0, 9))
    before, threshold = draw.between(10, 15), draw.between(3, 8)

    def prepare(stage: Stage) -> None:
        mine = WantedAlert(city, "rain above", float(before))
        alerts_are(mine, WantedAlert(other, "rain above", float(before)))(stage)
        set_primary(stage.world, other)

    def gold(do: Client) -> None:
        found = [
            entry
            for section in do("list_all_sections")
            for entry in do(
                "search", section=section, query=word, maxn=1, begin_date=since.isoformat()
            )
        ]
        if do.careful and not found:
            return
        do("set_primary_location", location=city)
        delete_alerts(do, city)
        set_weather_alert(do, city, "rain above", threshold)

    day = day_in_words(since)
    return Draft(
        {"city": city, "day": day, "word": word, "threshold": str(threshold)},
        gold,
        unique=(city, day, f'"{word}"', str(threshold)),
        prepare=prepare,
        kind=TaskKind.CHANGE if is_so else TaskKind.DO_NOTHING,
    )
