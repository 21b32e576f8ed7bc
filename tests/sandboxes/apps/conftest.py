"""A seeded world to test the apps in, and the people and things that are found in it."""

from __future__ import annotations

import pytest

from sandboxes import World
from sandboxes.apps.light_talk import stage as talk_stage
from tests.sandboxes.apps.calls import State, ok, shop_state, talk_state
from tests.sandboxes.apps.people import Person, ShopItem, person, shop_items
from tests.sandboxes.apps.scene import Scene, set_scene

SEED = 2


@pytest.fixture(scope="session")
def untouched() -> World:
    """The world as the seed makes it; tests change forks of it only."""
    return World(SEED)


@pytest.fixture
def world(untouched: World) -> World:
    """A world of one's own, without privilege."""
    return untouched.fork()


@pytest.fixture
def privileged(world: World) -> World:
    """A world in which the privilege has been asked for."""
    ok(world, "ask_for_privilege")
    return world


@pytest.fixture(scope="session")
def contacts(untouched: World) -> list[State]:
    """Everybody at the start, with chats and moments, in order of name."""
    found: dict[str, State] = talk_state(untouched)["contacts"]
    return sorted(found.values(), key=lambda contact: str(contact["name"]))


@pytest.fixture(scope="session")
def me(contacts: list[State]) -> Person:
    """The user, who has moments."""
    return person(next(c for c in contacts if c["tag"] == "me" and c["moments"]))


@pytest.fixture(scope="session")
def open_people(contacts: list[State]) -> list[Person]:
    """The contacts that are not blocked, without the user."""
    return [person(c) for c in contacts if not c["blocked"] and c["tag"] != "me"]


@pytest.fixture(scope="session")
def friend(open_people: list[Person]) -> Person:
    """An open contact."""
    return open_people[0]


@pytest.fixture(scope="session")
def other_friend(open_people: list[Person]) -> Person:
    """Another open contact."""
    return open_people[1]


@pytest.fixture(scope="session")
def stranger(open_people: list[Person]) -> Person:
    """An open contact who is in no group."""
    return open_people[2]


@pytest.fixture(scope="session")
def chatter(open_people: list[Person]) -> Person:
    """An open contact with whom at least two messages were exchanged."""
    return next(p for p in open_people[3:] if len(p.mids) >= 2)


@pytest.fixture(scope="session")
def poster(open_people: list[Person], chatter: Person) -> Person:
    """An open contact with at least three moments and a chat."""
    return next(p for p in open_people[3:] if len(p.moids) >= 3 and p.mids and p != chatter)


@pytest.fixture(scope="session")
def blocked_friend(contacts: list[State]) -> Person:
    """A blocked contact with a moment and a message."""
    return person(next(c for c in contacts if c["blocked"] and c["moments"] and c["chat_history"]))


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


@pytest.fixture(scope="session")
def set_up_scene(
    friend: Person, other_friend: Person, stranger: Person, poster: Person, blocked_friend: Person
) -> Scene:
    """The scene in which every tool has a call that succeeds; tests use forks of its world."""
    return set_scene(World(SEED), friend, other_friend, stranger, poster, blocked_friend)


@pytest.fixture
def scene(set_up_scene: Scene) -> Scene:
    """A scene of one's own."""
    return set_up_scene.fork()
