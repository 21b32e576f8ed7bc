"""Tasks about chats and contacts."""

from __future__ import annotations

from evaluators import Exact, Slot, TaskKind
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Decline, Draft, Reading, template
from sandboxes.tasks.kit.general import one_of, some_of
from sandboxes.tasks.kit.talk import MESSAGES, others, tags_of_size, write_to

_NOTES = (
    "The rehearsal starts an hour earlier tomorrow. Please tell the others on your way.",
    "I left your umbrella with the porter; you can pick it up any time.",
    "The train tickets are booked for all of us, window seats.",
    "Please bring the big pot on Sunday. Ours has a hole.",
    "The plumber can only come at noon, so I'll be late for lunch.",
    "Thank you for the plum jam. It was gone before the week was over.",
)


@template(
    level=1,
    apps=("LightTalk",),
    phrasings=(
        "Mark the messages from {name} as read.",
        "I've seen what {name} wrote to me on LightTalk. Set that chat to read.",
        "Please clear the unread mark on my chat with {name}.",
    ),
    reading=Reading("2026-11-29", "15516d186983"),
)
def mark_messages_read(world: World, draw: Stream) -> Draft:
    """Mark one contact's chat as read."""
    unread = [contact for contact in others(world) if not contact.read_new_message]
    contact = one_of(draw, unread, "open contact with unread messages")

    def gold(do: Client) -> None:
        uid = do("get_uid_from_name", name=contact.name)["uid"]
        do("mark_as_read", uid=uid)

    return Draft({"name": contact.name}, gold, unique=(contact.name,))


@template(
    level=1,
    apps=("LightTalk",),
    traps=("latent_prerequisite",),
    phrasings=(
        "I have blocked {name}, but that is settled now. Lift the block for good and send "
        '{name} exactly this message: "{note}"',
        'Tell {name} the following, word for word: "{note}" I have blocked {name}; lift that,'
        " and don't block {name} again.",
        '{name} should get this text from me, exactly as it stands: "{note}" Lift my block on'
        " {name} for that, and leave it lifted.",
    ),
    reading=Reading("2026-11-29", "d6a29a9ed068"),
)
def write_to_blocked_contact(world: World, draw: Stream) -> Draft:
    """Send a text to a blocked contact: the block has to be lifted, which needs the privilege."""
    contact = one_of(draw, others(world, blocked=True), "blocked contact")
    note = draw.choice(_NOTES)

    def gold(do: Client) -> None:
        uid = do("get_uid_from_name", name=contact.name)["uid"]
        do("ask_for_privilege")
        do("unblock", uid=uid)
        do("send_message", uid=uid, content=note)

    return Draft(
        {"name": contact.name, "note": note},
        gold,
        unique=(contact.name, note),
        texts=((MESSAGES, Exact(note)),),
    )


@template(
    level=1,
    apps=("LightTalk",),
    traps=("condition",),
    phrasings=(
        'Write exactly "{note}" to every contact of mine whose first name begins with the '
        "letter {letter}. Leave out those I have blocked.",
        "Every contact of mine with a first name starting with {letter}, except those I have "
        'blocked, should get exactly this message from me: "{note}"',
        "Please send all my contacts whose first name starts with {letter} exactly this text:"
        ' "{note}" Whoever I have blocked gets nothing.',
    ),
    reading=Reading("2026-11-29", "63b8ba14a971"),
)
def message_everyone_with_letter(world: World, draw: Stream) -> Draft:
    """Send one text to all open contacts whose first name starts with a letter."""
    talk = world.app(LightTalk)
    people = others(world)
    mine = talk.directory()[talk.me].name[0]
    initials = {contact.name[0] for contact in people} - {mine}
    fitting = [
        letter
        for letter in sorted(initials)
        if 2 <= sum(contact.name.startswith(letter) for contact in people) <= 6
    ]
    letter = one_of(draw, fitting, "initial with two to six open contacts")
    note = draw.choice(_NOTES)

    def gold(do: Client) -> None:
        for entry in do.steadily("fuzzy_search_uids_from_name", name=letter):
            if entry["name"].startswith(letter) and not entry["blocked"]:
                do.steadily("send_message", uid=entry["uid"], content=note)

    return Draft(
        {"letter": letter, "note": note},
        gold,
        unique=(letter, note),
        texts=((MESSAGES, Exact(note)),),
    )


