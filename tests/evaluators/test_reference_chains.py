"""Records that name created records, which were themselves paired by what they say."""

from __future__ import annotations

import pytest

from tests.evaluators.builders import Scene, figures


def two_posts(first: tuple[str, str], second: tuple[str, str], linked: str) -> Scene:
    """Two posts of (id, text) and a message that links one: 2 + 2 + 3 leaves."""
    scene = Scene().post(*first).post(*second)
    return scene.message(f"m_{linked}", "u_anna", f"light://post?pid={linked}")


DAWN_LINKED = two_posts(("p_t1", "Dawn"), ("p_t2", "Dusk"), linked="p_t1")


def test_a_link_counts_as_the_pair_of_the_post_that_it_names() -> None:
    new = two_posts(("p_n1", "Dusk"), ("p_n2", "Dawn"), linked="p_n2")
    assert figures(DAWN_LINKED, new) == (7, 7, 0)


def test_a_link_to_the_other_created_post_is_a_wrong_text() -> None:
    new = two_posts(("p_n1", "Dusk"), ("p_n2", "Dawn"), linked="p_n1")
    assert figures(DAWN_LINKED, new) == (7, 6, 0)


def test_a_link_to_a_post_that_pairs_with_nothing_is_a_wrong_text() -> None:
    truth = Scene().post("p_t1", "Dawn").message("m_t1", "u_anna", "light://post?pid=p_t1")
    new = two_posts(("p_n1", "Dawn"), ("p_n2", "Spam"), linked="p_n2")
    # T = 2 + 3; all but the text is met; the second post is surplus.
    assert figures(truth, new) == (5, 4, 2)


def test_posts_that_are_alike_are_told_by_the_order_of_creation() -> None:
    truth = two_posts(("p_t1", "Dawn"), ("p_t2", "Dawn"), linked="p_t2")
    assert figures(truth, two_posts(("p_n1", "Dawn"), ("p_n2", "Dawn"), linked="p_n2")) == (7, 7, 0)


def invited(groups: dict[str, str], invites: dict[str, str]) -> Scene:
    """Groups of two by id and name, and whom each was offered to: 4 and 2 leaves each."""
    scene = Scene()
    for gid, name in groups.items():
        scene.group(gid, name, "u_me", "u_zoe")
    for gid, to in invites.items():
        scene.invite(f"i_{gid}", gid, to)
    return scene


TRIP_TO_BOB = invited({"g_t1": "Trip", "g_t2": "Lunch"}, {"g_t1": "u_bob", "g_t2": "u_anna"})


def test_a_key_field_that_names_a_created_record_agrees_with_its_pair() -> None:
    groups = {"g_n1": "Lunch", "g_n2": "Trip"}
    assert figures(TRIP_TO_BOB, invited(groups, {"g_n2": "u_bob", "g_n1": "u_anna"})) == (12, 12, 0)
    assert figures(TRIP_TO_BOB, invited(groups, {"g_n1": "u_anna", "g_n2": "u_bob"})) == (12, 12, 0)


def test_an_invite_to_the_other_created_group_is_paired_with_that_groups_own() -> None:
    # Keys: the trip's invite pairs with the trip's, which went to Anna instead of Bob.
    new = invited({"g_n1": "Lunch", "g_n2": "Trip"}, {"g_n1": "u_bob", "g_n2": "u_anna"})
    assert figures(TRIP_TO_BOB, new) == (12, 10, 0)


def test_an_invite_to_a_surplus_group_pairs_with_nothing() -> None:
    truth = invited({"g_t1": "Trip"}, {"g_t1": "u_bob"})
    new = invited({"g_n1": "Spam", "g_n2": "Trip"}, {"g_n1": "u_bob"})
    # T = 4 + 2. Missed: the invite. Mb: the group "Spam" (4) and the invite to it (2).
    assert figures(truth, new) == (6, 4, 6)


def chain(prefix: str, length: int, *, turned: bool) -> Scene:
    """Two chains of posts, each link naming the one before; a message names the end of the first.

    The first links of the chains say "Dawn" and "Dusk"; all others are told apart only by whom they
    name. Posts weigh 2 leaves, the message 3.
    """
    scene = Scene()
    last: dict[str, str] = {}
    for depth in range(length):
        for start in ("Dusk", "Dawn") if turned else ("Dawn", "Dusk"):
            pid = f"p_{prefix}{depth}{start}"
            scene.post(pid, f"After {last[start]}" if depth else start)
            last[start] = pid
    return scene.message(f"m_{prefix}", "u_anna", f"light://post?pid={last['Dawn']}")


@pytest.mark.parametrize("length", [2, 3, 5, 8])
def test_chains_of_references_are_followed_to_their_end(length: int) -> None:
    leaves = 2 * 2 * length + 3
    truth = chain("t", length, turned=False)
    assert figures(truth, chain("n", length, turned=True)) == (leaves, leaves, 0)


def test_a_group_message_that_names_a_created_post_is_right_in_the_right_group() -> None:
    def scene(prefix: str, *names: str) -> Scene:
        scene = Scene()
        for name in names:
            pid, gid = f"p_{prefix}{name}", f"g_{prefix}{name}"
            scene.post(pid, f"About {name}").group(gid, name, "u_me")
            scene.group_message(f"m_{gid}", gid, f"Read {pid}")
        return scene

    # Twice a post (2), a group of one (3) and a message (2).
    assert figures(scene("t", "Trip", "Lunch"), scene("n", "Lunch", "Trip")) == (14, 14, 0)
