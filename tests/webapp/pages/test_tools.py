"""The documentation of the tools: complete, in the words that subjects get, and tied together."""

from __future__ import annotations

import html
import itertools
import json
import re

import pytest

from sandboxes import catalogue, dependencies, servers, tools
from tests.webapp.pages.markup import Markup, faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.pages.network import SIZE, drawn_network


def links(page: str) -> list[str]:
    """Where the links of a page lead."""
    return [str(tag.get("href")) for tag in Markup(page).all("a")]


def test_all_tools_are_listed_under_their_servers(nobody: Persona) -> None:
    page = nobody.page("/tools")
    assert faults(page) == []
    listed = [link for link in links(page) if link in {f"/tools/{name}" for name in catalogue()}]
    assert listed == [f"/tools/{name}" for name in catalogue()]
    for server in servers():
        assert f"{server.name} {len(tools(server.name))} tools" in text_of(page)


def test_a_server_and_words_choose_among_them(nobody: Persona) -> None:
    cart = nobody.page("/tools?q=cart&server=LightShop")
    assert "/tools/add_to_cart" in links(cart)
    assert "/tools/send_message" not in links(cart)
    text = text_of(nobody.page("/tools?q=xyzzy"))
    assert f"No tool matches. Show all {len(catalogue())}" in text


@pytest.mark.parametrize("server", [server.name for server in servers()])
def test_tools_are_documented_as_subjects_read_them(server: str, nobody: Persona) -> None:
    for tool in tools(server):
        page = nobody.page(f"/tools/{tool.name}")
        assert faults(page) == []
        text = text_of(page)
        for paragraph in tool.description.split("\n\n"):
            assert paragraph.removeprefix("Returns: ") in text
        for name, schema in tool.input_schema["properties"].items():
            assert f"{name} " in text
            assert schema["description"] in text
        shown = re.search(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)
        assert shown
        assert json.loads(html.unescape(shown[1])) == tool.input_schema


def test_what_a_tool_needs_leads_to_what_gives_it(nobody: Persona) -> None:
    page = nobody.page("/tools/checkout_all")
    assert "Needs: payment password told or made by wait_payment_password" in text_of(page)
    assert "/tools/add_to_cart" in links(page)
    given = text_of(nobody.page("/tools/wait_payment_password"))
    assert "Gives: payment password needed by checkout_all" in given


def test_it_is_said_which_tools_change_something(nobody: Persona) -> None:
    assert "It changes nothing." in text_of(nobody.page("/tools/check_balance"))
    assert "It changes the state of the world" in text_of(nobody.page("/tools/star_shop"))


def test_a_tool_that_is_not_there_is_not_found(nobody: Persona) -> None:
    assert nobody.get("/tools/no_such_tool").status_code == 404


def test_the_network_ties_each_need_to_what_gives_it(nobody: Persona) -> None:
    page = nobody.page("/tools/network")
    assert faults(page) == []
    drawn, text = drawn_network(), text_of(page)
    assert {spoke.name for spoke in drawn.spokes} == {
        name for tie in dependencies() for name in (*tie.providers, *tie.requirers)
    }
    assert len(drawn.needs) == sum(len(tie.requirers) for tie in dependencies())
    assert len(drawn.gives) == sum(len(tie.providers) for tie in dependencies())
    for tie in dependencies():
        assert f"{tie.name} {', '.join(tie.providers)} {', '.join(tie.requirers)}" in text


def test_nothing_in_the_drawing_hides_anything_else() -> None:
    drawn = drawn_network()
    assert not [(a, b) for a, b in itertools.combinations(drawn.hubs, 2) if a.covers(b)]
    assert all(hub.left > 0 and hub.left + hub.width < SIZE for hub in drawn.hubs)
    places = [(spoke.x, spoke.y) for spoke in drawn.spokes]
    apart = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in itertools.combinations(places, 2)]
    assert min(apart) > 10
