"""People told, greeted, noted and shopped for: groups, chats, moments and remarks."""

from __future__ import annotations

from itertools import product

from evaluators import Exact
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Contact
from sandboxes.apps.light_talk.stage import (
    found_group,
    plant_group_message,
    plant_message,
    set_group_read,
    set_read,
)
from sandboxes.tasks.kit.general import one_of, ordinals, some_of
from sandboxes.tasks.kit.talk import GROUP_MESSAGES, MESSAGES, others
from sandboxes.workflows._template import Planner, Query, workflow
from sandboxes.workflows.kit import filled, find_person, tell
from sandboxes.workflows.templates.shopping import (
    goods_to_find,
    pay_after,
    put_in_cart,
    unmistakable,
)

_COMMENTS = "LightTalk/contacts/*/moments/*/**/comments/*/content"
_GROUP_NAMES = ("Tuesday Choir", "Allotment Row C", "Stairwell 9", "Canoe Club", "Quiz Regulars")


def _posting(world: World, fewest: int) -> list[Contact]:
    """Contacts who are not blocked and have so many moments."""
    moments = world.app(LightTalk).moments
    return [person for person in others(world) if len(moments.of(person.uid)) >= fewest]


@workflow(
    apps=("LightShop", "LightTalk"),
    phrasings=(
        "{first}, {second} and {third} share the cost of a leaving present with me. Please buy "
        '{units} units of "{item}" on LightShop, divide what was paid by four and let each of the '
        'three know on LightTalk, worded exactly like this: "Your part of the present: 12.34".',
        'Order and pay for {units} units of "{item}" from LightShop. It is a present from four '
        "people: {first}, {second}, {third} and me. Send those three a LightTalk message each with "
        'a quarter of the total, in the form "Your part of the present: 12.34".',
    ),
    answer="The present is paid for, and the three others know their part of it.",
)
def present_in_quarters(plan: Planner, draw: Stream) -> Query:
    """Buy one good and tell three people a quarter of what was paid."""
    friends = some_of(draw, others(plan.world), 3, "open contacts")
    fitting = [
        (offer, units)
        for offer, units in product(goods_to_find(plan.world, draw, food=False), range(3, 10))
        if (total := offer[1].price * units) % 4 == 0
        and unmistakable(total // 4)
        and f"{total / 100 / 4}" == f"{total / 400:.2f}"
    ]
    (_, item), units = one_of(draw, fitting, "good whose total can be divided by four")
    found = plan.call("search_items", f"Look for {item.name}", item_name=item.name)
    people = [find_person(plan, friend.name) for friend in friends]
    added = put_in_cart(plan, found, item, units)
    paid = pay_after(plan, added)
    part = plan.call("div", "Divide the total by four people", a=paid["total"], b=4)
    text = f"Your part of the present: {part}"
    for friend, uid in zip(friends, people, strict=True):
        tell(plan, friend.name, uid, text)
    words = {**ordinals([friend.name for friend in friends]), "units": str(units)}
    return Query(words | {"item": item.name}, texts=((MESSAGES, Exact(filled(text, part))),))


@workflow(
    apps=("LightTalk", "LightShop"),
    phrasings=(
        '{first} joins my LightTalk group "{a}" and {second} the group "{b}"; please add them. '
        'Then greet each newcomer there with a message that mentions just that person: "Welcome! '
        'We save up for this: {item}, 12.34", with the price that LightShop wants for it now. Keep '
        "a note on both of them, too: the name of the group, nothing else.",
        'Add {first} to "{a}" and {second} to "{b}", two of my groups on LightTalk, and set the '
        "remark on either of them to the name of the group. In each group, post a welcome in which "
        'you mention the new member and nobody else. It should read "Welcome! We save up for this: '
        '{item}, 12.34", the figure being what "{item}" costs on LightShop.',
    ),
    answer="Both have been added, noted and welcomed in their groups.",
)
def welcome_newcomers(plan: Planner, draw: Stream) -> Query:
    """Add two people to two groups, note it and welcome them there with the price of a good."""
    *members, first, second = some_of(draw, others(plan.world), 5, "open contacts")
    titles = draw.sample(_GROUP_NAMES, 3)
    me = plan.world.app(LightTalk).me
    for title in titles:
        found_group(plan.world, me, [member.uid for member in members], title)
    _, item = one_of(draw, goods_to_find(plan.world, draw, food=False), "good")
    people = [find_person(plan, friend.name) for friend in (first, second)]
    groups = plan.call("list_all_groups", "List the groups")
    found = plan.call("search_items", f"Look up the price of {item.name}", item_name=item.name)
    text = f"Welcome! We save up for this: {found[0, 'name']}, {found[0, 'price']}"
    places = [[group["name"] for group in groups.output].index(title) for title in titles[:2]]
    invited = []
    for friend, uid, place in zip((first, second), people, places, strict=True):
        title = groups[place, "name"]
        plan.call("edit_remark", f"Note the group on {friend.name}", uid=uid["uid"], remark=title)
        say = f"Add {friend.name} to the group"
        gid = groups[place, "gid"]
        invited.append(plan.call("invite_new_member", say, gid=gid, uid=uid["uid"]))
    for friend, uid, place, step in zip((first, second), people, places, invited, strict=True):
        plan.call(
            "send_message_to_group",
            f"Welcome {friend.name} in the group",
            gid=groups[place, "gid"],
            content=text,
            at=[uid["uid"]],
            after=[step],
        )
    words = {**ordinals([first.name, second.name]), "item": item.name}
    return Query(
        words | dict(zip("ab", titles, strict=False)),
        texts=((GROUP_MESSAGES, Exact(filled(text, found))),),
    )


@workflow(
    apps=("LightTalk",),
    phrasings=(
        'Three members of my LightTalk group "{title}" wrote there what they laid out for a trip '
        "and share equally: work out the mean of the amounts, rounded to the cent, announce it in "
        'the group without mentioning anybody ("Each of you bears 12.34"), and mark the group as '
        'read. {name} keeps the books and wants the sum: "Laid out in all: 12.34".',
        'The group "{title}" on LightTalk holds three messages, each with an amount that somebody '
        "has advanced. Post the average of the three, to the cent, to the group as "
        '"Each of you bears 12.34", with no mentions, and mark its chat as read. Also write to '
        '{name} what the three come to together, as "Laid out in all: 12.34".',
    ),
    answer="The group knows what each bears, and the book-keeper what was laid out.",
)
def settle_the_trip(plan: Planner, draw: Stream) -> Query:
    """Read what three members paid, announce the mean in the group and tell somebody the sum."""
    *members, keeper = some_of(draw, others(plan.world), 4, "open contacts")
    title, other = draw.sample(_GROUP_NAMES, 2)
    world, me = plan.world, plan.world.app(LightTalk).me
    uids = [member.uid for member in members]
    found_group(world, me, uids[:2], other)
    gid = found_group(world, me, uids, title)
    for uid, amount, words in zip(uids, _amounts(draw), draw.shuffled(_ADVANCED), strict=True):
        plant_group_message(world, gid, uid, words.format(amount))
    set_group_read(world, gid, False)
    books = find_person(plan, keeper.name)
    groups = plan.call("list_all_groups", "List the groups")
    place = [group["name"] for group in groups.output].index(title)
    group = groups[place, "gid"]
    chat = plan.call("get_group_chat_history", "Read what the members wrote", gid=group)
    plan.call("mark_as_read_in_group", "Mark the group as read", gid=group)
    found = [
        plan.call("extract_numbers", "Find the amount in a message", text=chat[n, "content"])
        for n in range(len(members))
    ]
    amounts = [step[0] for step in found]
    total = plan.call("sum_of_list", "Add the amounts up", numbers=amounts)
    mean = plan.call("mean", "Work out the mean of the amounts", numbers=amounts)
    rounded = plan.call("round_val", "Round the mean to the cent", a=str(mean), ndigits=2)
    public, private = f"Each of you bears {rounded}", f"Laid out in all: {total}"
    say = "Announce the mean in the group"
    plan.call("send_message_to_group", say, gid=group, content=public, at=[])
    tell(plan, keeper.name, books, private)
    return Query(
        {"title": title, "name": keeper.name},
        texts=(
            (GROUP_MESSAGES, Exact(filled(public, rounded))),
            (MESSAGES, Exact(filled(private, total))),
        ),
    )


def _amounts(draw: Stream) -> list[str]:
    """Three amounts whose sum and mean are written with two decimal places by everybody."""
    while True:
        cents = [draw.between(11_01, 89_99) for _ in _ADVANCED]
        total = sum(cents)
        clean = str(sum(amount / 100 for amount in cents)) == f"{total / 100:.2f}"
        if clean and all(map(unmistakable, (*cents, total, (total + 1) // 3))):
            return [f"{amount / 100:.2f}" for amount in cents]


_ADVANCED = (
    "The boat was on me, {}.",
    "I put {} into the petrol tank.",
    "Groceries for both days: {}, the receipt is in the car.",
)


@workflow(
    apps=("LightTalk",),
    phrasings=(
        "Like the newest moment of {first} and put this comment below it, with the number of likes "
        'that it has then: "Mine is like number 3". Comment on the very first moment that {second} '
        'ever posted: "{remark}" And send {third} the link to that moment of {second}\'s, without '
        "any other words.",
        "Two people's moments on LightTalk: the latest of {first} gets my like, then the comment "
        '"Mine is like number 3", where the figure is how many likes it has by then. The oldest of '
        '{second} gets the comment "{remark}", and {third} should receive its link from me in a '
        "message that contains the bare link.",
    ),
    answer="Both moments have their comments, one a like, and the link has been passed on.",
)
def two_moments(plan: Planner, draw: Stream) -> Query:
    """Like and comment on one moment, comment on another and pass its link on."""
    first, second = some_of(draw, _posting(plan.world, 2), 2, "open contacts with two moments")
    rest = [person for person in others(plan.world) if person not in (first, second)]
    third = one_of(draw, rest, "third contact")
    remark = draw.choice(_REMARKS)
    poster, pioneer, reader = (find_person(plan, c.name) for c in (first, second, third))
    newest = plan.call(
        "get_last_k_moments", f"Find the newest moment of {first.name}", uid=poster["uid"], k=1
    )
    oldest = plan.call(
        "get_moment", f"Find the first moment of {second.name}", uid=pioneer["uid"], index=0
    )
    liked = plan.call("like_moment", "Like the newest", uid=poster["uid"], moid=newest[0, "moid"])
    plan.call(
        "comment_moment",
        f"Comment on the first moment of {second.name}",
        uid=pioneer["uid"],
        moid=oldest["moid"],
        content=remark,
    )
    link = plan.call(
        "get_shared_url_of_moment",
        "Make the link to the first moment",
        uid=pioneer["uid"],
        moid=oldest["moid"],
    )
    text = f"Mine is like number {liked['likes']}"
    plan.call(
        "comment_moment",
        f"Comment on the newest moment of {first.name}",
        uid=poster["uid"],
        moid=liked["moid"],
        content=text,
    )
    tell(plan, third.name, reader, str(link))
    return Query(
        {**ordinals([first.name, second.name, third.name]), "remark": remark},
        texts=(
            (_COMMENTS, Exact(filled(text, liked))),
            (_COMMENTS, Exact(remark)),
            (MESSAGES, Exact(filled(str(link), link))),
        ),
    )


_REMARKS = (
    "I often think of this one.",
    "This has aged well!",
    "Did you ever hear how that ended?",
)


@workflow(
    apps=("LightTalk", "LightShop"),
    phrasings=(
        'Post a moment for me without pictures: "{post}" Add a comment of my own below it, saying '
        'what a new one costs on LightShop and where: "12.34 at Corner Shop". {first} and {second} '
        "may have one to spare, so send each of them the link to the moment, the link alone.",
        'I\'d like to publish "{post}" as a moment, no pictures, and comment on it myself with '
        'the price of a new "{item}" and the name of the LightShop shop that sells it, in the form '
        '"12.34 at Corner Shop". Message {first} and {second} the link to that moment and nothing '
        "but the link.",
    ),
    answer="The moment is out, with its comment, and both contacts have the link.",
)
def given_up_at_last(plan: Planner, draw: Stream) -> Query:
    """Publish a moment, comment on it with a price and send the link to two people."""
    first, second = some_of(draw, others(plan.world), 2, "open contacts")
    goods = goods_to_find(plan.world, draw, food=False)
    item = one_of(draw, [i for shop, i in goods if shop.category != "books"], "good")
    post = draw.choice(_POSTS).format(item=item.name)
    people = [find_person(plan, friend.name) for friend in (first, second)]
    me = plan.call("get_my_uid", "Find the own UID")
    found = plan.call("search_items", f"Look up what {item.name} costs", item_name=item.name)
    asked = plan.call("ask_for_privilege", "Ask for the privilege that publishing needs")
    moment = plan.call("post_moment", "Publish it", content=post, img_urls=[], after=[asked])
    text = f"{found[0, 'price']} at {found[0, 'shop_name']}"
    plan.call(
        "comment_moment",
        "Comment with price and shop",
        uid=str(me),
        moid=moment["moid"],
        content=text,
    )
    link = plan.call(
        "get_shared_url_of_moment", "Make the link to it", uid=str(me), moid=moment["moid"]
    )
    for friend, uid in zip((first, second), people, strict=True):
        tell(plan, friend.name, uid, str(link))
    return Query(
        {**ordinals([first.name, second.name]), "post": post, "item": item.name},
        texts=((_COMMENTS, Exact(filled(text, found))),),
    )


_POSTS = (
    "{item}: lost somewhere between the tram and home. Has anybody got one to lend?",
    "Wanted, for one weekend only: {item}.",
    "Given up at last: {item}. Who has a spare one?",
)


@workflow(
    apps=("LightTalk", "LightShop"),
    phrasings=(
        'Everybody with the tag "{tag}" in my contacts, blocked or not, is to get one unit of '
        '"{item}" from LightShop. Put that many units into my cart without paying, set the remark '
        '"Gets {item}" on every one of them, and tell {name} what all of it will come to, rounded '
        'to the cent: "The presents come to 12.34".',
        'Presents for my contacts tagged "{tag}", including any that are blocked: a "{item}" each. '
        'Set the remark "Gets {item}" on each of these contacts, put as many units as there are '
        "contacts with the tag into the LightShop cart (no payment), and write to {name} the total "
        'price of these units, rounded to the cent, as "The presents come to 12.34".',
    ),
    answer="The cart and the remarks are as wished, and the contact knows the price of it all.",
)
def presents_for_a_tag(plan: Planner, draw: Stream) -> Query:
    """Put a good into the cart for everybody of a tag, note it on each and tell the price."""
    count = draw.between(2, 4)
    friend, *gifted = some_of(draw, others(plan.world), count + 1, "open contacts")
    tag = draw.choice(_TAGS)
    for person in gifted:
        plan.world.app(LightTalk).contacts.put(person._replace(tag=tag))
    goods = goods_to_find(plan.world, draw, food=False)
    fitting = [item for _, item in goods if unmistakable(item.price * count)]
    item = one_of(draw, fitting, "good")
    uid = find_person(plan, friend.name)
    tags = plan.call("list_all_tags", f"See how many contacts are tagged {tag}")
    people = plan.call("get_contacts_by_tag", f"List the contacts tagged {tag}", tag=tag)
    found = plan.call("search_items", f"Look for {item.name}", item_name=item.name)
    wanted = tags[[entry["tag"] for entry in tags.output].index(tag), "count"]
    say = "Put one unit for each of them into the cart"
    plan.call("add_to_cart", say, sid=found[0, "sid"], tid=found[0, "tid"], cnt=wanted)
    for place, entry in enumerate(people.output):
        plan.call(
            "edit_remark",
            f"Note the present on {entry['name']}",
            uid=people[place, "uid"],
            remark=f"Gets {found[0, 'name']}",
        )
    cost = plan.call("mul", "Multiply the price by their number", a=found[0, "price"], b=wanted)
    total = plan.call("round_val", "Round it to the cent", a=str(cost), ndigits=2)
    text = f"The presents come to {total}"
    tell(plan, friend.name, uid, text)
    return Query(
        {"tag": tag, "item": item.name, "name": friend.name},
        texts=((MESSAGES, Exact(filled(text, total))),),
    )


_TAGS = ("choir", "bowling", "godchildren", "book club")


@workflow(
    apps=("LightTalk", "LightShop"),
    phrasings=(
        "The last thing in my LightTalk chat with {first} is the name of an item on LightShop, all "
        "by itself. Buy {units} units of just that, mark the chat as read and reply with the price "
        'of one: "On its way, 12.34 each". {second} will collect it, so write there what it is and '
        'from which shop: "Please fetch the Rye Bread from Corner Shop".',
        "{first} has written me the name of an item; it is the newest message of our LightTalk "
        "chat. Please buy {units} units of it on LightShop, payment included, mark the chat as "
        'read and answer "On its way, 12.34 each", the figure being the price of one. And ask '
        '{second}: "Please fetch the Rye Bread from Corner Shop", with the right item and shop of '
        "course.",
    ),
    answer="The wish is bought, who wished it has an answer, and the other knows what to fetch.",
)
def wish_from_a_chat(plan: Planner, draw: Stream) -> Query:
    """Buy what somebody has named in a chat, answer, and ask another to fetch it."""
    first, second = some_of(draw, others(plan.world), 2, "open contacts")
    _, item = one_of(draw, goods_to_find(plan.world, draw, food=False), "good")
    units = draw.between(2, 6)
    plant_message(plan.world, first.uid, item.name)
    set_read(plan.world, first.uid, False)
    wishing, fetching = (find_person(plan, friend.name) for friend in (first, second))
    chat = plan.call("get_chat_history", f"Read the chat with {first.name}", uid=wishing["uid"])
    plan.call("mark_as_read", "Mark the chat as read", uid=wishing["uid"])
    last = len(chat.output) - 1
    found = plan.call("search_items", "Look for what is named", item_name=chat[last, "content"])
    added = put_in_cart(plan, found, item, units)
    pay_after(plan, added)
    reply = f"On its way, {found[0, 'price']} each"
    errand = f"Please fetch the {found[0, 'name']} from {found[0, 'shop_name']}"
    tell(plan, first.name, wishing, reply)
    tell(plan, second.name, fetching, errand)
    return Query(
        {**ordinals([first.name, second.name]), "units": str(units)},
        texts=tuple((MESSAGES, Exact(filled(text, found))) for text in (reply, errand)),
    )
