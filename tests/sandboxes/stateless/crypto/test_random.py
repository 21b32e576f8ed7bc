"""Random values differ from call to call, and are the same in a world of the same seed."""

from __future__ import annotations

import re
import uuid
from collections import Counter
from typing import Any

import pytest

from sandboxes import World
from tests.sandboxes.calls import not_understood, ok

CALLS: dict[str, dict[str, Any]] = {
    "random_bytes": {},
    "random_hex": {},
    "uuid4": {},
    "secure_token_urlsafe": {},
    "random_choice": {"seq": list(range(1000))},
}

each_random_tool = pytest.mark.parametrize("tool", CALLS)


def drawn(world: World, tool: str, count: int) -> list[Any]:
    """What so many calls of a tool answer."""
    return [ok(world, tool, **CALLS[tool]) for _ in range(count)]


@each_random_tool
def test_each_call_draws_anew(world: World, tool: str) -> None:
    values = drawn(world, tool, 20)
    assert len(set(values)) > 15


@each_random_tool
def test_a_twin_world_draws_the_same(world: World, tool: str) -> None:
    assert drawn(world.fork(), tool, 5) == drawn(World(world.seed), tool, 5)


@each_random_tool
def test_another_seed_draws_something_else(world: World, tool: str) -> None:
    assert drawn(world, tool, 5) != drawn(World(world.seed + 1), tool, 5)


@each_random_tool
def test_calls_of_other_tools_move_nothing(world: World, tool: str) -> None:
    other = world.fork()
    for name in CALLS:
        if name != tool:
            drawn(other, name, 3)
    assert drawn(other, tool, 3) == drawn(world, tool, 3)


@pytest.mark.parametrize(("tool", "argument"), [("random_bytes", "n"), ("random_hex", "nbytes")])
@pytest.mark.parametrize("count", [1, 7, 8, 9, 1024])
def test_there_are_as_many_bytes_as_asked_for(
    world: World, tool: str, argument: str, count: int
) -> None:
    digits = ok(world, tool, **{argument: count})
    assert re.fullmatch("[0-9a-f]*", digits)
    assert len(digits) == 2 * count


def test_without_a_number_there_are_as_many_as_usual(world: World) -> None:
    assert len(ok(world, "random_bytes")) == 64
    assert len(ok(world, "random_hex")) == 32
    assert len(ok(world, "secure_token_urlsafe")) == 32


@pytest.mark.parametrize(
    ("tool", "argument"),
    [("random_bytes", "n"), ("random_hex", "nbytes"), ("secure_token_urlsafe", "length")],
)
@pytest.mark.parametrize("count", [0, -1, 1025])
def test_there_is_at_least_one_and_at_most_a_thousand(
    world: World, tool: str, argument: str, count: int
) -> None:
    assert "must be at" in not_understood(world, tool, {argument: count})


def test_a_uuid_is_of_version_four(world: World) -> None:
    for text in drawn(world, "uuid4", 50):
        found = uuid.UUID(text)
        assert str(found) == text
        assert (found.version, found.variant) == (4, uuid.RFC_4122)


@pytest.mark.parametrize("length", [1, 2, 3, 4, 31, 1024])
def test_a_token_has_its_length_and_is_safe_in_addresses(world: World, length: int) -> None:
    token = ok(world, "secure_token_urlsafe", length=length)
    assert re.fullmatch("[A-Za-z0-9_-]*", token)
    assert len(token) == length


def test_bytes_take_all_values(world: World) -> None:
    counts = Counter(bytes.fromhex("".join(ok(world, "random_bytes", n=1024) for _ in range(50))))
    assert len(counts) == 256
    assert 130 < min(counts.values()) <= max(counts.values()) < 270


def test_each_place_of_a_list_is_drawn_as_often(world: World) -> None:
    counts = Counter(ok(world, "random_choice", seq=["a", "b", "c"]) for _ in range(1500))
    assert counts.keys() == {"a", "b", "c"}
    assert 420 < min(counts.values()) <= max(counts.values()) < 580


@pytest.mark.parametrize("element", ["é", "", 0, 1, -5, 1.5, 2.0, True, False, None, 2**70])
def test_an_element_comes_as_it_is(world: World, element: object) -> None:
    answer = ok(world, "random_choice", seq=[element])
    assert (answer, type(answer)) == (element, type(element))


@pytest.mark.parametrize("wrong", [[], [[]], [{}], [1] * 1001])
def test_a_choice_needs_some_elements_that_are_no_lists(world: World, wrong: list[Any]) -> None:
    assert 'Argument "seq"' in not_understood(world, "random_choice", {"seq": wrong})
