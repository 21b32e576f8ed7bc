"""Where the number of payments or trades is free, created records are added up by their keys."""

from __future__ import annotations

import pytest

from evaluators import Expectation
from tests.evaluators.builders import Scene, end, figures, judged

ONE = Scene().payment("pay_t1", 30.0, 0.30, pen=3)
# Seller, total, fee and the pens: 4 leaves.


def summed(truth: Scene = ONE) -> Expectation:
    return end(truth, summed=("Shop/payments",))


def test_two_payments_that_add_up_to_the_one_are_right() -> None:
    new = Scene().payment("pay_n1", 10.0, 0.10, pen=1).payment("pay_n2", 20.0, 0.20, pen=2)
    assert figures(summed(), new) == (4, 4, 0)


def test_one_payment_that_adds_up_the_truths_two_is_right() -> None:
    truth = Scene().payment("pay_t1", 10.0, 0.10, pen=1).payment("pay_t2", 20.0, 0.20, pen=2)
    assert figures(summed(truth), Scene().payment("pay_n1", 30.0, 0.30, pen=3)) == (4, 4, 0)


def test_what_has_to_be_paid_weighs_the_same_however_often_the_truth_pays() -> None:
    truth = Scene().payment("pay_t1", 10.0, 0.10, pen=1).payment("pay_t2", 20.0, 0.20, pen=2)
    assert (judged(summed(truth), Scene()).total, judged(summed(), Scene()).total) == (4, 4)


def test_goods_of_different_kinds_stand_side_by_side_in_the_sum() -> None:
    truth = Scene().payment("pay_t1", 30.0, 0.30, pen=3, ink=1)
    new = Scene().payment("pay_n1", 10.0, 0.10, pen=3).payment("pay_n2", 20.0, 0.20, ink=1)
    assert figures(summed(truth), new) == (5, 5, 0)


def test_unsummed_the_same_two_payments_are_wrong() -> None:
    new = Scene().payment("pay_n1", 10.0, 0.10, pen=1).payment("pay_n2", 20.0, 0.20, pen=2)
    # Paired with either, only the seller is met; the other is 4 leaves of damage.
    assert figures(end(ONE), new) == (4, 1, 4)


def test_a_wrong_sum_misses_the_leaf_that_is_wrong() -> None:
    new = Scene().payment("pay_n1", 10.0, 0.10, pen=1).payment("pay_n2", 20.01, 0.20, pen=2)
    assert figures(summed(), new) == (4, 3, 0)
    new = Scene().payment("pay_n1", 10.0, 0.10, pen=1).payment("pay_n2", 20.0, 0.20, pen=1)
    assert figures(summed(), new) == (4, 3, 0)


def test_paid_twice_is_a_wrong_sum() -> None:
    # Total, fee and goods are twice as much.
    new = Scene().payment("pay_n1", 30.0, 0.30, pen=3).payment("pay_n2", 30.0, 0.30, pen=3)
    assert figures(summed(), new) == (4, 1, 0)


def test_goods_that_nobody_asked_for_are_damage_in_the_sum() -> None:
    new = Scene().payment("pay_n1", 10.0, 0.10, pen=3).payment("pay_n2", 20.0, 0.20, ink=1)
    assert figures(summed(), new) == (4, 4, 1)


def test_key_fields_keep_sums_apart() -> None:
    new = Scene().payment("pay_n1", 10.0, 0.10, pen=1)
    new.payment("pay_n2", 20.0, 0.20, seller="Nibs", pen=2)
    # The sum at Inkwell pairs (seller met); the one at Nibs is surplus.
    assert figures(summed(), new) == (4, 1, 4)


def test_each_key_has_its_own_sum_on_both_sides() -> None:
    truth = Scene().payment("pay_t1", 30.0, 0.30, pen=3)
    truth.payment("pay_t2", 7.0, 0.07, seller="Nibs", nib=1)
    new = Scene().payment("pay_n1", 7.0, 0.07, seller="Nibs", nib=1)
    new.payment("pay_n2", 10.0, 0.10, pen=1).payment("pay_n3", 20.0, 0.20, pen=2)
    assert figures(summed(truth), new) == (8, 8, 0)


def test_what_was_paid_before_is_not_added() -> None:
    # The old payment at the same seller stays as it is and counts as before.
    new = Scene().payment("pay_n1", 30.0, 0.30, pen=3)
    assert figures(summed(), new) == (4, 4, 0)
    lost = Scene().drop("Shop/payments/pay_old").payment("pay_n1", 30.0, 0.30, pen=3)
    assert figures(summed(), lost) == (4, 4, 1)


@pytest.mark.parametrize(
    ("fees", "met"),
    [
        ([0.15, 0.15], 4),
        ([0.15, 0.16], 4),
        ([0.14, 0.15], 4),
        ([0.16, 0.16], 4),  # two records, two cents
        ([0.16, 0.17], 3),
        ([0.13, 0.14], 3),
        ([0.11, 0.11, 0.10], 4),  # three records, two cents
        ([0.11, 0.11, 0.12], 3),
    ],
)
def test_fees_may_be_off_by_a_cent_per_record(fees: list[float], met: int) -> None:
    # Rules 3.7. The fee of one payment of 30.00 is 0.30; all else adds up exactly.
    new = Scene()
    for number, fee in enumerate(fees):
        total = 30.0 - 10.0 * (len(fees) - 1) if number == 0 else 10.0
        new.payment(f"pay_n{number}", total, fee, pen=3 - (len(fees) - 1) if number == 0 else 1)
    assert figures(summed(), new) == (4, met, 0)


def test_totals_have_no_slack() -> None:
    new = Scene().payment("pay_n1", 10.01, 0.10, pen=1).payment("pay_n2", 20.0, 0.20, pen=2)
    assert figures(summed(), new) == (4, 3, 0)


def test_many_small_amounts_add_up_to_the_cent() -> None:
    # Thirty times 1.10 is 33.000000000000014 as floats go.
    new = Scene()
    for number in range(30):
        new.payment(f"pay_n{number}", 1.1, 0.01, pen=1)
    truth = Scene().payment("pay_t1", 33.0, 0.30, pen=30)
    assert figures(summed(truth), new) == (4, 4, 0)


def test_a_line_put_back_in_two_parts_is_the_old_one_where_carts_are_summed() -> None:
    # Records are added up before comparison: one pen and one pen are the two that lay there.
    new = Scene().drop("Shop/cart/c_old").cart("c_n1", "pen", 1).cart("c_n2", "pen", 1)
    assert figures(end(Scene(), summed=("Shop/cart",)), new) == (0, 0, 0)
    # Unsummed: the old line is lost, 3 + 3 leaves are created.
    assert figures(Scene(), new) == (0, 0, 7)


def test_only_the_collection_that_is_named_is_summed() -> None:
    truth = Scene().payment("pay_t1", 30.0, 0.30, pen=3).cart("c_t1", "nib", 2)
    new = Scene().payment("pay_n1", 10.0, 0.10, pen=1).payment("pay_n2", 20.0, 0.20, pen=2)
    new.cart("c_n1", "nib", 1).cart("c_n2", "nib", 1)
    # Payment 4 of 4; of the cart line item and price are met, the second line is surplus.
    assert figures(summed(truth), new) == (7, 6, 3)
