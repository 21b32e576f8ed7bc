"""Tasks about group chats."""

from __future__ import annotations

from evaluators import Exact
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.stage import found_group
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.general import one_of, ordinals, some_of
from sandboxes.tasks.kit.talk import GROUP_MESSAGES, new_group, others, tags_of_size

_GROUP_NAMES = ("Harbour Rowing Crew", "Sunday Soup Table", "Stairwell 4", "Lake Weekend")


@template(
    level=1,
    apps=("LightTalk",),
    traps=("latent_prerequisite",),
    phrasings=(
        'Create a group with all my contacts tagged "{tag}", blocked or not, call it '
        '"{title}", and then make {heir} its owner.',
        'All contacts with the tag "{tag}", blocked ones too, belong in a new group named '
        '"{title}". Once it is there, make {heir} its owner.',
        'Please set up "{title}", a group chat of me and everybody tagged "{tag}" (blocked or'
        " not), and pass its ownership on to {heir}.",
    ),
    reading=Reading("2026-11-29", "45b642a1cbb8"),
)
def group_and_hand_over(world: World, draw: Stream) -> Draft:
    """Make a group of one tag, name it and hand it over to a member."""
    tag = one_of(draw, tags_of_size(world, 2, 9), "tag with two to nine contacts")
    members = [contact for contact in others(world, blocked=None) if contact.tag == tag]
    heir = one_of(draw, [m for m in members if not m.blocked], "member who is not blocked")
    title = draw.choice(_GROUP_NAMES)

    def gold(do: Client) -> None:
        do.steadily("ask_for_privilege")
        entries = do.steadily("get_contacts_by_tag", tag=tag)
        uids = {entry["name"]: entry["uid"] for entry in entries}
        gid = new_group(do, list(uids.values()), title)
        do.steadily("change_owner_of_group", gid=gid, uid=uids[heir.name])

    return Draft(
        {"tag": tag, "title": title, "heir": heir.name},
        gold,
        unique=(tag, title, heir.name),
    )


@template(
    level=1,
    apps=("LightTalk",),
    traps=("clean_slate", "latent_prerequisite"),
    phrasings=(
        'There should be exactly one group called "{title}", with {first}, {second}, {third} '
        "and me in it and nobody else. Please see to that; no existing group may be deleted "
        "or renamed for it.",
        "I want {first}, {second} and {third}, and nobody else, together with me in one group"
        ' named "{title}"; no second group of that name, and don\'t delete or rename any '
        "existing group.",
        'Make sure that "{title}" exists as a group, just once, with exactly {first}, '
        "{second}, {third} and me as its members. Groups that exist already must be neither "
        "deleted nor renamed.",
    ),
    reading=Reading("2026-11-29", "5f5f234f28a2"),
)
def one_group_of_three(world: World, draw: Stream) -> Draft:
    """Have a named group of three; the trap is that it exists and lacks one member."""
    members = some_of(draw, others(world), 3, "open contacts")
    names = [contact.name for contact in members]
    title = draw.choice(_GROUP_NAMES)

    def prepare(stage: Stage) -> None:
        if stage.traps:
            me = stage.world.app(LightTalk).me
            found_group(stage.world, me, [contact.uid for contact in members[:2]], title)

    def gold(do: Client) -> None:
        uids = [do("get_uid_from_name", name=name)["uid"] for name in names]
        if do.careful:
            for group in do("list_all_groups"):
                if group["name"] == title:
                    for uid in uids:
                        if uid not in group["uids"]:
                            do("invite_new_member", gid=group["gid"], uid=uid)
                    return
        do("ask_for_privilege")
        gid = do("create_group_chat", uids=uids)["gid"]
        do("rename_group", gid=gid, name=title)

    return Draft(
        {"title": title, **ordinals(names)},
        gold,
        unique=(title, *names),
        prepare=prepare,
    )


@template(
    level=1,
    apps=("LightTalk",),
    traps=("ambiguity",),
    phrasings=(
        'Write exactly "{text}" in the group "{title}" and mention {name} with that message, '
        "and nobody else.",
        'In the group "{title}", send exactly "{text}" as a question to {name}: the message '
        "should mention {name} and nobody else.",
        'Post a message that reads exactly "{text}" to the group chat "{title}"; it should '
        "mention {name} alone.",
    ),
    reading=Reading("2026-11-29", "e8e247bd3fcf"),
)
def mention_in_group(world: World, draw: Stream) -> Draft:
    """Write to one of two groups and mention one member."""
    members = some_of(draw, others(world), 4, "open contacts")
    target = members[0]
    title, other_title = draw.sample(_GROUP_NAMES, 2)
    text = draw.choice(
        (
            "Who has the key to the boathouse?",
            "Can you bring the folding chairs?",
            "Is the 8th fine?",
        )
    )

    def prepare(stage: Stage) -> None:
        uids = [contact.uid for contact in members]
        found_group(stage.world, uids[1], uids[:3], title)
        found_group(stage.world, uids[3], uids, other_title)

    def gold(do: Client) -> None:
        uid = do("get_uid_from_name", name=target.name)["uid"]
        groups = {group["name"]: group["gid"] for group in do("list_all_groups")}
        do("send_message_to_group", gid=groups[title], content=text, at=[uid])

    return Draft(
        {"text": text, "title": title, "name": target.name},
        gold,
        unique=(text, title, target.name),
        prepare=prepare,
        texts=((GROUP_MESSAGES, Exact(text)),),
    )
