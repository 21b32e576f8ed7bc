"""Searching the tools: by name, server and description, in an order that hints at nothing."""

from __future__ import annotations

import time
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from sandboxes import catalogue
from tests.webapp.builders import Time
from tests.webapp.console.queries import QUERIES
from webapp.attempts.models import Attempt
from webapp.console import palette as palette_module
from webapp.console.palette import found_tools, palette
from webapp.console.queries import keep_opened, keep_query


def names(query: str) -> list[str]:
    return [tool.name for tool in found_tools(None, query)]


def test_without_words_all_tools_are_listed_in_the_order_of_the_catalogue() -> None:
    assert names("") == names("  _ ") == [tool.name for tool in palette(None)]


def test_words_of_the_name_come_before_words_of_the_description() -> None:
    found = names("cart")
    assert set(found[:3]) == {"add_to_cart", "get_cart_summary", "delete_item_in_cart"}
    assert "checkout_all" in found[3:]


def test_all_words_count_wherever_they_stand() -> None:
    assert names("LightTalk group create") == ["create_group_chat"]
    assert names("create_group_chat")[0] == "create_group_chat"
    shop = {tool.name for tool in palette(None) if tool.server == "LightShop"}
    found = names("lightshop")
    assert set(found[: len(shop)]) == shop
    assert all("LightShop" in catalogue()[name].description for name in found[len(shop) :])


def test_a_typing_error_still_finds() -> None:
    assert names("chekout") == ["checkout_all", "checkout_bookings"]
    assert names("qqqq") == []


def test_if_no_tool_has_all_words_those_with_the_rarest_come_first() -> None:
    assert set(names("pay for things in the cart")[:4]) == set(names("cart"))
    assert "add_to_cart" in names("something from the cart")[:4]


@given(st.text(max_size=30))
def test_whatever_is_typed_finds_tools_that_are_there_each_once(query: str) -> None:
    found = names(query)
    assert len(found) == len(set(found))
    assert set(found) <= {tool.name for tool in palette(None)}


def test_only_tools_on_offer_are_found() -> None:
    offered = ("add_to_cart", "now")
    assert tuple(tool.name for tool in found_tools(offered, "")) == offered
    assert [tool.name for tool in found_tools(offered, "cart")] == ["add_to_cart"]


def test_a_search_among_all_tools_takes_a_few_milliseconds() -> None:
    spans = []
    assert len(found_tools(None, "")) == 314
    for query in QUERIES:
        start = time.perf_counter()
        found_tools(None, query)
        spans.append(time.perf_counter() - start)
    assert min(spans) < 0.05, spans


def test_what_is_typed_on_is_one_search_and_what_it_led_to_is_kept(
    attempt: Attempt, time: Time
) -> None:
    for text in ("c", "ca", "cart", "car", "cart"):
        keep_query(attempt, text, 3)
        time.passes(seconds=1)
    keep_opened(attempt, "cart", "add_to_cart")
    keep_query(attempt, "cart", 3)
    keep_query(attempt, " ", 81)
    time.passes(seconds=10)
    keep_query(attempt, "carts", 0)

    kept = list(attempt.tool_queries.values_list("text", "found", "opened"))
    assert kept == [("cart", 3, "add_to_cart"), ("cart", 3, ""), ("carts", 0, "")]


def test_the_order_depends_on_nothing_that_is_known_of_tasks() -> None:
    """The palette imports neither tasks nor attempts' logs."""
    source = Path(str(palette_module.__file__)).read_text(encoding="utf-8")
    imported = [line for line in source.splitlines() if line.startswith(("import", "from"))]
    assert not any("tasks" in line or "models" in line for line in imported)
