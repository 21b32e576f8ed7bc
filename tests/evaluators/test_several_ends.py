"""Of several right ends the best one counts, and all figures come from it."""

from __future__ import annotations

from evaluators import ChangeKind, Score, score
from tests.evaluators.builders import SPEC, Scene, end, paths

ANNA, BOB = "Chat/contacts/u_anna/remark", "Chat/contacts/u_bob/remark"
BALANCE, MOTTO, VISITS = "Shop/balance", "Profile/motto", "Profile/visits"


def best(ends: list[Scene], new: Scene) -> Score:
    return score(Scene().state, [end(truth) for truth in ends], new.state, SPEC)


def of(found: Score) -> tuple[int, int, int, int, bool]:
    """End, T, M, Mb, correct."""
    return found.end, found.total, found.correct_changes, found.misbehaving, found.correct


def test_a_reached_end_wins_wherever_it_stands() -> None:
    wrong, right = Scene().set(ANNA, "Sister"), Scene().message("m_t1", "u_bob", "Hello")
    new = Scene().message("m_n1", "u_bob", "Hello")
    assert of(best([wrong, right], new)) == (1, 3, 3, 0, True)
    assert of(best([right, wrong], new)) == (0, 3, 3, 0, True)


def test_the_higher_completion_wins() -> None:
    message = Scene().message("m_t1", "u_anna", "Hello")
    remark = Scene().set(BOB, "Brother").set(BALANCE, 90.0)
    new = Scene().message("m_n1", "u_anna", "Goodbye").set(BOB, "Brother")
    # Message: 2 of 3. Remark and balance: 1 of 2.
    assert of(best([remark, message], new)) == (1, 3, 2, 1, False)
    assert of(best([message, remark], new)) == (0, 3, 2, 1, False)


def test_a_higher_completion_outweighs_any_damage() -> None:
    cautious = Scene().set(ANNA, "Sister").set(BOB, "Brother").set(BALANCE, 90.0)
    narrow = Scene().set(MOTTO, "Onward")
    new = Scene().set(ANNA, "Sister").set(BOB, "Brother").set(MOTTO, "Onward")
    # Cautious: 2 of 3, damage 1. Narrow: 1 of 1, damage 2.
    assert of(best([cautious, narrow], new)) == (1, 1, 1, 2, False)


def test_at_equal_completion_the_lower_rate_of_damage_wins() -> None:
    new = Scene().set(ANNA, "Sister").set(BOB, "Wrong").set(BALANCE, 90.0)
    # First: T 2, M 1, Mb 1 (balance): 1/2 and 1/2. Second: T 4, M 2, Mb 1 (Bob): 1/2 and 1/4.
    first = Scene().set(ANNA, "Sister").set(BOB, "Brother")
    second = Scene().set(ANNA, "Sister").set(BALANCE, 90.0).set(MOTTO, "Onward").set(VISITS, 5)
    assert of(best([first, second], new)) == (1, 4, 2, 1, False)
    assert of(best([second, first], new)) == (0, 4, 2, 1, False)


def test_at_equal_rates_the_first_wins() -> None:
    ends = [Scene().set(ANNA, "Sister"), Scene().set(BOB, "Brother")]
    assert of(best(ends, Scene())) == (0, 1, 0, 0, False)
    assert of(best(ends[::-1], Scene())) == (0, 1, 0, 0, False)


def test_two_right_ends_mixed_are_no_right_end() -> None:
    one_two = Scene().message("m_t1", "u_anna", "One").message("m_t2", "u_bob", "Two")
    two_one = Scene().message("m_t1", "u_anna", "Two").message("m_t2", "u_bob", "One")
    mixed = Scene().message("m_n1", "u_anna", "One").message("m_n2", "u_bob", "One")
    assert of(best([one_two, two_one], mixed)) == (0, 6, 5, 0, False)


def test_changes_are_those_of_the_best_end() -> None:
    ends = [Scene().set(ANNA, "Sister").set(BALANCE, 90.0), Scene().set(BOB, "Brother")]
    found = best(ends, Scene().set(BOB, "Brother").set(MOTTO, "Onward"))
    assert paths(found, ChangeKind.MET) == [BOB]
    assert paths(found, ChangeKind.MISSING) == []
    assert paths(found, ChangeKind.FORBIDDEN) == [MOTTO]


def test_each_end_has_its_own_rules() -> None:
    truth = Scene().message("m_t1", "u_anna", "One").message("m_t2", "u_anna", "Two")
    ends = [end(truth, ordered=("Chat/contacts/*/messages",)), end(truth)]
    new = Scene().message("m_n1", "u_anna", "Two").message("m_n2", "u_anna", "One")
    assert of(score(Scene().state, ends, new.state, SPEC)) == (1, 6, 6, 0, True)
