"""A removed record is one leaf, whatever hung under it, as requirement and as damage."""

from __future__ import annotations

from evaluators import ChangeKind
from tests.evaluators.builders import Scene, figures, judged, paths

WITHOUT_ANNA = Scene().drop("Chat/contacts/u_anna")
# Under Anna hang two messages, a post with two likes, a comment and a reply.


def test_a_record_that_had_to_go_is_one_leaf() -> None:
    assert figures(WITHOUT_ANNA, Scene().drop("Chat/contacts/u_anna")) == (1, 1, 0)
    assert figures(WITHOUT_ANNA, Scene()) == (1, 0, 0)


def test_a_record_without_children_that_was_lost_is_one_leaf_of_damage() -> None:
    assert figures(Scene(), Scene().drop("Chat/contacts/u_bob")) == (0, 0, 1)


def test_a_record_with_children_that_was_lost_is_one_leaf_of_damage() -> None:
    found = judged(Scene(), WITHOUT_ANNA)
    assert paths(found, ChangeKind.FORBIDDEN) == ["Chat/contacts/u_anna"]


def test_a_lost_post_takes_its_comments_along_as_one_leaf() -> None:
    assert figures(Scene(), Scene().drop("Chat/contacts/u_anna/posts/p_old")) == (0, 0, 1)


def test_the_wrong_record_removed_is_one_missed_and_one_of_damage() -> None:
    assert figures(WITHOUT_ANNA, Scene().drop("Chat/contacts/u_bob")) == (1, 0, 1)


def test_removed_in_a_list_or_in_an_object_is_the_same() -> None:
    truth = Scene().drop("Chat/contacts/u_anna/messages/m_old1").drop("Chat/groups/g_old")
    assert figures(truth, Scene()) == (2, 0, 0)
    assert figures(truth, truth) == (2, 2, 0)


def test_changes_to_a_record_that_had_to_go_add_nothing() -> None:
    # The record is one leaf, missed; its remark hung under it.
    new = Scene().set("Chat/contacts/u_anna/remark", "Bye")
    assert figures(WITHOUT_ANNA, new) == (1, 0, 0)


def test_a_change_required_under_a_record_that_the_subject_removed_is_missed() -> None:
    # T: the remark. The new state has none. Mb: Anna.
    truth = Scene().set("Chat/contacts/u_bob/remark", "Brother")
    assert figures(truth, Scene().drop("Chat/contacts/u_bob")) == (1, 0, 1)


def test_a_change_required_deep_under_a_record_that_the_subject_removed_is_missed() -> None:
    # T: the comment's text. Mb: Anna, one leaf with all that hung under her.
    truth = Scene().set("Chat/contacts/u_anna/posts/p_old/comments/k_old/text", "Dry here")
    assert figures(truth, WITHOUT_ANNA) == (1, 0, 1)


def test_a_record_required_under_one_that_the_subject_removed_is_missed() -> None:
    # T: a message's three leaves. Mb: Bob.
    truth = Scene().message("m_t1", "u_bob", "Hello")
    assert figures(truth, Scene().drop("Chat/contacts/u_bob")) == (3, 0, 1)


def test_a_removal_required_under_a_record_that_the_subject_removed_is_met() -> None:
    # The message is gone, as in the truth: M = 1. Anna should have stayed: Mb = 1.
    truth = Scene().drop("Chat/contacts/u_anna/messages/m_old1")
    assert figures(truth, WITHOUT_ANNA) == (1, 1, 1)


def test_a_removed_record_that_was_made_again_is_damage_and_no_restoration() -> None:
    # Chats do not restore: the old message is lost (1), the new one is too many (3).
    new = Scene().drop("Chat/contacts/u_anna/messages/m_old2").message("m_n1", "u_anna", "Yo")
    assert figures(Scene(), new) == (0, 0, 4)


def test_a_passenger_taken_off_a_booking_is_one_leaf() -> None:
    truth = Scene().drop("Shop/bookings/b_old/passengers/u_anna")
    assert figures(truth, Scene()) == (1, 0, 0)
    assert figures(truth, Scene().drop("Shop/bookings/b_old")) == (1, 1, 1)
