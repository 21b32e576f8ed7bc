"""Ids of created records are names, not values: wherever they stand, the pair's name counts."""

from __future__ import annotations

import pytest

from tests.evaluators.builders import Scene, figures


def shared(post: str, message: str, linked: str = "") -> Scene:
    """A post of the user's and a message to Anna that links one: 2 + 3 leaves."""
    link = f"See light://post?uid=u_me&pid={linked or post}, it's nice"
    return Scene().post(post, "Sun").message(message, "u_anna", link)


def invited(group: str, invite: str, linked: str = "") -> Scene:
    """A group of two and an invitation of Bob to one: 4 + 2 leaves."""
    scene = Scene().group(group, "Trip", "u_me", "u_anna")
    return scene.invite(invite, linked or group, "u_bob")


def test_a_created_id_inside_a_text_counts_as_its_pairs() -> None:
    assert figures(shared("p_t1", "m_t1"), shared("p_n7", "m_n7")) == (5, 5, 0)


def test_a_link_to_an_old_post_instead_of_the_created_one_is_a_wrong_text() -> None:
    assert figures(shared("p_t1", "m_t1"), shared("p_n7", "m_n7", linked="p_old")) == (5, 4, 0)


def test_a_link_to_the_created_post_instead_of_the_old_one_is_a_wrong_text() -> None:
    truth = shared("p_t1", "m_t1", linked="p_old")
    assert figures(truth, shared("p_n7", "m_n7", linked="p_old")) == (5, 5, 0)
    assert figures(truth, shared("p_n7", "m_n7")) == (5, 4, 0)


def test_a_created_id_in_another_records_field_counts_as_its_pairs() -> None:
    assert figures(invited("g_t1", "i_t1"), invited("g_n7", "i_n7")) == (6, 6, 0)


def test_an_old_id_in_a_key_field_counts_like_any_value() -> None:
    # Invites are paired where they agree on the group: the choir is not the new group.
    assert figures(invited("g_t1", "i_t1"), invited("g_n7", "i_n7", linked="g_old")) == (6, 4, 2)


@pytest.mark.parametrize("element", ["{}", "light://post?pid={}", "{}/picture/1"])
def test_a_created_id_in_an_element_of_a_list_counts_as_its_pairs(element: str) -> None:
    # Post 2, pin 1.
    truth = Scene().post("p_t1", "Sun").set("Profile/pins", [element.format("p_t1")])
    new = Scene().post("p_n7", "Sun").set("Profile/pins", [element.format("p_n7")])
    assert figures(truth, new) == (3, 3, 0)


def test_a_created_id_as_the_key_of_a_plain_object_counts_as_its_pairs() -> None:
    # Post 2, one kind of goods 1.
    goods = "Shop/payments/pay_old/goods"
    truth = Scene().post("p_t1", "Sun").set(goods, {"ink": 1, "p_t1": 1})
    new = Scene().post("p_n7", "Sun").set(goods, {"ink": 1, "p_n7": 1})
    assert figures(truth, new) == (3, 3, 0)


def test_the_same_created_id_on_both_sides_changes_nothing() -> None:
    assert figures(shared("p_1", "m_1"), shared("p_1", "m_1")) == (5, 5, 0)


def test_an_id_that_is_the_beginning_of_another_is_not_taken_for_it() -> None:
    def scene(first: str, second: str, linked: str) -> Scene:
        posts = Scene().post(first, "Sun").post(second, "Moon")
        return posts.message(f"m_{first}", "u_anna", f"{linked}, look")

    # Two posts and a message: 2 + 2 + 3.
    truth = scene("p_t1", "p_t12", linked="p_t12")
    assert figures(truth, scene("p_n5", "p_n51", linked="p_n51")) == (7, 7, 0)
    assert figures(truth, scene("p_n5", "p_n51", linked="p_n5")) == (7, 6, 0)
    assert figures(truth, scene("p_n51", "p_n5", linked="p_n5")) == (7, 7, 0)


def test_an_old_id_that_begins_with_a_created_one_stays_as_it_is() -> None:
    # Posts "ring" and "ring-2"; the old one is pinned. Post 2, pin 1.
    old = Scene().post("ring-2", "Old")
    truth = Scene().post("ring-2", "Old").post("song", "Sun").set("Profile/pins", ["ring-2"])
    new = Scene().post("ring-2", "Old").post("ring", "Sun").set("Profile/pins", ["ring-2"])
    assert figures(truth, new, old) == (3, 3, 0)


def test_ids_exchanged_between_truth_and_new_are_told_apart_by_what_the_records_say() -> None:
    # Ids are running numbers: the same id can stand for different records.
    truth = Scene().message("m_1", "u_anna", "One").message("m_2", "u_anna", "Two")
    new = Scene().message("m_1", "u_anna", "Two").message("m_2", "u_anna", "One")
    assert figures(truth, new) == (6, 6, 0)


def test_a_stray_record_with_the_id_of_the_required_one_is_still_damage() -> None:
    # The stray message came first and so has the first id. It pairs with nothing: Mb = 3.
    truth = Scene().message("m_1", "u_anna", "Hello")
    new = Scene().message("m_1", "u_anna", "Spam").message("m_2", "u_anna", "Hello")
    assert figures(truth, new) == (3, 3, 3)


def test_a_link_to_a_stray_post_with_the_id_of_the_required_one_is_wrong() -> None:
    # p_1 is another record in each state: the new p_1 pairs with nothing (2 leaves of damage), the
    # new p_2 is the truth's p_1, and the text names the wrong one of the two.
    truth = shared("p_1", "m_1")
    stray = Scene().post("p_1", "Spam").post("p_2", "Sun")
    link = "See light://post?uid=u_me&pid={}, it's nice"
    right = stray.message("m_1", "u_anna", link.format("p_2"))
    assert figures(truth, right) == (5, 5, 2)
    stray = Scene().post("p_1", "Spam").post("p_2", "Sun")
    wrong = stray.message("m_1", "u_anna", link.format("p_1"))
    assert figures(truth, wrong) == (5, 4, 2)


def test_records_in_different_collections_may_have_the_same_id() -> None:
    # Numbered per collection: "1" and "2" among the groups (4 leaves each) and in the cart (3).
    def scene(*names: str, items: tuple[str, str]) -> Scene:
        scene = Scene()
        for number, (name, item) in enumerate(zip(names, items, strict=True), start=1):
            scene.group(f"{number}", name, "u_me", "u_bob").cart(f"{number}", item, 1)
        return scene

    truth = scene("Trip", "Lunch", items=("ink", "nib"))
    assert figures(truth, scene("Lunch", "Trip", items=("ink", "nib"))) == (14, 14, 0)


def test_records_under_different_parents_may_have_the_same_id() -> None:
    # Each chat numbers its own messages.
    def scene(*to_anna: str) -> Scene:
        scene = Scene().message("1", "u_bob", "One").message("2", "u_bob", "Two")
        for number, text in enumerate(to_anna, start=1):
            scene.message(f"{number}", "u_anna", text)
        return scene

    assert figures(scene("One", "Two"), scene("Two", "One")) == (12, 12, 0)


def test_old_records_keep_their_ids_however_alike_others_became() -> None:
    # Rules 3.1: records of the old state are not paired by what they say.
    truth = Scene().set("Chat/contacts/u_anna/messages/m_old2/text", "Hello")
    new = Scene().message("m_n1", "u_anna", "Hello")
    # T: the old text. Mb: the created message.
    assert figures(truth, new) == (1, 0, 3)
