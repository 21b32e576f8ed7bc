"""Calls at the edge of the schemas: no tool, no object, texts just short and long enough."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sandboxes import World, catalogue
from tests.sandboxes.apps.people import Person, ShopItem
from tests.sandboxes.calls import NOTHING, PICTURE, not_understood, ok, refused

NAMES = list(catalogue())
NO_OBJECTS: list[object] = [[], [["uid", "x"]], "{}", "x" * 1_000_000, "\ud800", None, 3, True]
NO_TOOLS = {
    "unknown": "send_money",
    "empty": "",
    "capitals": "Now",
    "blank before": " now",
    "with its server": "LightOS_now",
    "private": "_send",
    "null": None,
    "number": 3,
    "list": ["now"],
    "object": {"name": "now"},
    "bytes": b"now",
    "control characters": "now\x00\x1b[2J",
    "lone surrogate": "\ud800",
    "megabyte": "x" * 1_000_000,
}


@pytest.mark.parametrize("tool", NAMES)
def test_arguments_must_be_an_object(tool: str, world: World) -> None:
    for arguments in NO_OBJECTS:
        sentence = not_understood(world, tool, arguments)
        assert sentence.startswith(f"{tool} takes its arguments as one JSON object")
        assert len(sentence) < 200


@pytest.mark.parametrize("name", NO_TOOLS.values(), ids=NO_TOOLS)
def test_an_unknown_tool_is_an_error(name: object, world: World) -> None:
    sentence = not_understood(world, name, {})
    if isinstance(name, str):
        assert sentence.startswith("There is no tool ")
        assert sentence.endswith("Call one of the listed tools by its exact name.")
    else:
        assert sentence == "The name of a tool is a text; something else was sent."
    assert len(sentence) < 200
    assert sentence.isprintable()


def test_all_mistakes_are_named_at_once(world: World) -> None:
    arguments = {"uid": 7, "moid": None, "content": "", "mood": "glad"}
    assert not_understood(world, "comment_comment", arguments) == (
        'comment_comment: Argument "uid" must be a text (JSON string). '
        'Argument "moid" must be a text (JSON string). Argument "cid" is missing. '
        'Argument "content" must have at least 1 character. '
        'There is no argument "mood"; leave it out. It takes: uid, moid, cid, content.'
    )


def test_of_very_many_mistakes_some_are_named(world: World) -> None:
    sentence = not_understood(world, "now", {f"argument {n}": n for n in range(10_000)})
    assert "And 9995 more problems." in sentence
    assert len(sentence) < 500


@pytest.mark.parametrize("name", ["\ud800", "a\ud800b"])
def test_the_name_of_an_argument_may_be_no_unicode(name: str, world: World) -> None:
    assert not_understood(world, "now", {name: 1}).startswith("now: ")


def test_the_name_of_an_argument_may_hold_control_characters(world: World) -> None:
    sentence = not_understood(world, "now", {"a\x00\x1bb": 1})
    assert 'There is no argument "a\\u0000\\u001bb"; leave it out.' in sentence


@pytest.mark.parametrize("break_", ["\t", "\r", "\x00", "\x1b", "\x7f", "\x85"])
def test_a_message_holds_no_control_character_but_line_feeds(
    break_: str, world: World, friend: Person
) -> None:
    text = f"one{break_}two"
    sentence = not_understood(world, "send_message", {"uid": friend.uid, "content": text})
    assert "must hold more than blanks, and no control characters but line feeds" in sentence


def test_a_remark_is_one_line(world: World, friend: Person) -> None:
    sentence = not_understood(world, "edit_remark", {"uid": friend.uid, "remark": "one\ntwo"})
    assert 'Argument "remark" must hold more than blanks, and no control characters.' in sentence


@pytest.mark.parametrize(
    "address",
    [
        "tram.jpg on my phone",
        "ftp://pictures.example/tram.jpg",
        "javascript:alert(1)",
        "https://pictures.example/a tram.jpg",
        'https://pictures.example/"onload="alert(1)',
        "https://pictures.example/<b>",
        "https://pictures.example/tram.jpg\n",
        " https://pictures.example/tram.jpg",
    ],
)
@pytest.mark.parametrize("tool", ["send_image", "send_image_to_group", "post_moment"])
def test_a_picture_has_an_address(tool: str, address: str, world: World) -> None:
    arguments: dict[str, Mapping[str, object]] = {
        "send_image": {"uid": NOTHING, "img_url": address},
        "send_image_to_group": {"gid": NOTHING, "img_url": address},
        "post_moment": {"content": "Look", "img_urls": [PICTURE, address]},
    }
    assert "must begin with http:// or https://" in not_understood(world, tool, arguments[tool])


def test_texts_may_be_as_long_as_the_schema_says(world: World, friend: Person) -> None:
    ok(world, "edit_remark", uid=friend.uid, remark="x" * 200)
    ok(world, "send_message", uid=friend.uid, content="x" * 4000)
    assert "No contact has the UID" in refused(world, "get_contact_info", uid="x" * 64)


@pytest.mark.parametrize(
    ("tool", "argument", "most"),
    [
        ("edit_remark", "remark", 200),
        ("send_message", "content", 4000),
        ("get_contact_info", "uid", 64),
    ],
)
def test_a_text_that_is_one_character_too_long_is_told_the_limit(
    tool: str, argument: str, most: int, world: World, friend: Person
) -> None:
    arguments = {"uid": friend.uid} | {argument: "x" * (most + 1)}
    sentence = not_understood(world, tool, arguments)
    assert f'Argument "{argument}" must have at most {most} characters.' in sentence


def test_a_moment_has_at_most_nine_pictures(privileged: World) -> None:
    ok(privileged, "post_moment", content="Trams", img_urls=[PICTURE] * 9)
    arguments = {"content": "Trams", "img_urls": [PICTURE] * 10}
    sentence = not_understood(privileged, "post_moment", arguments)
    assert 'Argument "img_urls" must have at most 9 elements.' in sentence


def test_a_group_has_at_least_one_member_named(privileged: World) -> None:
    sentence = not_understood(privileged, "create_group_chat", {"uids": []})
    assert 'Argument "uids" must have at least 1 element.' in sentence


def test_lists_of_people_name_at_most_two_hundred(privileged: World, friend: Person) -> None:
    most, more = [friend.uid] * 200, [friend.uid] * 201
    gid = ok(privileged, "create_group_chat", uids=most)["gid"]
    ok(privileged, "send_message_to_group", gid=gid, content="Hello", at=most)
    calls: dict[str, dict[str, object]] = {
        "create_group_chat": {"uids": more},
        "send_message_to_group": {"gid": gid, "content": "Hello", "at": more},
        "send_image_to_group": {"gid": gid, "img_url": PICTURE, "at": more},
    }
    for tool, arguments in calls.items():
        assert "must have at most 200 elements" in not_understood(privileged, tool, arguments)


def test_a_gender_is_female_or_male(world: World) -> None:
    sentence = not_understood(world, "get_contacts_by_gender", {"gender": "Female"})
    assert "Argument \"gender\" must be 'female' or 'male'." in sentence


def numbered(tool: str, number: int, poster: Person, item: ShopItem) -> dict[str, object]:
    """A call of a tool that takes a number."""
    calls: dict[str, dict[str, object]] = {
        "get_contacts": {"page": number},
        "get_moment": {"uid": poster.uid, "index": number},
        "get_last_k_moments": {"uid": poster.uid, "k": number},
        "add_to_cart": {"sid": item.sid, "tid": item.tid, "cnt": number},
    }
    return calls[tool]


@pytest.mark.parametrize(
    ("tool", "argument", "least"),
    [
        ("get_contacts", "page", 0),
        ("get_moment", "index", 0),
        ("get_last_k_moments", "k", 1),
        ("add_to_cart", "cnt", 1),
    ],
)
def test_a_number_below_its_least_is_an_error(
    tool: str, argument: str, least: int, world: World, poster: Person, shop_item: ShopItem
) -> None:
    ok(world, tool, **numbered(tool, least, poster, shop_item))
    sentence = not_understood(world, tool, numbered(tool, least - 1, poster, shop_item))
    assert f'Argument "{argument}" must be at least {least}.' in sentence


@pytest.mark.parametrize("digits", [30, 300, 5000])
@pytest.mark.parametrize("tool", ["get_contacts", "get_moment", "add_to_cart"])
def test_a_huge_number_is_answered_and_changes_nothing(
    tool: str, digits: int, world: World, poster: Person, shop_item: ShopItem
) -> None:
    before = world.state()
    outcome = world.call(tool, numbered(tool, 10**digits, poster, shop_item))
    assert outcome.status in ("failed", "error")
    assert outcome.canonical().encode()
    assert world.state() == before
