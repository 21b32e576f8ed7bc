"""Where an order is prescribed, the rank among created siblings is one scored leaf."""

from __future__ import annotations

import pytest

from evaluators import ChangeKind, Expectation
from tests.evaluators.builders import Scene, end, figures, judged


def said(*texts: str, to: str = "u_anna", scene: Scene | None = None) -> Scene:
    scene = scene or Scene()
    for number, text in enumerate(texts, start=1):
        scene.message(f"m_{to}{number}_{len(texts)}", to, text)
    return scene


def in_order(truth: Scene) -> Expectation:
    return end(truth, ordered=("Chat/contacts/*/messages",))


def test_a_rank_is_one_leaf_per_created_record() -> None:
    # From, to, text and rank.
    assert figures(in_order(said("One")), said("One")) == (4, 4, 0)
    assert figures(in_order(said("One", "Two", "Three")), Scene()) == (12, 0, 0)


def test_the_prescribed_order_is_right() -> None:
    assert figures(in_order(said("One", "Two")), said("One", "Two")) == (8, 8, 0)


def test_the_other_order_differs_in_two_leaves() -> None:
    # Two texts or two ranks differ, by either pairing.
    assert figures(in_order(said("One", "Two")), said("Two", "One")) == (8, 6, 0)


def test_a_rotation_of_three_differs_in_three_leaves() -> None:
    assert figures(in_order(said("One", "Two", "Three")), said("Two", "Three", "One")) == (12, 9, 0)


def test_where_no_order_is_prescribed_every_order_is_right() -> None:
    assert figures(said("One", "Two"), said("Two", "One")) == (6, 6, 0)


def test_a_stray_message_in_front_shifts_the_others() -> None:
    # One and Two have ranks 2 and 3: whichever are paired, two leaves differ; the third is damage.
    assert figures(in_order(said("One", "Two")), said("Spam", "One", "Two")) == (8, 6, 4)


def test_a_stray_message_behind_leaves_the_ranks_alone() -> None:
    assert figures(in_order(said("One", "Two")), said("One", "Two", "Spam")) == (8, 8, 4)


def test_a_missing_first_message_shifts_the_second() -> None:
    # Two stands first: its rank is wrong. Paired with One its text would be.
    assert figures(in_order(said("One", "Two")), said("Two")) == (8, 3, 0)


def test_old_messages_have_no_rank() -> None:
    # Anna's chat holds two old messages, Bob's none; both first new ones rank first.
    truth = said("One", to="u_bob", scene=said("One"))
    found = judged(in_order(truth), Scene())
    ranks = [c.truth for c in found.changes if c.path.endswith("(rank)")]
    assert (found.total, ranks) == (8, [1, 1])


def test_a_removed_old_message_shifts_no_rank() -> None:
    truth = said("One", "Two")
    new = said("One", "Two").drop("Chat/contacts/u_anna/messages/m_old1")
    assert figures(in_order(truth), new) == (8, 8, 1)


def test_each_chat_has_ranks_of_its_own() -> None:
    truth = said("Three", "Four", to="u_bob", scene=said("One", "Two"))
    first, second = said("Three", "Four", to="u_bob"), said("One", "Two")
    new = said("One", "Two", scene=first)
    assert figures(in_order(truth), new) == (16, 16, 0)
    assert figures(in_order(truth), second) == (16, 8, 0)


@pytest.mark.parametrize("path", ["Chat/groups/*/messages", "Chat/**/messages"])
def test_the_order_may_be_prescribed_where_the_parent_is_created_too(path: str) -> None:
    def scene(prefix: str, *texts: str) -> Scene:
        gid = f"g_{prefix}"
        scene = Scene().group(gid, "Trip", "u_me")
        for number, text in enumerate(texts):
            scene.group_message(f"m_{prefix}{number}", gid, text)
        return scene

    # Group 3, twice a message of from, text and rank.
    wanted = end(scene("t", "One", "Two"), ordered=(path,))
    assert figures(wanted, scene("n", "One", "Two")) == (9, 9, 0)
    assert figures(wanted, scene("n", "Two", "One")) == (9, 7, 0)


def test_a_wrong_rank_is_a_change_of_its_own() -> None:
    found = judged(in_order(said("One", "Two")), said("Two"))
    # Two pairs with Two (one leaf, the rank) or with One (one leaf, the text): the tie goes to One.
    missed = [(c.path.rpartition("/")[2], c.truth, c.new) for c in found.changes]
    assert ("text", "One", "Two") in missed
    assert sum(c.kind is ChangeKind.MET for c in found.changes) == 3
