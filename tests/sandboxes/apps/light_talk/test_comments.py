"""Comments and replies below moments: made at any depth, withdrawn by their author only."""

from __future__ import annotations

import pytest

from sandboxes import World
from tests.sandboxes.apps.people import Person
from tests.sandboxes.calls import NOBODY, NOTHING, State, now, ok, overlay, refused, talk_state


@pytest.fixture
def post(poster: Person) -> dict[str, str]:
    """Where the second moment of the poster is."""
    return {"uid": poster.uid, "moid": poster.moids[1]}


@pytest.fixture
def others_comment(contacts: list[State], poster: Person) -> str:
    """The id of a comment by somebody else on that moment."""
    moments = next(c for c in contacts if c["uid"] == poster.uid)["moments"]
    return str(moments[1]["comments"][0]["cid"])


def comments(state: State, poster: Person, index: int = 1) -> list[State]:
    """The comments on one moment in a state."""
    found: list[State] = state["contacts"][poster.uid]["moments"][index]["comments"]
    return found


def mine(me: Person, cid: str, time: str, content: str) -> State:
    """A comment of the user's without replies."""
    return {"cid": cid, "send_uid": me.uid, "timestamp": time, "content": content, "comments": []}


def test_a_comment_stands_below_the_moment_it_was_made_on(
    world: World, post: dict[str, str], poster: Person, me: Person
) -> None:
    expected, time = talk_state(world), now(world)
    made = ok(world, "comment_moment", **post, content="Lovely")
    assert made == {"cid": made["cid"]}
    comments(expected, poster).append(mine(me, made["cid"], time, "Lovely"))
    assert talk_state(world) == expected
    assert ok(world, "get_moment", uid=poster.uid, index=1)["comments"] == comments(
        expected, poster
    )


def test_a_comment_on_a_moment_that_is_not_there_goes_nowhere(
    world: World, poster: Person, me: Person
) -> None:
    for moid in (NOTHING, me.moids[0]):
        sentence = refused(world, "comment_moment", uid=poster.uid, moid=moid, content="Lovely")
        assert f"{poster.name} has no moment {moid}." in sentence


def test_a_reply_stands_below_the_comment_it_answers(
    world: World, post: dict[str, str], others_comment: str, poster: Person, me: Person
) -> None:
    expected, time = talk_state(world), now(world)
    made = ok(world, "comment_comment", **post, cid=others_comment, content="So do I")
    assert made == {"cid": made["cid"]}
    comments(expected, poster)[0]["comments"].append(mine(me, made["cid"], time, "So do I"))
    assert talk_state(world) == expected


def test_replies_nest_to_any_depth(
    world: World, post: dict[str, str], others_comment: str, poster: Person
) -> None:
    cid, depth = others_comment, 150
    for number in range(depth):
        cid = ok(world, "comment_comment", **post, cid=cid, content=f"reply {number}")["cid"]
    comment = ok(world, "get_moment", uid=poster.uid, index=1)["comments"][0]
    for number in range(depth):
        (comment,) = comment["comments"]
        assert comment["content"] == f"reply {number}"
    assert comment["comments"] == []


def test_two_replies_to_one_comment_stand_in_order(
    world: World, post: dict[str, str], others_comment: str, poster: Person
) -> None:
    for text in ("first", "second"):
        ok(world, "comment_comment", **post, cid=others_comment, content=text)
    replies = comments(talk_state(world), poster)[0]["comments"]
    assert [reply["content"] for reply in replies] == ["first", "second"]


def test_a_comment_is_answered_below_its_own_moment_only(
    world: World, others_comment: str, poster: Person
) -> None:
    elsewhere = {"uid": poster.uid, "moid": poster.moids[0]}
    sentence = refused(world, "comment_comment", **elsewhere, cid=others_comment, content="Yes")
    assert f"The moment {poster.moids[0]} has no comment {others_comment}." in sentence


def test_a_withdrawn_comment_takes_all_replies_along(world: World, post: dict[str, str]) -> None:
    before, untouched = talk_state(world), overlay(world)
    cid = ok(world, "comment_moment", **post, content="Lovely")["cid"]
    reply = ok(world, "comment_comment", **post, cid=cid, content="Where?")["cid"]
    ok(world, "comment_comment", **post, cid=reply, content="Anybody?")
    answer = ok(world, "withdraw_comment_moment", **post, my_cid=cid)
    assert answer == {"cid": cid, "withdrawn": True}
    assert talk_state(world) == before
    assert overlay(world)[1:] == untouched[1:]