@template(
    level=2,
    apps=("LightTalk",),
    traps=("latent_prerequisite",),
    phrasings=(
        'Unblock all contacts that carry the tag "{tag}", and nobody else.',
        'Nobody with the tag "{tag}" should be blocked on LightTalk any longer. Please see to'
        " it, and leave all other blocks alone.",
        'Lift the block from everybody tagged "{tag}", and from nobody else.',
    ),
    reading=Reading("2026-11-29", "6e2899801126"),
)
def unblock_tag(world: World, draw: Stream) -> Draft:
    """Unblock every blocked contact with one tag."""
    tags = sorted({contact.tag for contact in others(world, blocked=True)})
    tag = one_of(draw, tags, "tag with a blocked contact")

    def gold(do: Client) -> None:
        do("ask_for_privilege")
        for entry in do("get_contacts_by_tag", tag=tag):
            if do("get_contact_info", uid=entry["uid"])["blocked"]:
                do("unblock", uid=entry["uid"])

    return Draft({"tag": tag}, gold, unique=(tag,))


@template(
    level=2,
    apps=("LightTalk",),
    traps=("latent_prerequisite", "condition"),
    phrasings=(
        'Remove every contact tagged "{tag}" whose chat with me holds no message at all, from'
        " either side. Keep the others.",
        'Tidy up LightTalk: delete those contacts with the tag "{tag}" whose chat with me is '
        "completely empty, and no others.",
        'Please delete whoever carries the tag "{tag}" and with whom I have no message in our '
        "chat, neither theirs nor mine. Keep the others.",
    ),
    version=2,
    reading=Reading("2026-11-29", "08134e788b08"),
)
def delete_silent_contacts(world: World, draw: Stream) -> Draft:
    """Delete the contacts of one tag that have an empty chat."""
    talk = world.app(LightTalk)

    def silent(tag: str) -> list[str]:
        people = [c for c in others(world, blocked=None) if c.tag == tag]
        return [c.uid for c in people if not talk.messages.of(c.uid)]

    def size(tag: str) -> int:
        return sum(contact.tag == tag for contact in others(world, blocked=None))

    tags = sorted({contact.tag for contact in others(world, blocked=None)})
    mixed = [
        tag
        for tag in tags
        if 1 <= len(silent(tag)) < size(tag) and 7 <= size(tag) + len(silent(tag)) <= 18
    ]
    tag = one_of(draw, mixed, "tag with silent contacts and others")

    def gold(do: Client) -> None:
        do("ask_for_privilege")
        for entry in do("get_contacts_by_tag", tag=tag):
            if not do("get_chat_history", uid=entry["uid"]):
                do("delete_contact", uid=entry["uid"])

    return Draft({"tag": tag}, gold, unique=(tag,))


@template(
    level=1,
    apps=("LightTalk",),
    phrasings=(
        "Send {receiver} the share link of {shared}'s contact card, and nothing else.",
        "{receiver} wants to get in touch with {shared}. Send {receiver} the link to "
        "{shared}'s contact card, without any other text.",
        "Pass the link to {shared}'s contact card on LightTalk on to {receiver}. The message "
        "should be the bare link.",
    ),
    reading=Reading("2026-11-29", "fc96a2e8aebb"),
)
def share_contact(world: World, draw: Stream) -> Draft:
    """Send one contact's share link to another."""
    receiver, shared = some_of(draw, others(world), 2, "open contacts")
    link = f"light://contact.talk.so?uid={shared.uid}"

    def gold(do: Client) -> None:
        shared_uid = do("get_uid_from_name", name=shared.name)["uid"]
        found = do("get_shared_url_of_contact", uid=shared_uid)
        receiver_uid = do("get_uid_from_name", name=receiver.name)["uid"]
        do("send_message", uid=receiver_uid, content=found)

    return Draft(
        {"receiver": receiver.name, "shared": shared.name},
        gold,
        unique=(receiver.name, shared.name),
        texts=((MESSAGES, Exact(link)),),
    )


