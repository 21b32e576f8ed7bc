"""Every retriever finds what fits, in an order that depends on nothing but words and catalogue."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from agents.retrieval import RETRIEVERS, make_retriever
from sandboxes import catalogue
from tests.agents.retrieval.extra import EVERY, MISSING

ROOT = Path(__file__).parents[3]
NAMES = list(catalogue())
KNOWN = {
    "book a flight for a passenger": "add_to_booking",
    "contacts of one gender": "get_contacts_by_gender",
    "write a comment under a moment": "comment_moment",
    "hourly weather forecast": "get_hourly_forecast",
    "shortest path in a weighted graph": "shortest_path_dijkstra",
    "greatest common divisor": "gcd",
    "molar mass of a compound": "molar_mass",
    "put an item into the cart": "add_to_cart",
}


def test_each_is_made_once_and_knows_its_name() -> None:
    assert RETRIEVERS == ("bm25", "minilm")
    assert make_retriever("bm25").name == "bm25"
    assert make_retriever("bm25") is make_retriever("bm25")


def test_an_unknown_retriever_is_refused() -> None:
    with pytest.raises(KeyError, match="retrievers: bm25, minilm"):
        make_retriever("tf-idf")


@pytest.mark.parametrize("retriever", EVERY)
@pytest.mark.parametrize("query", KNOWN)
def test_a_known_query_finds_its_tool(retriever: str, query: str) -> None:
    assert KNOWN[query] in make_retriever(retriever).best(query, 5)


@pytest.mark.parametrize("name", EVERY)
def test_the_best_is_first(name: str) -> None:
    assert make_retriever(name).best("caesar cipher", 1) == ["simple_caesar"]


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("k", [0, -1])
def test_fewer_than_one_tool_can_not_be_asked_for(name: str, k: int) -> None:
    with pytest.raises(ValueError, match=f"k must be at least 1, but is {k}"):
        make_retriever(name).best("a flight", k)


@pytest.mark.parametrize("name", EVERY)
def test_more_than_all_are_all(name: str) -> None:
    found = make_retriever(name).best("a flight", 10_000)
    assert len(found) == len(NAMES) == 314
    assert set(found) == set(NAMES)


@pytest.mark.parametrize("query", ["", "   ", "of the and", "zyzzyva", "\ud800 _ \x00"])
def test_what_fits_nothing_keeps_the_order_of_the_catalogue(query: str) -> None:
    assert make_retriever("bm25").best(query, 7) == NAMES[:7]
    assert make_retriever("bm25").best(query, 314) == NAMES


def test_equally_good_ones_follow_in_catalogue_order() -> None:
    found = make_retriever("bm25").best("caesar", 314)
    assert found[0] == "simple_caesar"
    assert found[1:] == [name for name in NAMES if name != "simple_caesar"]


@pytest.mark.parametrize("name", EVERY)
@given(
    query=some.one_of(some.text(max_size=200), some.sampled_from(sorted(KNOWN))),
    fewer=some.integers(1, 330),
    more=some.integers(1, 330),
)
def test_fewer_are_a_beginning_of_more(name: str, query: str, fewer: int, more: int) -> None:
    retriever = make_retriever(name)
    fewer, more = sorted((fewer, more))
    found = retriever.best(query, more)
    assert retriever.best(query, fewer) == found[:fewer]
    assert len(found) == len(set(found)) == min(more, len(NAMES))
    assert set(found) <= set(NAMES)


FINDINGS = """
import sys
from agents.retrieval import make_retriever
for name in sys.argv[1].split():
    found = make_retriever(name)
    print(found.version)
    for query in sys.argv[2:]:
        print(found.best(query, 314))
"""
AVAILABLE = RETRIEVERS[:1] if MISSING else RETRIEVERS


def findings(hash_seed: int) -> list[str]:
    """Versions and findings of a process of its own."""
    queries = [*KNOWN, "the the of", "Ünïcödé 東京"]
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", FINDINGS, " ".join(AVAILABLE), *queries],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": str(hash_seed)},
        check=True,
        capture_output=True,
        encoding="utf-8",
    ).stdout.splitlines()


def test_every_process_finds_the_same() -> None:
    first = findings(0)
    assert first == findings(7)
    versions = [make_retriever(name).version for name in AVAILABLE]
    assert first[:: len(KNOWN) + 3] == versions
    assert all(len(bytes.fromhex(version)) == 8 for version in versions)


LOADED = """
import sys
import agents.retrieval
some = ("numpy", "bm25s", "Stemmer", "onnxruntime", "tokenizers")
print([name for name in some if name in sys.modules])
agents.retrieval.make_retriever("bm25")
print([name for name in some if name in sys.modules])
"""


def test_libraries_are_loaded_when_a_retriever_is_made_and_no_others() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", LOADED], cwd=ROOT, check=True, capture_output=True
    )
    assert done.stdout.decode().splitlines() == ["[]", "['numpy', 'bm25s', 'Stemmer']"]
    assert done.stderr == b""
