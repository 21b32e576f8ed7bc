"""A change says where it stands in what the subject left, where ids differ from the truth's."""

from __future__ import annotations

from tests.evaluators.builders import Scene, judged

MESSAGES = "Chat/contacts/u_bob/messages"


def sent(mid: str, text: str) -> Scene:
    """A state in which Bob was sent a message."""
    return Scene().message(mid, "u_bob", text)


def test_a_created_record_is_found_by_its_own_id() -> None:
    found = judged(sent("m_truth", "Hello"), sent("m_new", "Hallo")).changes

    assert {(change.path, change.new_path) for change in found} == {
        (f"{MESSAGES}/m_truth/{field}", f"{MESSAGES}/m_new/{field}")
        for field in ("from", "to", "text")
    }
    assert {change.as_json()["new_path"] for change in found} == {
        f"{MESSAGES}/m_new/{field}" for field in ("from", "to", "text")
    }


def test_what_stands_where_it_should_has_no_other_path() -> None:
    truth, new = Scene().set("Shop/balance", 90.0), Scene().set("Shop/balance", 80.0)

    (change,) = judged(truth, new).changes

    assert change.new_path == ""
    assert "new_path" not in change.as_json()


def test_what_is_not_there_has_no_path_there() -> None:
    found = judged(sent("m_truth", "Hello"), Scene()).changes

    assert len(found) == 3
    assert not any(change.new_path for change in found)


def test_an_element_is_found_in_the_record_that_holds_it() -> None:
    truth, new = Scene().group("g_truth", "Trio", "u_bob"), Scene().group("g_new", "Trio", "u_bob")

    paths = {change.new_path for change in judged(truth, new).changes}

    assert "Chat/groups/g_new/members/u_bob" in paths
