"""The people and things that are found in the world of the tests."""

from __future__ import annotations

import pytest

from sandboxes import World
from sandboxes.apps.light_talk import stage as talk_stage
from tests.sandboxes.apps.people import (
    Cast,
    Person,
    ShopItem,
    cast_of,
    everybody,
    person,
    shop_items,
)
from tests.sandboxes.calls import State, ok, shop_state


@pytest.fixture
def privileged(world: World) -> World:
    """A world in which the privilege has been asked for."""
    ok(world, "ask_for_privilege")
    return world


@pytest.fixture(scope="session")
def contacts(untouched: World) -> list[State]:
    """Everybody at the start, with chats and moments, in order of name."""
    return everybody(untouched)


@pytest.fixture(scope="session")
def people(untouched: World) -> Cast:
    """Who plays in the tests."""
    return cast_of(untouched)


@pytest.fixture(scope="session")
def me(contacts: list[State]) -> Person:
    """The user, who has moments."""
    return person(next(c for c in contacts if c["tag"] == "me" and c["moments"]))


@pytest.fixture(scope="session")
def open_people(contacts: list[State]) -> list[Person]:
    """The contacts that are not blocked, without the user."""
    return [person(c) for c in contacts if not c["blocked"] and c["tag"] != "me"]


@pytest.fixture(scope="session")
def friend(people: Cast) -> Person:
    """An open contact."""
    return people.friend


@pytest.fixture(scope="session")
def other_friend(people: Cast) -> Person:
    """Another open contact."""
    return people.other_friend


@pytest.fixture(scope="session")
def stranger(people: Cast) -> Person:
    """An open contact who is in no group."""
    return people.stranger


@pytest.fixture(scope="session")
def chatter(people: Cast) -> Person:
    """An open contact with whom at least two messages were exchanged."""
    return people.chatter


@pytest.fixture(scope="session")
def poster(people: Cast) -> Person:
    """An open contact with at least three moments and a chat."""
    return people.poster


@pytest.fixture(scope="session")
def blocked_friend(people: Cast) -> Person:
    """A blocked contact with a moment and a message."""
    return people.blocked_friend


@pytest.fixture
def group(privileged: World, friend: Person, other_friend: Person) -> str:
    """A group of the user's own with both friends; the world is privileged then."""
    made = ok(privileged, "create_group_chat", uids=[friend.uid, other_friend.uid])
    return str(made["gid"])


@pytest.fixture
def their_group(world: World, friend: Person, other_friend: Person) -> str:
    """A group that the friend owns, with the user and the other friend in it."""
    return talk_stage.found_group(world, friend.uid, [other_friend.uid], "Choir")


@pytest.fixture(scope="session")
def shop_item(untouched: World) -> ShopItem:
    """An item with plenty of stock, not in the cart, of which some units are affordable."""
    return next(i for i in shop_items(untouched) if i.stock >= 10 and i.price < 100)


@pytest.fixture(scope="session")
def other_item(untouched: World, shop_item: ShopItem) -> ShopItem:
    """Such an item of another shop."""
    wanted = (i for i in shop_items(untouched) if i.stock >= 10 and i.price < 100)
    return next(i for i in wanted if i.sid != shop_item.sid)


@pytest.fixture(scope="session")
def shops(untouched: World) -> list[State]:
    """All shops at the start with their items, in order of name."""
    found: dict[str, State] = shop_state(untouched)["shops"]
    return sorted(found.values(), key=lambda shop: str(shop["name"]))
