"""References to earlier results become values, or a sentence says where they lead nowhere."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes.workflows import Unresolved, reference, references, renamed, resolve

RESULTS = {"4": {"flights": [{"fid": "F-1", "price": 120.5}], "a/b": {"~": True}}, "2.1": "Oslo"}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("{{4/flights/0/price}}", 120.5),
        ("{{ 4/flights/0/fid }}", "F-1"),
        ("{{2.1}}", "Oslo"),
        ("To {{2.1}} for {{4/flights/0/price}} pounds", "To Oslo for 120.5 pounds"),
        ("All: {{4/flights}}", 'All: [{"fid":"F-1","price":120.5}]'),
        ("{{4/a~1b/~0}}", True),
        ({"x": ["{{2.1}}", 5, None]}, {"x": ["Oslo", 5, None]}),
        ("{no} {{}} {{ }} {{", "{no} {{}} {{ }} {{"),
    ],
)
def test_references_become_what_they_stand_for(written: Any, value: Any) -> None:
    assert resolve(written, RESULTS) == value


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("{{5}}", "There is no result of node 5 to refer to."),
        ("{{4/trains}}", "The result of node 4 holds nothing at /trains."),
        ("{{4/flights/1/fid}}", "The result of node 4 holds nothing at /flights/1/fid."),
        ("{{4/flights/-1}}", "The result of node 4 holds nothing at /flights/-1."),
        ("{{2.1/0}}", "The result of node 2.1 holds nothing at /0."),
        (
            "{{4/flights}} " * 5_000,
            "A text is longer than 100,000 characters when filled in.",
        ),
    ],
)
def test_what_leads_nowhere_is_told(written: str, sentence: str) -> None:
    with pytest.raises(Unresolved) as caught:
        resolve({"x": written}, RESULTS)
    assert str(caught.value) == sentence


KEYS = st.text(max_size=6).filter(lambda key: not set("{}") & set(key) and key == key.strip())


@given(st.lists(KEYS, min_size=1))
def test_any_path_is_found_by_the_reference_that_is_written_for_it(path: list[str]) -> None:
    result: Any = "found"
    for key in reversed(path):
        result = {key: result}
    written = reference("n", *path)
    assert resolve(written, {"n": result}) == "found"
    assert [source for source, _ in references([written])] == ["n"]


def test_references_follow_nodes_to_their_new_names() -> None:
    written = {"a": "{{1/x}} and {{2}}", "b": ["{{1}}"]}
    assert renamed(written, {"1": "1_retry"}) == {
        "a": "{{1_retry/x}} and {{2}}",
        "b": ["{{1_retry}}"],
    }
    assert list(references(written)) == [("1", "/x"), ("2", ""), ("1", "")]


def test_a_text_of_blanks_is_read_in_no_time() -> None:
    started = time.process_time()
    assert list(references("{{a" + " " * 900_000 + "!" + "{{" * 50_000)) == []
    assert time.process_time() - started < 1