@template(
    level=1,
    apps=("LightTalk",),
    traps=("arithmetic_or_text",),
    phrasings=(
        'Count my contacts tagged "{tag}" whose chat is marked unread, blocked contacts '
        "included, and send the number, in figures, to {name}. No other number may stand in "
        "the message.",
        'How many contacts with the tag "{tag}", blocked or not, have an unread chat with me?'
        " Tell {name}; the message must hold that one number, as a figure, and no other.",
        '{name} asked how many unread chats I have with contacts tagged "{tag}", blocked ones'
        " counted too. Send {name} the answer in figures, with no further number in it.",
    ),
    reading=Reading("2026-11-29", "24b341cfda77"),
)
def report_unread_count(world: World, draw: Stream) -> Draft:
    """Count the unread chats of one tag and send the number."""
    receiver = one_of(draw, others(world), "open contact")
    everybody = others(world, blocked=None)

    def unread_with(tag: str) -> int:
        return sum(c.tag == tag and not c.read_new_message for c in everybody)

    tags = [tag for tag in tags_of_size(world, 2, 8) if unread_with(tag) > 0]
    tag = one_of(draw, tags, "tag with two to eight contacts and an unread chat")
    count = unread_with(tag)

    def gold(do: Client) -> None:
        unread = 0
        for entry in do.steadily("get_contacts_by_tag", tag=tag):
            info = do.steadily("get_contact_info", uid=entry["uid"])
            unread += not info["read_new_message"]
        write_to(do, receiver.name, f"Unread chats: {unread}")

    return Draft(
        {"tag": tag, "name": receiver.name},
        gold,
        unique=(tag, receiver.name),
        texts=((MESSAGES, Slot(count)),),
    )


@template(
    level=1,
    apps=("LightTalk",),
    traps=("do_nothing", "condition"),
    phrasings=(
        'If {name} has not posted any moment yet, send {name} exactly this message: "{note}" '
        "Otherwise leave everything as it is.",
        'Check whether {name} has any moments. Only if there are none, write exactly "{note}"'
        " to {name}; otherwise do nothing at all.",
        "Should {name} not have a single moment on LightTalk, send {name} exactly this "
        'message: "{note}" Otherwise, don\'t touch anything.',
    ),
    reading=Reading("2026-11-29", "016f8e9fb07d"),
)
def nudge_if_silent(world: World, draw: Stream) -> Draft:
    """Write only to somebody without moments; here there are some, so nothing is to be done."""
    talk = world.app(LightTalk)
    posting = [contact for contact in others(world) if talk.moments.of(contact.uid)]
    contact = one_of(draw, posting, "open contact with moments")
    note = "You are so quiet here. Show us what you are up to!"

    def gold(do: Client) -> None:
        uid = do("get_uid_from_name", name=contact.name)["uid"]
        if do.careful and do("get_all_moments", uid=uid):
            return
        do("send_message", uid=uid, content=note)

    return Draft(
        {"name": contact.name, "note": note},
        gold,
        unique=(contact.name, note),
        kind=TaskKind.DO_NOTHING,
        texts=((MESSAGES, Exact(note)),),
    )


@template(
    level=1,
    apps=("LightTalk",),
    phrasings=(
        "I want to remember how I met {first} and {second}: the remark on each of them should"
        ' read exactly "{remark}".',
        'Give my contacts {first} and {second} the same remark, exactly "{remark}", in place '
        "of any earlier one.",
        'Set the private note on {first} to exactly "{remark}", and the one on {second} to '
        "the same.",
    ),
    reading=Reading("2026-11-29", "00aed8fa54ca"),
)
def remark_two_contacts(world: World, draw: Stream) -> Draft:
    """Set the same remark on two contacts, blocked or not."""
    first, second = some_of(draw, others(world, blocked=None), 2, "contacts")
    remark = draw.choice(
        ("Choir tour to Ljubljana", "Allotment association", "Night train, shared sandwiches")
    )
    if first.name in second.name or second.name in first.name:
        raise Decline("one name contains the other")

    def gold(do: Client) -> None:
        for contact in (first, second):
            uid = do("get_uid_from_name", name=contact.name)["uid"]
            do("edit_remark", uid=uid, remark=remark)

    return Draft(
        {"first": first.name, "second": second.name, "remark": remark},
        gold,
        unique=(first.name, second.name, remark),
    )
