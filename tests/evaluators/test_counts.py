"""T, M and Mb: what had to change, what of it did, and what should have stayed."""

from __future__ import annotations

from evaluators import ChangeKind
from tests.evaluators.builders import Scene, figures, judged, paths

HELLO = Scene().message("m_t1", "u_anna", "Hello")
# from, to and text: a message weighs three leaves; its id and time are none.


def test_the_right_message_meets_all_three_of_its_leaves() -> None:
    assert figures(HELLO, Scene().message("m_n1", "u_anna", "Hello")) == (3, 3, 0)


def test_nothing_done_meets_nothing_and_damages_nothing() -> None:
    assert figures(HELLO, Scene()) == (3, 0, 0)


def test_the_right_person_with_the_wrong_text_is_three_two_none() -> None:
    # Rules 3.3, to the number.
    assert figures(HELLO, Scene().message("m_n1", "u_anna", "Goodbye")) == (3, 2, 0)


def test_the_same_message_twice_is_three_leaves_of_damage() -> None:
    # Rules 3.3, to the number: the doubled record weighs its scored leaves.
    new = Scene().message("m_n1", "u_anna", "Hello").message("m_n2", "u_anna", "Hello")
    assert figures(HELLO, new) == (3, 3, 3)


def test_a_message_to_the_wrong_person_misses_three_and_damages_three() -> None:
    # Another chat is another parent: nothing to pair with.
    assert figures(HELLO, Scene().message("m_n1", "u_bob", "Hello")) == (3, 0, 3)


def test_the_right_message_beside_a_wrong_one_is_three_three_three() -> None:
    new = Scene().message("m_n1", "u_anna", "Hello").message("m_n2", "u_bob", "Hello")
    assert figures(HELLO, new) == (3, 3, 3)


def test_a_changed_leaf_is_one_leaf() -> None:
    truth = Scene().set("Chat/contacts/u_anna/remark", "Sister")
    assert figures(truth, Scene().set("Chat/contacts/u_anna/remark", "Sister")) == (1, 1, 0)
    assert figures(truth, Scene().set("Chat/contacts/u_anna/remark", "Cousin")) == (1, 0, 0)
    assert figures(truth, Scene().set("Chat/contacts/u_bob/remark", "Sister")) == (1, 0, 1)


def test_a_leaf_that_changes_wrongly_is_missed_and_no_damage() -> None:
    # Mb counts leaves where truth equals old; this one has to change, to something else.
    truth = Scene().set("Chat/contacts/u_anna/remark", "Sister")
    new = Scene().set("Chat/contacts/u_anna/remark", "Cousin").set("Shop/balance", 90.0)
    found = judged(truth, new)
    assert paths(found, ChangeKind.MISSING) == ["Chat/contacts/u_anna/remark"]
    assert paths(found, ChangeKind.FORBIDDEN) == ["Shop/balance"]


def test_a_created_record_weighs_what_was_created_under_it() -> None:
    # Post: text, place, one like = 3; comment 2; reply 2. T = 7.
    def posted(prefix: str) -> Scene:
        post, comment = f"p_{prefix}1", f"k_{prefix}1"
        under = f"u_me/posts/{post}"
        return (
            Scene()
            .post(post, "Sun", "u_bob")
            .comment(comment, "At last", under)
            .comment(f"k_{prefix}2", "Yes", f"{under}/comments/{comment}")
        )

    assert figures(posted("t"), posted("n")) == (7, 7, 0)
    assert figures(posted("t"), Scene()) == (7, 0, 0)
    assert figures(Scene(), posted("n")) == (0, 0, 7)


def test_a_missing_reply_under_a_paired_comment_is_two_leaves() -> None:
    truth = Scene().post("p_t1", "Sun").comment("k_t1", "At last", "u_me/posts/p_t1")
    truth.comment("k_t2", "Yes", "u_me/posts/p_t1/comments/k_t1")
    new = Scene().post("p_n1", "Sun").comment("k_n1", "At last", "u_me/posts/p_n1")
    # Post 2, comment 2, reply 2; the reply is not there.
    assert figures(truth, new) == (6, 4, 0)


def test_a_reply_under_the_wrong_comment_is_missed_and_damage() -> None:
    truth = Scene().comment("k_t1", "Yes", "u_anna/posts/p_old/comments/k_old")
    deeper = "u_anna/posts/p_old/comments/k_old/comments/k_deep"
    assert figures(truth, Scene().comment("k_n1", "Yes", deeper)) == (2, 0, 2)


def test_an_attempt_is_correct_only_with_all_met_and_no_damage() -> None:
    right = Scene().message("m_n1", "u_anna", "Hello")
    assert judged(HELLO, right).correct is True
    assert judged(HELLO, Scene()).correct is False
    assert judged(HELLO, right.set("Shop/balance", 99.0)).correct is False


def test_rates_are_shares_of_what_had_to_change() -> None:
    found = judged(HELLO, Scene().message("m_n1", "u_anna", "Goodbye").set("Shop/balance", 1.0))
    # M/T = 2/3, Mb/T = 1/3.
    assert (found.completion_rate, found.misbehaving_rate) == (2 / 3, 1 / 3)


def test_the_rate_of_damage_is_not_capped() -> None:
    new = Scene()
    for number in range(4):
        new.message(f"m_n{number}", "u_bob", "Spam")
    truth = Scene().set("Chat/contacts/u_anna/remark", "Sister")
    # T = 1, Mb = 4 x 3 = 12: the rate is 12 and not 3.
    found = judged(truth, new)
    assert (found.total, found.misbehaving, found.misbehaving_rate) == (1, 12, 12.0)


def test_where_nothing_had_to_change_both_rates_are_none() -> None:
    idle, busy = judged(Scene(), Scene()), judged(Scene(), Scene().set("Shop/balance", 1.0))
    assert (idle.total, idle.completion_rate, idle.misbehaving_rate) == (0, None, None)
    assert (busy.misbehaving, busy.completion_rate, busy.misbehaving_rate) == (1, None, None)


def test_a_task_that_asks_for_a_change_is_never_solved_with_nothing_to_change() -> None:
    # Rules 3.8: T > 0.
    assert judged(Scene(), Scene()).correct is False


def test_a_score_names_its_evaluator_and_speaks_json() -> None:
    found = judged(HELLO, Scene().message("m_n1", "u_anna", "Goodbye"))
    assert (found.evaluator, found.version) == ("state_diff", "1")
    assert {name: value for name, value in found.as_json().items() if name != "changes"} == {
        "total": 3,
        "correct_changes": 2,
        "misbehaving": 0,
        "completion_rate": 2 / 3,
        "misbehaving_rate": 0.0,
        "evaluator": "state_diff",
        "version": "1",
        "end": 0,
        "correct": False,
    }
