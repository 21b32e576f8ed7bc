"""Moments: reading, posting, deleting, liking and sharing them."""

from __future__ import annotations

import pytest

from sandboxes import World
from tests.sandboxes.apps.people import Person
from tests.sandboxes.calls import NOBODY, NOTHING, PICTURE, State, now, ok, refused, talk_state


def moments(world: World, person: Person) -> list[State]:
    """Somebody's moments as they stand in the state."""
    found: list[State] = talk_state(world)["contacts"][person.uid]["moments"]
    return found


def test_the_user_sees_all_moments_of_ones_own(world: World, me: Person) -> None:
    mine = ok(world, "get_my_moments")
    assert mine == moments(world, me)
    assert mine == ok(world, "get_all_moments", uid=me.uid)
    assert [moment["moid"] for moment in mine] == list(me.moids)


def test_all_moments_are_shown_whole_and_oldest_first(world: World, contacts: list[State]) -> None:
    for contact in (c for c in contacts if not c["blocked"]):
        shown = ok(world, "get_all_moments", uid=contact["uid"])
        assert shown == contact["moments"]
        times = [moment["timestamp"] for moment in shown]
        assert times == sorted(times)


def test_a_moment_has_these_fields_and_its_comments_those(world: World, poster: Person) -> None:
    moment = ok(world, "get_moment", uid=poster.uid, index=0)
    comment = moment["comments"][0]
    assert list(moment) == (
        ["moid", "owner_uid", "content", "timestamp", "ip", "img_urls", "who_likes", "comments"]
    )
    assert list(comment) == ["cid", "send_uid", "timestamp", "content", "comments"]
    assert (moment["owner_uid"], moment["img_urls"], comment["comments"]) == (poster.uid, [], [])


def test_the_last_moments_come_newest_first(world: World, poster: Person) -> None:
    newest_first = moments(world, poster)[::-1]
    for k in range(1, len(newest_first) + 3):
        assert ok(world, "get_last_k_moments", uid=poster.uid, k=k) == newest_first[:k]


def test_a_moment_is_shown_by_its_place_from_the_oldest(world: World, poster: Person) -> None:
    for index, moment in enumerate(moments(world, poster)):
        assert ok(world, "get_moment", uid=poster.uid, index=index) == moment


def test_there_is_no_moment_after_the_newest(world: World, poster: Person) -> None:
    count = len(poster.moids)
    sentence = refused(world, "get_moment", uid=poster.uid, index=count)
    assert f"{poster.name} has no moment at index {count}; there are {count}." in sentence


def test_who_has_no_moments_is_listed_as_empty(world: World, open_people: list[Person]) -> None:
    silent = next(p for p in open_people if not p.moids)
    assert ok(world, "get_all_moments", uid=silent.uid) == []
    assert ok(world, "get_last_k_moments", uid=silent.uid, k=3) == []
    assert "there are 0." in refused(world, "get_moment", uid=silent.uid, index=0)


@pytest.mark.parametrize("pictures", [[], [PICTURE], [PICTURE, "http://pictures.example/b.png"]])
def test_a_moment_is_posted_as_the_users_newest(
    pictures: list[str], privileged: World, me: Person
) -> None:
    expected, time = talk_state(privileged), now(privileged)
    posted = ok(privileged, "post_moment", content="First snow\nat last", img_urls=pictures)
    moment = {
        "moid": posted["moid"],
        "owner_uid": me.uid,
        "content": "First snow\nat last",
        "timestamp": time,
        "ip": "unknown",
        "img_urls": pictures,
        "who_likes": [],
        "comments": [],
    }
    expected["contacts"][me.uid]["moments"].append(moment)
    assert posted == {"moid": moment["moid"]}
    assert talk_state(privileged) == expected
    assert ok(privileged, "get_my_moments")[-1] == moment
    assert ok(privileged, "get_last_k_moments", uid=me.uid, k=1) == [moment]


def test_a_moment_of_ones_own_is_deleted_with_its_comments(privileged: World, me: Person) -> None:
    expected = talk_state(privileged)
    ok(privileged, "comment_moment", uid=me.uid, moid=me.moids[1], content="My own")
    assert ok(privileged, "delete_moment", moid=me.moids[1]) == {
        "moid": me.moids[1],
        "deleted": True,
    }
    del expected["contacts"][me.uid]["moments"][1]
    assert talk_state(privileged) == expected


