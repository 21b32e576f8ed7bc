"""A result as it is read holds all that came back, in its order."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.console.markup import html_of
from webapp.console.readable import Node, readable

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(), inner, max_size=4)
        | st.lists(st.fixed_dictionaries({"id": st.text(), "n": st.integers()}), max_size=4)
    ),
    max_leaves=12,
)
LITERALS: dict[str, Any] = {"[ ]": [], "{ }": {}}


def value_of(node: Node) -> Any:
    """The value that a reader can tell from what is shown."""
    if node.kind == "text":
        quoted = node.text.startswith('"') and node.text != node.value
        return json.loads(node.text) if quoted else node.text
    if node.kind == "literal":
        return LITERALS[node.text] if node.text in LITERALS else json.loads(node.text)
    if node.kind == "object":
        return {name: value_of(value) for name, value in node.pairs}
    if node.kind == "list":
        return [value_of(item) for item in node.items]
    return [dict(zip(node.names, map(value_of, row), strict=True)) for row in node.rows]


@given(JSON)
def test_nothing_is_lost(value: Any) -> None:
    assert json.dumps(value_of(readable(value))) == json.dumps(value)


@given(JSON)
def test_a_value_that_is_used_is_the_value_that_came_back(value: Any) -> None:
    def check(node: Node, given_: Any) -> None:
        if node.kind == "text":
            assert node.value == given_
        elif node.kind == "literal" and node.value is not None:
            assert json.loads(node.value) == given_

    check(readable(value), value)


@pytest.mark.parametrize("text", ["16", "1e3", "true", "null", "", " a", "a\n", "[ ]", "nan"])
def test_what_could_be_taken_for_something_else_stands_in_quotation_marks(text: str) -> None:
    assert readable(text).text == json.dumps(text)
    assert readable(text).value == text


def test_rows_of_the_same_kind_make_a_table_and_others_do_not() -> None:
    table = readable([{"name": "a", "price": 1.5}, {"name": "b", "price": 2}])
    assert (table.kind, table.names, table.numeric) == ("table", ("name", "price"), (False, True))
    assert readable([{"a": 1}, {"b": 1}]).kind == "list"
    assert readable([{"a": 1, "b": 1}, {"b": 1, "a": 1}]).kind == "list"
    assert readable([{}, {}]).kind == "list"


def test_a_table_that_would_not_fit_is_a_list_so_that_nothing_is_out_of_sight() -> None:
    assert readable([{"id": "x" * 28, "name": "y" * 28}]).kind == "table"
    assert readable([{"id": "x" * 28, "name": "y" * 28, "shop": "z" * 28}]).kind == "list"
    assert readable([{"id": "x", "lines": [1, 2]}]).kind == "list"


@given(JSON)
def test_it_can_be_sent_and_holds_no_markup_of_the_subject(value: Any) -> None:
    html = html_of(readable(value))
    html.encode()
    tags = set(re.findall(r"<(/?[a-z]+)", html))
    ours = "dl div dt dd ul li span table thead tbody tr th td"
    assert {tag.removeprefix("/") for tag in tags} <= set(ours.split())


def test_markup_is_shown_and_not_taken() -> None:
    html = html_of(readable({"<script>": "<img src=x onerror='y'>&amp;"}))
    assert "<script" not in html
    assert "<img" not in html
    assert "<img src=x onerror='y'>&amp;" in unescape(html)


def test_what_cannot_be_shown_is_written_out_and_still_used_as_it_is() -> None:
    html = html_of(readable("a\u202eb"))
    assert "a\\u202eb</span>" in html
    assert 'data-value="a\u202eb"' in html
    assert "\\ud800" in html_of(readable("\ud800"))
