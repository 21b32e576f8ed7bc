"""What worlds look like over many seeds: the ranges that tasks and readers rely on."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean, median
from typing import Any

import pytest

from sandboxes import World
from sandboxes.apps.light_os.data_model import LightOS
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_talk.data_model import LightTalk

SEEDS = range(1, 301)
APPS = (LightOS, LightTalk, LightShop)


@pytest.fixture(scope="module")
def states() -> list[dict[str, Any]]:
    """The states of three apps in three hundred worlds; whole ones would fill the memory."""
    worlds = map(World, SEEDS)
    return [{app.server: world.app(app).export() for app in APPS} for world in worlds]


def contacts(states: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The contacts of each world, without the user."""
    for state in states:
        everybody = state["LightTalk"]["contacts"].values()
        yield [contact for contact in everybody if contact["tag"] != "me"]


def test_the_number_of_contacts(states: list[dict[str, Any]]) -> None:
    counts = [len(people) for people in contacts(states)]
    assert 5 <= min(counts) <= 8
    assert 96 <= max(counts) <= 100
    assert 48 <= median(counts) <= 60


def test_about_one_in_ten_contacts_is_blocked(states: list[dict[str, Any]]) -> None:
    blocked = [contact["blocked"] for people in contacts(states) for contact in people]
    assert 0.08 <= mean(blocked) <= 0.12


def test_about_one_in_three_chats_is_unread(states: list[dict[str, Any]]) -> None:
    unread = [not c["read_new_message"] for people in contacts(states) for c in people]
    assert 0.30 <= mean(unread) <= 0.40


def test_an_unread_chat_ends_with_a_message_of_the_contact(states: list[dict[str, Any]]) -> None:
    ends = {
        contact["chat_history"][-1]["send_uid"] == contact["uid"]
        for people in contacts(states)
        for contact in people
        if not contact["read_new_message"]
    }
    assert ends == {True}


def test_names_are_unique_in_a_world(states: list[dict[str, Any]]) -> None:
    for state in states:
        names = [contact["name"] for contact in state["LightTalk"]["contacts"].values()]
        assert len(names) == len(set(names))


def test_no_post_is_written_twice_in_a_world(states: list[dict[str, Any]]) -> None:
    for state in states:
        people = state["LightTalk"]["contacts"].values()
        posts = [moment["content"] for contact in people for moment in contact["moments"]]
        assert len(posts) == len(set(posts))


def test_the_number_of_shops(states: list[dict[str, Any]]) -> None:
    counts = [len(state["LightShop"]["shops"]) for state in states]
    assert min(counts) >= 3
    assert max(counts) <= 18
    assert 9 <= median(counts) <= 12


def test_most_worlds_have_something_in_the_cart(states: list[dict[str, Any]]) -> None:
    assert 0.55 <= mean(bool(state["LightShop"]["cart"]) for state in states) <= 0.65


def test_the_balance(states: list[dict[str, Any]]) -> None:
    balances = [state["LightShop"]["balance"] for state in states]
    assert 8_000 <= min(balances) <= 10_000
    assert 97_000 <= max(balances) <= 100_000


def test_about_one_item_in_a_hundred_is_out_of_stock(states: list[dict[str, Any]]) -> None:
    out = [
        item["count"] == 0
        for state in states
        for shop in state["LightShop"]["shops"].values()
        for item in shop["items"].values()
    ]
    assert 0.007 <= mean(out) <= 0.013


def test_what_lies_in_the_cart_was_taken_from_the_shelf(states: list[dict[str, Any]]) -> None:
    for state in states:
        shops = state["LightShop"]["shops"]
        for line in state["LightShop"]["cart"]:
            assert shops[line["sid"]]["items"][line["tid"]]["count"] >= 0
            assert line["count"] == 1


def test_times_run_forward(states: list[dict[str, Any]]) -> None:
    for state in states:
        for contact in state["LightTalk"]["contacts"].values():
            for records in (contact["chat_history"], contact["moments"]):
                times = [record["timestamp"] for record in records]
                assert times == sorted(times)
                assert all(time < state["LightOS"]["clock"] for time in times)
