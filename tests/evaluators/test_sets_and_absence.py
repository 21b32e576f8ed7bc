"""Lists of plain values are sets of leaves; absent is a value of its own."""

from __future__ import annotations

from evaluators import ChangeKind
from tests.evaluators.builders import Scene, figures, judged, paths

LIKES = "Chat/contacts/u_anna/posts/p_old/likes"  # u_anna and u_bob at the start
NICKNAME = "Chat/contacts/u_bob/nickname"  # absent at the start
REMARK = "Chat/contacts/u_bob/remark"  # "" at the start


def test_each_added_element_is_a_leaf() -> None:
    truth = Scene().set(LIKES, ["u_anna", "u_bob", "u_me", "u_zoe"])
    assert figures(truth, Scene()) == (2, 0, 0)
    assert figures(truth, Scene().set(LIKES, ["u_anna", "u_bob", "u_zoe"])) == (2, 1, 0)


def test_each_removed_element_is_a_leaf() -> None:
    truth = Scene().set(LIKES, [])
    assert figures(truth, Scene()) == (2, 0, 0)
    assert figures(truth, Scene().set(LIKES, ["u_bob"])) == (2, 1, 0)
    assert figures(Scene(), truth) == (0, 0, 2)


def test_one_element_instead_of_another_is_two_leaves() -> None:
    truth = Scene().set(LIKES, ["u_anna", "u_me"])
    found = judged(truth, Scene().set(LIKES, ["u_bob", "u_zoe"]))
    # T: u_bob goes, u_me comes; neither did. Mb: u_anna went, u_zoe came.
    assert paths(found, ChangeKind.MISSING) == [f"{LIKES}/u_bob", f"{LIKES}/u_me"]
    assert paths(found, ChangeKind.FORBIDDEN) == [f"{LIKES}/u_anna", f"{LIKES}/u_zoe"]


def test_order_in_a_set_does_not_count() -> None:
    assert figures(Scene(), Scene().set(LIKES, ["u_bob", "u_anna"])) == (0, 0, 0)


def test_a_doubled_element_counts_once() -> None:
    assert figures(Scene(), Scene().set(LIKES, ["u_bob", "u_anna", "u_bob"])) == (0, 0, 0)
    truth = Scene().set(LIKES, ["u_anna", "u_bob", "u_me", "u_me"])
    assert figures(truth, Scene().set(LIKES, ["u_anna", "u_bob", "u_me"])) == (1, 1, 0)


def test_an_empty_list_has_no_leaf() -> None:
    assert figures(Scene(), Scene().drop("Chat/contacts/u_bob/tags")) == (0, 0, 0)


def test_true_and_one_are_two_elements() -> None:
    # As leaves true and 1 are different values; as elements each is a leaf of its own.
    both = Scene().set("Profile/pins", [1, True])
    assert figures(Scene(), both) == (0, 0, 2)
    assert figures(both, Scene().set("Profile/pins", [1])) == (2, 1, 0)
    assert figures(both, Scene().set("Profile/pins", [True])) == (2, 1, 0)


def test_null_in_a_set_is_an_element() -> None:
    assert figures(Scene(), Scene().set("Profile/pins", [None])) == (0, 0, 1)
    was_null = Scene().set("Profile/pins", None)
    # The null itself goes, an element null comes.
    assert figures(Scene().set("Profile/pins", [None]), was_null, was_null) == (2, 0, 0)


def test_elements_that_are_numbers_compare_as_numbers() -> None:
    # Rules 3.4: floats to 1e-9 relative; 0.1 + 0.2 is 0.30000000000000004.
    truth = Scene().set("Profile/pins", [0.3])
    assert figures(truth, Scene().set("Profile/pins", [0.1 + 0.2])) == (1, 1, 0)


def test_a_key_that_appears_is_a_leaf_that_changed_from_absent() -> None:
    truth = Scene().set(NICKNAME, "Bo")
    assert figures(truth, Scene()) == (1, 0, 0)
    assert figures(truth, Scene().set(NICKNAME, "Bo")) == (1, 1, 0)
    assert figures(Scene(), truth) == (0, 0, 1)


def test_a_key_that_disappears_is_a_leaf_that_changed_to_absent() -> None:
    truth = Scene().drop(REMARK)
    assert figures(truth, Scene()) == (1, 0, 0)
    assert figures(truth, Scene().drop(REMARK)) == (1, 1, 0)
    assert figures(Scene(), truth) == (0, 0, 1)


def test_null_is_not_absent() -> None:
    null = Scene().set(NICKNAME, None)
    assert figures(Scene(), null) == (0, 0, 1)
    assert figures(null, Scene()) == (1, 0, 0)
    assert figures(null, Scene().set(NICKNAME, None)) == (1, 1, 0)
    assert figures(Scene().drop(REMARK), Scene().set(REMARK, None)) == (1, 0, 0)


def test_null_is_neither_false_nor_zero_nor_empty() -> None:
    null = Scene().set(NICKNAME, None)
    for value in (False, 0, ""):
        assert figures(null, Scene().set(NICKNAME, value)) == (1, 0, 0)


def test_an_empty_object_has_no_leaf_and_a_full_one_has_its_own() -> None:
    payments = "Shop/payments/pay_old/goods"
    truth = Scene().set(payments, {"ink": 1, "nib": 2})
    assert figures(truth, Scene().set(payments, {})) == (1, 0, 1)
    assert figures(truth, Scene().set(payments, {"nib": 2})) == (1, 1, 1)


def test_a_leaf_in_place_of_an_object_is_counted_leaf_by_leaf() -> None:
    # goods/ink is absent now, goods itself was absent before.
    assert figures(Scene(), Scene().set("Shop/payments/pay_old/goods", "ink")) == (0, 0, 2)
