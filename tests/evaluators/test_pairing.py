"""Created records are paired at the least cost, within one parent, where their keys agree."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from evaluators import ChangeKind
from tests.evaluators.builders import Scene, figures, judged, paths


def two_groups(prefix: str, *, turned: bool = False) -> Scene:
    """Two groups with a message each: twice 4 + 2 leaves."""
    plans = [("Trip", "u_anna", "Bring a coat"), ("Lunch", "u_bob", "At noon")]
    scene = Scene()
    for number, (name, guest, text) in enumerate(reversed(plans) if turned else plans):
        gid = f"g_{prefix}{number}"
        scene.group(gid, name, "u_me", guest).group_message(f"m_{gid}", gid, text)
    return scene


def test_a_created_group_and_the_messages_in_it_are_paired_together() -> None:
    assert figures(two_groups("t"), two_groups("n")) == (12, 12, 0)


def test_groups_created_in_the_other_order_are_the_same_end() -> None:
    assert figures(two_groups("t"), two_groups("n", turned=True)) == (12, 12, 0)


def test_what_hangs_under_a_record_decides_about_its_pair() -> None:
    # The groups themselves are alike; only their messages tell which is which.
    def scene(prefix: str, *texts: str) -> Scene:
        scene = Scene()
        for number, text in enumerate(texts):
            gid = f"g_{prefix}{number}"
            scene.group(gid, "Trip", "u_me").group_message(f"m_{gid}", gid, text)
        return scene

    # Twice a group of one (3) and a message (2).
    assert figures(scene("t", "One", "Two"), scene("n", "Two", "One")) == (10, 10, 0)


def test_pairing_is_of_least_cost_where_the_nearest_first_would_fail() -> None:
    # Posts with the same text and place; their likes make the distances
    #   A{a,b,c} - X{a,b} 1, A - Y{a,b,c,d,e} 2, B{} - X 2, B - Y 5.
    # Nearest first takes A-X and is left with B-Y: 6. The least is A-Y and B-X: 4.
    truth = Scene().post("p_a", "Sun", "a", "b", "c").post("p_b", "Sun")
    new = Scene().post("p_x", "Sun", "a", "b").post("p_y", "Sun", "a", "b", "c", "d", "e")
    # T = 2 x 2 + 3 likes. All of it is met; damage is d and e on A, a and b on B.
    assert figures(truth, new) == (7, 7, 4)


def test_ties_go_by_the_order_of_creation() -> None:
    truth = Scene().message("m_t1", "u_anna", "One").message("m_t2", "u_anna", "Two")
    new = Scene().message("m_n1", "u_anna", "Three").message("m_n2", "u_anna", "Four")
    # All four pairs differ in one leaf, the text.
    found = judged(truth, new)
    missed = [(c.truth, c.new) for c in found.changes if c.kind is ChangeKind.MISSING]
    assert missed == [("One", "Three"), ("Two", "Four")]


def test_among_equally_wrong_records_the_first_is_paired_and_the_others_are_surplus() -> None:
    truth = Scene().message("m_t1", "u_anna", "One")
    new = Scene()
    for number, text in enumerate(("Two", "Three", "Four"), start=1):
        new.message(f"m_n{number}", "u_anna", text)
    found = judged(truth, new)
    assert [(c.truth, c.new) for c in found.changes if c.kind is ChangeKind.MISSING] == [
        ("One", "Two")
    ]
    texts = [c.new for c in found.changes if c.path.endswith("text")]
    assert texts == ["Two", "Three", "Four"]
    assert (found.total, found.correct_changes, found.misbehaving) == (3, 2, 6)


def test_surplus_records_are_damage_and_the_cheapest_is_paired() -> None:
    truth = Scene().message("m_t1", "u_anna", "One")
    new = Scene()
    for number, text in enumerate(("Two", "Three", "One"), start=1):
        new.message(f"m_n{number}", "u_anna", text)
    assert figures(truth, new) == (3, 3, 6)


def test_missing_records_are_missed_and_the_cheapest_is_paired() -> None:
    truth = Scene()
    for number, text in enumerate(("One", "Two", "Three"), start=1):
        truth.message(f"m_t{number}", "u_anna", text)
    assert figures(truth, Scene().message("m_n1", "u_anna", "Three")) == (9, 3, 0)


def test_pairs_agree_on_every_key_field() -> None:
    # A trade: side, ticker, quantity, total. Ticker and side are its keys.
    truth = Scene().trade("x_t1", "buy", "OSLO", 5, 50.0)
    assert figures(truth, Scene().trade("x_n1", "buy", "OSLO", 6, 60.0)) == (4, 2, 0)
    assert figures(truth, Scene().trade("x_n1", "buy", "RIGA", 5, 50.0)) == (4, 0, 4)
    assert figures(truth, Scene().trade("x_n1", "sell", "OSLO", 5, 50.0)) == (4, 0, 4)


def test_records_that_disagree_on_a_key_are_no_pair_even_under_the_same_id() -> None:
    # The first trade of a world has the same id in both; ids of created records never count.
    truth = Scene().trade("x_1", "buy", "OSLO", 5, 50.0)
    assert figures(truth, Scene().trade("x_1", "buy", "RIGA", 5, 50.0)) == (4, 0, 4)


def test_key_fields_keep_the_dearer_pair_when_the_cheaper_disagrees() -> None:
    truth = Scene().trade("x_t1", "buy", "OSLO", 5, 50.0)
    new = Scene().trade("x_n1", "buy", "RIGA", 5, 50.0).trade("x_n2", "buy", "OSLO", 7, 70.0)
    # Paired with the second: side and ticker met. The first is surplus.
    assert figures(truth, new) == (4, 2, 4)


def test_the_receiver_keeps_messages_of_one_chat_apart() -> None:
    truth = Scene().message("m_t1", "u_anna", "Hello")
    new = Scene().message("m_n1", "u_bob", "Hello", chat="u_anna")
    assert figures(truth, new) == (3, 0, 3)


def test_records_are_paired_within_one_parent_only() -> None:
    # T: posts of 5 and 2 leaves, a comment of 2. The posts are paired by their texts and likes (the
    # other way round 8 leaves would differ), so the comment stands under the wrong one.
    truth = Scene().post("p_t1", "Sun", "a", "b", "c").post("p_t2", "Moon")
    truth.comment("k_t1", "Nice", "u_me/posts/p_t1")
    new = Scene().post("p_n1", "Sun", "a", "b", "c").post("p_n2", "Moon")
    new.comment("k_n1", "Nice", "u_me/posts/p_n2")
    assert figures(truth, new) == (9, 7, 2)


def test_what_hangs_under_a_record_may_outweigh_what_it_says() -> None:
    # As pairs by text the comment differs twice: 2 + 2. Crosswise only the texts do: 1 + 1.
    truth = Scene().post("p_t1", "Sun").post("p_t2", "Moon")
    truth.comment("k_t1", "Nice", "u_me/posts/p_t1")
    new = Scene().post("p_n1", "Sun").post("p_n2", "Moon")
    new.comment("k_n1", "Nice", "u_me/posts/p_n2")
    assert figures(truth, new) == (6, 4, 0)


def test_surplus_records_take_what_hangs_under_them_along() -> None:
    # A group of two and a message in it, that nobody asked for: 4 + 2.
    new = two_groups("n")
    new.group("g_n9", "Spam", "u_me", "u_zoe").group_message("m_n9", "g_n9", "Buy")
    found = judged(two_groups("t"), new)
    assert (found.total, found.correct_changes, found.misbehaving) == (12, 12, 6)
    assert len(paths(found, ChangeKind.FORBIDDEN)) == 6


PAIR = st.sets(st.sampled_from("abcde"), min_size=2, max_size=2)
POSTS = st.lists(PAIR, max_size=4)


@settings(max_examples=60, derandomize=True, database=None, deadline=None)
@given(wanted=POSTS, found=POSTS)
def test_no_other_pairing_leaves_fewer_differences(
    wanted: list[set[str]], found: list[set[str]]
) -> None:
    # Posts of 2 + 2 leaves that differ in their likes alone, against every possible pairing.
    truth, new = Scene(), Scene()
    for scene, posts in ((truth, wanted), (new, found)):
        for number, likes in enumerate(posts):
            scene.post(f"p_{len(posts)}_{number}", "Sun", *sorted(likes))
    few, many = sorted((wanted, found), key=len)
    least = min(
        sum(len(a ^ b) for a, b in zip(few, chosen, strict=True))
        for chosen in itertools.permutations(many, len(few))
    )
    total, met, damage = figures(truth, new)
    assert total == 4 * len(wanted)
    assert total - met + damage == least + 4 * (len(many) - len(few))
