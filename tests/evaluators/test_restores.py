"""In the cart and in unpaid bookings, what was put back as it was is what was there before."""

from __future__ import annotations

from evaluators import score
from tests.evaluators.builders import SPEC, Scene, end, figures, judged

# At the start: line c_old, two pens at 1.50; booking b_old, flight F1, Anna on seat 1A.


def emptied() -> Scene:
    return Scene().drop("Shop/cart/c_old")


def test_a_line_put_back_as_it_was_changes_nothing() -> None:
    assert figures(Scene(), emptied().cart("c_n1", "pen", 2)) == (0, 0, 0)


def test_a_line_that_only_went_is_one_leaf() -> None:
    assert figures(Scene(), emptied()) == (0, 0, 1)
    assert figures(emptied(), emptied()) == (1, 1, 0)


def test_a_line_put_back_with_another_count_is_lost_and_created() -> None:
    # The old line 1, the new one's item, count and price 3.
    assert figures(Scene(), emptied().cart("c_n1", "pen", 3)) == (0, 0, 4)


def test_a_line_put_back_with_another_count_as_required_is_met() -> None:
    truth = emptied().cart("c_t1", "pen", 3)
    assert figures(truth, emptied().cart("c_n1", "pen", 3)) == (4, 4, 0)
    # Put back as it was: the old line did not go, the new one did not come.
    assert figures(truth, emptied().cart("c_n1", "pen", 2)) == (4, 0, 0)


def test_a_line_put_back_although_it_had_to_go_is_missed() -> None:
    assert figures(emptied(), emptied().cart("c_n1", "pen", 2)) == (1, 0, 0)


def test_a_truth_that_takes_out_and_puts_back_asks_for_nothing() -> None:
    truth = emptied().cart("c_t1", "pen", 2)
    assert figures(truth, Scene()) == (0, 0, 0)
    assert figures(truth, emptied()) == (0, 0, 1)


def test_a_line_put_back_at_the_same_price_to_the_cent_is_equal() -> None:
    # Rules 3.4: 0.1 + 0.2 is 30 cents.
    old = Scene().cart("c_clip", "clip", 1, price=0.3)
    assert figures(old, Scene().cart("c_n1", "clip", 1, price=0.1 + 0.2), old) == (0, 0, 0)


def test_a_line_more_than_was_taken_out_is_created() -> None:
    new = emptied().cart("c_n1", "pen", 2).cart("c_n2", "pen", 2)
    assert figures(Scene(), new) == (0, 0, 3)


def test_of_two_equal_lines_as_many_come_back_as_were_put_back() -> None:
    old = Scene().cart("c_old2", "pen", 2)
    both_back = emptied().cart("c_n1", "pen", 2).cart("c_n2", "pen", 2)
    assert figures(old, both_back, old) == (0, 0, 0)
    assert figures(old, emptied().cart("c_n1", "pen", 2), old) == (0, 0, 1)
    # One stayed, and nothing else was put back.
    assert figures(old, Scene(), old) == (0, 0, 1)
    assert figures(emptied(), Scene(), old) == (2, 1, 0)


def test_an_equal_line_beside_one_that_never_went_is_created() -> None:
    assert figures(Scene(), Scene().cart("c_n1", "pen", 2)) == (0, 0, 3)


def test_taken_out_for_good_and_put_back_are_two_ends() -> None:
    # The task: buy the ink, though pens lie in the cart. Paid: seller, total, fee, ink = 4 leaves.
    def paid(scene: Scene, pay: str) -> Scene:
        return scene.payment(pay, 9.0, 0.09, ink=3)

    ends = [end(paid(emptied(), "t")), end(paid(emptied().cart("c_t1", "pen", 2), "t"))]
    good = score(Scene().state, ends, paid(emptied(), "n").state, SPEC)
    back = score(Scene().state, ends, paid(emptied().cart("c_n1", "pen", 2), "n").state, SPEC)
    left = score(Scene().state, ends, paid(emptied().cart("c_n1", "pen", 1), "n").state, SPEC)
    assert (good.correct, good.end, good.total) == (True, 0, 5)
    assert (back.correct, back.end, back.total) == (True, 1, 4)
    # Against the first end: T 5, all met, Mb 3. Against the second: T 4, met, Mb 1 + 3.
    assert (left.correct, left.end, left.misbehaving) == (False, 0, 3)


def test_a_booking_put_back_with_the_same_passenger_changes_nothing() -> None:
    old = Scene().booking("b_two", "F2", u_bob="2B")
    assert figures(old, Scene().booking("b_n1", "F2", u_bob="2B"), old) == (0, 0, 0)


def test_a_booking_put_back_with_another_passenger_is_lost_and_created() -> None:
    # Equal in all scored leaves takes the passengers in. Lost 1; created flight, price, name, seat.
    old = Scene().booking("b_two", "F2", u_bob="2B")
    assert figures(old, Scene().booking("b_n1", "F2", u_zoe="2B"), old) == (0, 0, 5)


def test_bookings_that_differ_by_passenger_alone_come_back_each_as_itself() -> None:
    old = Scene().booking("b_two", "F2", u_bob="2B").booking("b_three", "F2", u_zoe="2C")
    new = Scene().booking("b_n1", "F2", u_zoe="2C").booking("b_n2", "F2", u_bob="2B")
    assert figures(old, new, old) == (0, 0, 0)


def test_where_nothing_is_restored_the_same_record_again_is_a_new_one() -> None:
    new = Scene().drop("Shop/payments/pay_old").payment("pay_n1", 5.0, 0.05, ink=1)
    # The old payment 1; seller, total, fee, ink 4.
    assert figures(Scene(), new) == (0, 0, 5)
    assert judged(Scene(), new).misbehaving == 5
