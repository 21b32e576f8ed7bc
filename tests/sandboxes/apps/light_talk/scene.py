"""One call of each LightTalk tool that succeeds."""

from __future__ import annotations

from sandboxes import World
from sandboxes.apps.light_talk import stage
from tests.sandboxes.apps.people import Cast, Person, cast_of
from tests.sandboxes.calls import PICTURE, ok
from tests.sandboxes.walking import Calls


def arguments(world: World) -> Calls:
    """Prepare the world by calls, and tell what each tool can be called with."""
    people = cast_of(world)
    ok(world, "ask_for_privilege")
    return {
        **_without_arguments(),
        **_contacts(people),
        **_chats(world, people.friend),
        **_moments(world, people.poster),
        **_groups(world, people),
    }


def _without_arguments() -> Calls:
    names = """
        get_my_uid get_my_name get_all_contacts list_all_tags get_my_moments list_all_groups
        acc_network list_ip_choices ask_for_privilege
    """
    return {name: {} for name in names.split()}


def _contacts(people: Cast) -> Calls:
    friend = people.friend
    known = {"uid": friend.uid}
    return {
        "get_contacts": {"page": 0},
        "get_uid_from_name": {"name": friend.name},
        "fuzzy_search_uids_from_name": {"name": friend.name[:3]},
        "get_contact_info": known,
        "get_contacts_by_tag": {"tag": friend.tag},
        "get_contacts_by_gender": {"gender": friend.gender},
        "edit_remark": {**known, "remark": "Met at the tram stop"},
        "delete_remark": known,
        "block": known,
        "unblock": {"uid": people.blocked_friend.uid},
        "delete_contact": {"uid": people.stranger.uid},
        "get_shared_url_of_contact": known,
        "change_my_ip": {"where": "Lisbon, Portugal"},
    }


def _chats(world: World, friend: Person) -> Calls:
    known = {"uid": friend.uid}
    sent = ok(world, "send_message", **known, content="See you at eight")
    return {
        "send_message": {**known, "content": "Good morning"},
        "send_image": {**known, "img_url": PICTURE},
        "get_chat_history": known,
        "delete_message": {**known, "mid": sent["mid"]},
        "delete_chat_history": known,
        "mark_as_read": known,
        "mark_as_unread": known,
    }


def _moments(world: World, poster: Person) -> Calls:
    mine = ok(world, "post_moment", content="First snow", img_urls=[])["moid"]
    post = {"uid": poster.uid, "moid": poster.moids[0]}
    liked = {"uid": poster.uid, "moid": poster.moids[1]}
    ok(world, "like_moment", **liked)
    cid = ok(world, "comment_moment", **post, content="Lovely")["cid"]
    reply = ok(world, "comment_comment", **post, cid=cid, content="Where is it?")["cid"]
    return {
        "post_moment": {"content": "Second snow", "img_urls": [PICTURE]},
        "get_all_moments": {"uid": poster.uid},
        "get_last_k_moments": {"uid": poster.uid, "k": 2},
        "get_moment": {"uid": poster.uid, "index": 0},
        "like_moment": post,
        "unlike_moment": liked,
        "comment_moment": {**post, "content": "Still lovely"},
        "comment_comment": {**post, "cid": cid, "content": "Still there?"},
        "withdraw_comment_moment": {**post, "my_cid": cid},
        "withdraw_comment_comment": {**post, "cid": cid, "my_cid": reply},
        "delete_moment": {"moid": mine},
        "get_shared_url_of_moment": post,
    }


def _groups(world: World, people: Cast) -> Calls:
    friend, other = people.friend.uid, people.other_friend.uid
    members = [friend, other]
    mine = {"gid": ok(world, "create_group_chat", uids=members)["gid"]}
    theirs = {"gid": stage.found_group(world, friend, [other], "Choir")}
    return {
        "create_group_chat": {"uids": members},
        "get_group_info": mine,
        "send_message_to_group": {**mine, "content": "Rehearsal at six", "at": [friend]},
        "send_image_to_group": {**mine, "img_url": PICTURE, "at": [friend]},
        "get_group_chat_history": mine,
        "rename_group": {**mine, "name": "Quartet"},
        "change_owner_of_group": {**mine, "uid": friend},
        "invite_new_member": {**mine, "uid": people.stranger.uid},
        "quit_group": theirs,
        "delete_group": mine,
        "mark_as_read_in_group": mine,
        "mark_as_unread_in_group": mine,
    }
