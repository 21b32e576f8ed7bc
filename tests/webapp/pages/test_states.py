"""States leaf by leaf, and how their changes are told."""

from __future__ import annotations

import pytest

from tests.evaluators.builders import SPEC, Scene
from webapp.pages.changes import Part, Teller
from webapp.pages.replay import LeafChange
from webapp.pages.states import Leaf, Names, Place, leaves_of, place_of

BOB = (("contacts", "u_bob"),)


@pytest.fixture(autouse=True)
def _database() -> None:
    """None is needed."""


@pytest.fixture
def names() -> Names:
    """What the records of the scene are called."""
    found = Names()
    found.learn(leaves_of(Scene().state, SPEC))
    return found


def changes(before: Scene, after: Scene) -> list[LeafChange]:
    """The leaves in which two states differ."""
    old, new = leaves_of(before.state, SPEC), leaves_of(after.state, SPEC)
    return [
        LeafChange(place, old.get(place), new.get(place))
        for place in dict.fromkeys((*old, *new))
        if old.get(place) != new.get(place)
    ]


def told(names: Names, after: Scene) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """How the way from the scene to a state is told."""
    names.learn(leaves_of(after.state, SPEC))
    return [
        (
            thing.title,
            thing.state,
            [(row.what, " ".join(part.text for part in row.parts)) for row in thing.rows],
        )
        for app in Teller(names).what_changed(changes(Scene(), after))
        for thing in app.things
    ]


def test_leaves_know_their_record_and_what_they_mean() -> None:
    leaves = leaves_of(Scene().state, SPEC)

    assert leaves[Place("Shop", (), ("balance",))] == Leaf(100.0, "scored", money=True)
    assert leaves[Place("Settings", (), ("clock",))].role == "neutral"
    assert leaves[Place("Chat", BOB, ("name",))].value == "Bob Moe"
    goods = Place("Shop", (("payments", "pay_old"),), ("goods", "ink"))
    assert leaves[goods].value == 1
    deep = (
        *(("contacts", "u_anna"), ("posts", "p_old")),
        *(("comments", "k_old"), ("comments", "k_deep")),
    )
    assert leaves[Place("Chat", deep, ("text",))].value == "Oh"


def test_every_path_of_the_evaluator_leads_to_its_leaf() -> None:
    for place in leaves_of(Scene().state, SPEC):
        steps = [step for pair in place.trail for step in pair]
        path = "/".join((place.app, *steps, *place.field))
        assert place_of(path, SPEC)[0] == place
    assert place_of("Chat/contacts/u_bob", SPEC) == (Place("Chat", BOB, ()), False)
    assert place_of("Shop/balance", SPEC)[1]
    assert place_of("Profile/a~1b~0/~2", SPEC)[0].field == ("a/b~", "")


def test_names_stand_for_ids(names: Names) -> None:
    assert names.of("u_bob") == "Bob Moe"
    assert names.of("nobody") == names.of(None) == names.of(["u_bob"]) == ""
    assert not names.is_shared("Bob Moe")
    names.learn(leaves_of(Scene().group("g_2", "Choir").state, SPEC))
    assert names.is_shared("Choir")


def test_a_new_name_takes_the_place_of_the_old(names: Names) -> None:
    names.learn(leaves_of(Scene().group("g_2", "Choir").state, SPEC))
    names.learn(leaves_of(Scene().group("g_2", "Trio").state, SPEC))

    assert names.of("g_2") == "Trio"
    assert not names.is_shared("Choir")


def test_names_that_are_added_to_a_copy_stay_there(names: Names) -> None:
    names.copy().learn(leaves_of(Scene().group("g_2", "Trio").state, SPEC))

    assert names.of("g_2") == ""


def test_a_change_is_told_with_both_values(names: Names) -> None:
    after = Scene().set("Shop/balance", 98.5).set("Chat/contacts/u_bob/blocked", True)

    assert told(names, after) == [
        ("Bob Moe", "", [("Blocked", "no \N{RIGHTWARDS ARROW} yes")]),
        ("", "", [("Balance", "100.00 \N{RIGHTWARDS ARROW} 98.50")]),
    ]


def test_a_record_that_comes_is_told_in_names(names: Names) -> None:
    rows = [("From", "Mia Berg"), ("To", "Bob Moe"), ("Text", "Hello"), ("Time", "now, m_1")]

    assert told(names, Scene().message("m_1", "u_bob", "Hello")) == [
        ("Bob Moe \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} message", "new", rows)
    ]


def test_a_record_that_goes_is_told_at_once(names: Names) -> None:
    assert told(names, Scene().drop("Chat/groups/g_old")) == [
        ("Choir", "removed", []),
        ("Choir \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} message", "removed", []),
    ]


def test_of_a_list_is_told_what_came_and_went(names: Names) -> None:
    after = Scene().set("Chat/contacts/u_anna/tags", ["old", "u_bob"])

    assert told(names, after) == [("Anna Lund", "", [("Tags", "lost friends gained old Bob Moe")])]


def test_what_passes_by_itself_comes_last(names: Names) -> None:
    after = Scene().set("Settings/clock", "later").set("Shop/balance", 1.0)

    apps = Teller(names).what_changed(changes(Scene(), after))

    assert [app.app for app in apps] == ["Shop", "Settings"]


def test_a_name_that_several_have_stands_beside_its_id(names: Names) -> None:
    names.learn(leaves_of(Scene().group("g_2", "Choir").state, SPEC))

    assert Teller(names).value("g_2") == Part("Choir", "", "g_2", is_shared=True)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "nothing"),
        (True, "yes"),
        ("", "(empty)"),
        ([], "nothing"),
        (["u_bob", "x"], "Bob Moe, x"),
        (2.5, "2.5"),
        ("a\u202eb", "a\\u202eb"),
        ("x" * 1_000, "x" * 239 + "…"),
    ],
)
def test_values_are_told_in_words(value: object, text: str, names: Names) -> None:
    assert Teller(names).value(value).text == text
