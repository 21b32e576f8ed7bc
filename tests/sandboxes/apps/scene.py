"""A world in which every tool has something to do, and one call of each that succeeds."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandboxes import World
from sandboxes.apps.light_talk import stage as talk_stage
from tests.sandboxes.apps.calls import NOTHING, PICTURE, ok
from tests.sandboxes.apps.people import Person, ShopItem, shop_items

Calls = dict[str, dict[str, Any]]


class Scene(NamedTuple):
    """A prepared world and, for each tool, arguments with which it succeeds there."""

    world: World
    arguments: Calls

    def fork(self) -> Scene:
        """The same scene in an independent world."""
        return Scene(self.world.fork(), self.arguments)

    def play(self, tool: str) -> Any:
        """Make the tool's successful call."""
        return ok(self.world, tool, **self.arguments[tool])


def set_scene(
    world: World,
    friend: Person,
    other_friend: Person,
    stranger: Person,
    poster: Person,
    blocked_friend: Person,
) -> Scene:
    """Prepare the world by calls, and tell what each tool can be called with."""
    ok(world, "ask_for_privilege")
    arguments = {
        **_without_arguments(),
        **_contacts(friend, stranger, blocked_friend),
        **_chats(world, friend),
        **_moments(world, poster),
        **_groups(world, friend, other_friend, stranger),
        **_shops(world),
        **_payments(world),
    }
    return Scene(world, arguments)


def _without_arguments() -> Calls:
    names = """
        now health
        get_my_uid get_my_name get_all_contacts list_all_tags get_my_moments list_all_groups
        acc_network list_ip_choices ask_for_privilege
        list_all_shop_categories get_starred_shops get_my_starred_items get_cart_summary
        check_balance wait_payment_password checkout_all get_trans_history
    """
    return {name: {} for name in names.split()}


def _contacts(friend: Person, stranger: Person, blocked_friend: Person) -> Calls:
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
        "unblock": {"uid": blocked_friend.uid},
        "delete_contact": {"uid": stranger.uid},
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


def _groups(world: World, friend: Person, other_friend: Person, stranger: Person) -> Calls:
    members = [friend.uid, other_friend.uid]
    mine = {"gid": ok(world, "create_group_chat", uids=members)["gid"]}
    theirs = {"gid": talk_stage.found_group(world, friend.uid, [other_friend.uid], "Choir")}
    return {
        "create_group_chat": {"uids": members},
        "get_group_info": mine,
        "send_message_to_group": {**mine, "content": "Rehearsal at six", "at": [friend.uid]},
        "send_image_to_group": {**mine, "img_url": PICTURE, "at": [friend.uid]},
        "get_group_chat_history": mine,
        "rename_group": {**mine, "name": "Quartet"},
        "change_owner_of_group": {**mine, "uid": friend.uid},
        "invite_new_member": {**mine, "uid": stranger.uid},
        "quit_group": theirs,
        "delete_group": mine,
        "mark_as_read_in_group": mine,
        "mark_as_unread_in_group": mine,
    }


def _affordable(world: World) -> ShopItem:
    return next(i for i in shop_items(world) if i.stock >= 10 and i.price < 100)


def _shops(world: World) -> Calls:
    item = _affordable(world)
    other = next(i for i in shop_items(world) if i.sid != item.sid)
    ok(world, "star_shop", sid=other.sid)
    ok(world, "star_item", sid=other.sid, tid=other.tid)
    shop, good = {"sid": item.sid}, {"sid": item.sid, "tid": item.tid}
    shown = next(s for s in ok(world, "search_shops", shop_name=item.shop_name))
    return {
        "get_shop_id_by_name": {"shop_name": item.shop_name},
        "list_all_shops_by_category": {"category": shown["category"]},
        "search_shops": {"shop_name": item.shop_name},
        "fuzzy_search_shops": {"shop_name": item.shop_name},
        "list_items": shop,
        "get_item_info": good,
        "search_items": {"item_name": NOTHING},
        "fuzzy_search_items": {"item_name": item.name},
        "search_items_in_shop": {**shop, "item_name": item.name},
        "fuzzy_search_items_in_shop": {**shop, "item_name": item.name},
        "star_shop": shop,
        "unstar_shop": {"sid": other.sid},
        "star_item": good,
        "unstar_item": {"sid": other.sid, "tid": other.tid},
        "add_to_cart": {**good, "cnt": 2},
    }


def _payments(world: World) -> Calls:
    item = _affordable(world)
    good = {"sid": item.sid, "tid": item.tid}
    ok(world, "add_to_cart", **good, cnt=1)
    ok(world, "wait_payment_password")
    trid = ok(world, "checkout_all")["trid"]
    caid = ok(world, "add_to_cart", **good, cnt=1)["caid"]
    ok(world, "wait_payment_password")
    return {
        "delete_item_in_cart": {"caid": caid},
        "get_trans_info": {"trid": trid},
        "delete_trans_history": {"trid": trid},
    }