def test_a_withdrawn_reply_takes_its_own_replies_along_and_leaves_the_comment(
    world: World, post: dict[str, str], others_comment: str
) -> None:
    before = talk_state(world)
    reply = ok(world, "comment_comment", **post, cid=others_comment, content="Where?")["cid"]
    deeper = ok(world, "comment_comment", **post, cid=reply, content="Anybody?")["cid"]
    place = {**post, "cid": others_comment, "my_cid": reply}
    assert ok(world, "withdraw_comment_comment", **place) == {"cid": reply, "withdrawn": True}
    assert talk_state(world) == before
    again = {**post, "cid": reply, "content": "Hello?"}
    assert f"has no comment {reply}." in refused(world, "comment_comment", **again)
    assert f"has no comment {deeper}." in refused(
        world, "comment_comment", **{**again, "cid": deeper}
    )


def test_a_reply_is_withdrawn_below_another_reply(
    world: World, post: dict[str, str], others_comment: str
) -> None:
    reply = ok(world, "comment_comment", **post, cid=others_comment, content="Where?")["cid"]
    before = talk_state(world)
    deeper = ok(world, "comment_comment", **post, cid=reply, content="Anybody?")["cid"]
    answer = ok(world, "withdraw_comment_comment", **post, cid=reply, my_cid=deeper)
    assert answer == {"cid": deeper, "withdrawn": True}
    assert talk_state(world) == before


def test_the_comment_of_another_is_not_withdrawn(
    world: World, post: dict[str, str], others_comment: str
) -> None:
    sentence = refused(world, "withdraw_comment_moment", **post, my_cid=others_comment)
    assert "Only your own comments can be withdrawn." in sentence


def test_even_on_ones_own_moment_the_comment_of_another_stays(
    world: World, contacts: list[State], me: Person
) -> None:
    moment = next(c for c in contacts if c["uid"] == me.uid)["moments"][0]
    place = {"uid": me.uid, "moid": moment["moid"], "my_cid": moment["comments"][0]["cid"]}
    assert "Only your own" in refused(world, "withdraw_comment_moment", **place)


def test_a_reply_is_no_comment_on_the_moment_and_a_comment_no_reply(
    world: World, post: dict[str, str], others_comment: str
) -> None:
    cid = ok(world, "comment_moment", **post, content="Lovely")["cid"]
    reply = ok(world, "comment_comment", **post, cid=cid, content="Where?")["cid"]
    sentence = refused(world, "withdraw_comment_moment", **post, my_cid=reply)
    assert f"There is no comment {reply} directly below " in sentence
    for my_cid in (cid, reply, NOTHING):
        place = {**post, "cid": others_comment, "my_cid": my_cid}
        sentence = refused(world, "withdraw_comment_comment", **place)
        assert f"There is no comment {my_cid} directly below " in sentence


def test_a_comment_is_withdrawn_once(world: World, post: dict[str, str]) -> None:
    cid = ok(world, "comment_moment", **post, content="Lovely")["cid"]
    ok(world, "withdraw_comment_moment", **post, my_cid=cid)
    sentence = refused(world, "withdraw_comment_moment", **post, my_cid=cid)
    assert f"There is no comment {cid} directly below " in sentence


TOOLS = {
    "comment_moment": {"content": "Lovely"},
    "comment_comment": {"cid": NOTHING, "content": "Lovely"},
    "withdraw_comment_moment": {"my_cid": NOTHING},
    "withdraw_comment_comment": {"cid": NOTHING, "my_cid": NOTHING},
}


@pytest.mark.parametrize("tool", TOOLS)
def test_nobody_has_no_comments(tool: str, world: World, post: dict[str, str]) -> None:
    sentence = refused(world, tool, **TOOLS[tool], **{**post, "uid": NOBODY})
    assert sentence == f"No contact has the UID {NOBODY}."


@pytest.mark.parametrize("tool", TOOLS)
def test_without_the_moment_there_are_no_comments(tool: str, world: World, poster: Person) -> None:
    sentence = refused(world, tool, **TOOLS[tool], uid=poster.uid, moid=NOTHING)
    assert sentence == f"{poster.name} has no moment {NOTHING}."


@pytest.mark.parametrize("tool", ["comment_comment", "withdraw_comment_comment"])
def test_without_the_comment_there_are_no_replies(
    tool: str, world: World, post: dict[str, str]
) -> None:
    sentence = refused(world, tool, **TOOLS[tool], **post)
    assert sentence == f"The moment {post['moid']} has no comment {NOTHING}."
