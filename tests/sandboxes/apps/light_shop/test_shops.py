"""Shops: finding them by category and name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandboxes import World
from sandboxes.apps.light_shop.corpus_reader import shop_corpus
from tests.sandboxes.apps.light_shop.spelling import alike, misspelt, of_length_in_fives
from tests.sandboxes.calls import NOTHING, State, ok, refused


def listed(shops: list[State]) -> list[State]:
    """Shops as lists show them."""
    return [{"sid": s["sid"], "name": s["name"], "category": s["category"]} for s in shops]


def test_the_categories_that_have_a_shop_are_sorted(world: World, shops: list[State]) -> None:
    categories = ok(world, "list_all_shop_categories")
    assert categories == sorted({shop["category"] for shop in shops})
    assert set(categories) < set(shop_corpus())


def test_a_category_lists_its_shops_in_order_of_name(world: World, shops: list[State]) -> None:
    for category in ok(world, "list_all_shop_categories"):
        expected = listed([shop for shop in shops if shop["category"] == category])
        assert ok(world, "list_all_shops_by_category", category=category) == expected


def test_a_category_without_a_shop_is_refused(world: World, shops: list[State]) -> None:
    empty = min(set(shop_corpus()) - {shop["category"] for shop in shops})
    for category in (empty, "Fruit", "fru", NOTHING):
        sentence = refused(world, "list_all_shops_by_category", category=category)
        assert sentence == f'There is no shop in the category "{category}".'


def test_a_name_finds_its_shop(world: World, shops: list[State]) -> None:
    for shop in shops:
        assert ok(world, "get_shop_id_by_name", shop_name=shop["name"]) == shop["sid"]


@pytest.mark.parametrize(
    "change", [str.lower, str.upper, lambda n: n.split()[0], lambda n: f"{n} "]
)
def test_a_name_that_is_not_exact_finds_no_shop(
    change: Callable[[str], str], world: World, shops: list[State]
) -> None:
    name = change(shops[0]["name"])
    sentence = refused(world, "get_shop_id_by_name", shop_name=name)
    assert sentence == f'No shop is called "{name}".'


@pytest.mark.parametrize("fragment", ["o", "OW", " ", "qqq"])
def test_a_fragment_finds_the_shops_whose_names_hold_it(
    fragment: str, world: World, shops: list[State]
) -> None:
    expected = listed([shop for shop in shops if fragment.lower() in shop["name"].lower()])
    assert ok(world, "search_shops", shop_name=fragment) == expected


@pytest.mark.parametrize("word", ["Owl Lamp Boks", "date depott", "row", "Inkwel Aley", "qqq"])
def test_a_fuzzy_search_finds_fragments_and_names_spelled_alike(
    word: str, world: World, shops: list[State]
) -> None:
    expected = listed([shop for shop in shops if alike(shop["name"], word, tenths=6)])
    assert ok(world, "fuzzy_search_shops", shop_name=word) == expected


def test_names_must_be_more_than_sixty_percent_alike(world: World, shops: list[State]) -> None:
    shop = of_length_in_fives(shops)
    length = len(shop["name"])
    close = misspelt(shop["name"], 2 * length // 5 - 1)
    at_the_limit = misspelt(shop["name"], 2 * length // 5)
    assert ok(world, "fuzzy_search_shops", shop_name=close) == listed([shop])
    assert ok(world, "fuzzy_search_shops", shop_name=at_the_limit) == []


def test_a_plain_search_forgives_no_misspelling(world: World, shops: list[State]) -> None:
    assert ok(world, "search_shops", shop_name=misspelt(shops[0]["name"], 1)) == []
