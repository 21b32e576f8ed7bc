"""Every difference is listed: where, of what kind, the three values, and a readable sentence."""

from __future__ import annotations

from collections import Counter

from evaluators import Change, ChangeKind, compare
from tests.evaluators.builders import SPEC, Scene, end, judged, only

BOB = "Chat/contacts/u_bob"
TRUTH = (
    Scene()
    .set("Shop/balance", 90.0)
    .set(f"{BOB}/remark", "Brother")
    .drop("Chat/contacts/u_me")
    .drop("Chat/groups/g_old")
)
NEW = (
    Scene()
    .set("Shop/balance", 90.0)
    .set(f"{BOB}/remark", "Cousin")
    .set(f"{BOB}/blocked", True)
    .set(f"{BOB}/nickname", "Bo")
    .drop("Chat/groups/g_old")
    .drop("Shop/bookings/b_old")
)
MET, MISSING, FORBIDDEN = ChangeKind.MET, ChangeKind.MISSING, ChangeKind.FORBIDDEN
EXPECTED = [
    Change(
        "Shop/balance", MET, 100.0, 90.0, 90.0,
        "Shop/balance went from 100.0 to 90.0, as required.",
    ),
    Change(
        f"{BOB}/remark", MISSING, "", "Brother", "Cousin",
        'Chat > contacts > Bob Moe: remark should be "Brother", but is "Cousin".',
    ),
    Change(
        f"{BOB}/blocked", FORBIDDEN, False, False, True,
        "Chat > contacts > Bob Moe: blocked went from false to true, which nothing asked for.",
    ),
    Change(
        f"{BOB}/nickname", FORBIDDEN, None, None, "Bo",
        'Chat > contacts > Bob Moe: nickname was set to "Bo", which nothing asked for.',
    ),
    Change(
        "Chat/contacts/u_me", MISSING, "present", None, "present",
        "Chat > contacts > Mia Berg should have been removed, but is still there.",
    ),
    Change(
        "Chat/groups/g_old", MET, "present", None, None,
        "Chat > groups > Choir was removed, as required.",
    ),
]  # fmt: skip


def test_each_change_says_where_what_and_in_words() -> None:
    found = {change.path: change for change in judged(TRUTH, NEW).changes}
    for expected in EXPECTED:
        assert found[expected.path] == expected


def test_there_are_no_other_changes() -> None:
    found = judged(TRUTH, NEW)
    # Damage: blocked, nickname, and the booking with its passenger as one leaf.
    assert Counter(change.kind for change in found.changes) == {MET: 2, MISSING: 2, FORBIDDEN: 3}
    assert (found.total, found.correct_changes, found.misbehaving) == (4, 2, 3)


def test_a_lost_leaf_and_an_absent_one_read_well() -> None:
    truth = Scene().set(f"{BOB}/nickname", "Bo")
    assert only(judged(truth, Scene())).sentence == (
        'Chat > contacts > Bob Moe: nickname should be "Bo", but is absent.'
    )
    assert only(judged(Scene(), Scene().drop(f"{BOB}/remark"))).sentence == (
        'Chat > contacts > Bob Moe: remark lost "", which nothing asked for.'
    )
    gone = Scene().drop(f"{BOB}/remark")
    assert only(judged(gone, Scene())).sentence == (
        'Chat > contacts > Bob Moe: remark should be gone, but is "".'
    )


def test_a_null_that_is_missing_is_not_said_to_have_to_go() -> None:
    # "should be gone, but is absent" contradicts itself.
    truth = Scene().set(f"{BOB}/nickname", None)
    assert "gone" not in only(judged(truth, Scene())).sentence


def test_a_sentence_about_an_element_does_not_speak_of_the_whole_list() -> None:
    likes = "Chat/contacts/u_anna/posts/p_old/likes"
    found = only(judged(Scene().set(likes, ["u_anna"]), Scene()))
    assert (found.path, found.old, found.truth, found.new) == (
        f"{likes}/u_bob",
        "u_bob",
        None,
        "u_bob",
    )
    assert '"u_bob"' in found.sentence
    assert "likes should be gone" not in found.sentence


def test_a_created_record_is_listed_leaf_by_leaf_under_the_truths_id() -> None:
    truth = Scene().message("m_t1", "u_bob", "Hello")
    found = judged(truth, Scene().message("m_n1", "u_bob", "Goodbye")).changes
    assert [(c.path, c.kind, c.old, c.truth, c.new) for c in found] == [
        (f"{BOB}/messages/m_t1/from", MET, None, "u_me", "u_me"),
        (f"{BOB}/messages/m_t1/to", MET, None, "u_bob", "u_bob"),
        (f"{BOB}/messages/m_t1/text", MISSING, None, "Hello", "Goodbye"),
    ]


def test_a_surplus_record_is_listed_under_its_own_id() -> None:
    found = judged(Scene(), Scene().message("m_n1", "u_bob", "Hello")).changes
    assert [(c.path, c.kind, c.old, c.truth, c.new) for c in found] == [
        (f"{BOB}/messages/m_n1/from", FORBIDDEN, None, None, "u_me"),
        (f"{BOB}/messages/m_n1/to", FORBIDDEN, None, None, "u_bob"),
        (f"{BOB}/messages/m_n1/text", FORBIDDEN, None, None, "Hello"),
    ]


def test_long_values_are_cut_in_sentences_only() -> None:
    long = "word " * 100
    found = only(judged(Scene(), Scene().set("Profile/motto", long)))
    assert found.new == long
    assert len(found.sentence) < 200
    assert found.sentence.endswith("…, which nothing asked for.")


def test_a_change_speaks_json() -> None:
    found = only(judged(Scene(), Scene().set("Shop/balance", 99.5)))
    assert found.as_json() == {
        "path": "Shop/balance",
        "kind": "forbidden",
        "old": 100.0,
        "truth": 100.0,
        "new": 99.5,
        "sentence": "Shop/balance went from 100.0 to 99.5, which nothing asked for.",
    }


def test_comparing_lists_the_changes_that_a_score_counts() -> None:
    assert compare(Scene().state, end(TRUTH), NEW.state, SPEC) == judged(TRUTH, NEW).changes


def test_equal_states_have_no_changes() -> None:
    assert compare(Scene().state, end(Scene()), Scene().state, SPEC) == ()