def test_a_moment_of_another_is_not_deleted(privileged: World, poster: Person) -> None:
    sentence = refused(privileged, "delete_moment", moid=poster.moids[0])
    assert f"You have no moment {poster.moids[0]}." in sentence


def test_a_moment_is_deleted_once(privileged: World, me: Person) -> None:
    ok(privileged, "delete_moment", moid=me.moids[0])
    assert "You have no moment" in refused(privileged, "delete_moment", moid=me.moids[0])
    gone = {"uid": me.uid, "moid": me.moids[0]}
    assert f"{me.name} has no moment" in refused(privileged, "like_moment", **gone)


def test_a_like_is_appended_to_the_others(world: World, poster: Person, me: Person) -> None:
    expected = talk_state(world)
    likes = expected["contacts"][poster.uid]["moments"][1]["who_likes"]
    likes.append(me.uid)
    liked = ok(world, "like_moment", uid=poster.uid, moid=poster.moids[1])
    assert liked == {"moid": poster.moids[1], "likes": len(likes)}
    assert talk_state(world) == expected


def test_a_like_is_given_once(world: World, poster: Person) -> None:
    post = {"uid": poster.uid, "moid": poster.moids[0]}
    ok(world, "like_moment", **post)
    assert "You like this moment already." in refused(world, "like_moment", **post)
    ok(world, "like_moment", uid=poster.uid, moid=poster.moids[1])


def test_a_like_taken_off_leaves_those_of_others(world: World, poster: Person) -> None:
    before = talk_state(world)
    post = {"uid": poster.uid, "moid": poster.moids[0]}
    others = len(before["contacts"][poster.uid]["moments"][0]["who_likes"])
    ok(world, "like_moment", **post)
    assert ok(world, "unlike_moment", **post) == {"moid": poster.moids[0], "likes": others}
    assert talk_state(world) == before
    assert ok(world, "like_moment", **post) == {"moid": poster.moids[0], "likes": others + 1}


def test_a_moment_that_is_not_liked_cannot_be_unliked(world: World, poster: Person) -> None:
    ok(world, "like_moment", uid=poster.uid, moid=poster.moids[0])
    sentence = refused(world, "unlike_moment", uid=poster.uid, moid=poster.moids[1])
    assert "You don't like this moment" in sentence


def test_users_may_like_a_moment_of_their_own(world: World, me: Person) -> None:
    ok(world, "like_moment", uid=me.uid, moid=me.moids[0])
    assert moments(world, me)[0]["who_likes"][-1] == me.uid


def test_a_link_shares_a_moment(world: World, poster: Person) -> None:
    link = ok(world, "get_shared_url_of_moment", uid=poster.uid, moid=poster.moids[1])
    assert link == f"light://moment.talk.so?uid={poster.uid}&moid={poster.moids[1]}"


def test_before_anything_is_done_the_user_likes_nothing(contacts: list[State], me: Person) -> None:
    liked = [m["moid"] for c in contacts for m in c["moments"] if me.uid in m["who_likes"]]
    assert liked == []


@pytest.mark.parametrize(
    ("tool", "more"),
    [
        ("get_all_moments", {}),
        ("get_last_k_moments", {"k": 1}),
        ("get_moment", {"index": 0}),
        ("like_moment", {"moid": NOTHING}),
        ("unlike_moment", {"moid": NOTHING}),
        ("get_shared_url_of_moment", {"moid": NOTHING}),
    ],
)
def test_nobody_has_no_moments(tool: str, more: dict[str, object], world: World) -> None:
    assert refused(world, tool, uid=NOBODY, **more) == f"No contact has the UID {NOBODY}."


@pytest.mark.parametrize("tool", ["like_moment", "unlike_moment", "get_shared_url_of_moment"])
def test_a_moment_is_looked_for_with_its_owner_only(
    tool: str, world: World, poster: Person, me: Person
) -> None:
    for moid in (NOTHING, me.moids[0]):
        sentence = refused(world, tool, uid=poster.uid, moid=moid)
        assert f"{poster.name} has no moment {moid}." in sentence
