"""What a model is told, and what a contestant is known by."""

from __future__ import annotations

import hashlib
import json
import re
from importlib.resources import files

import pytest

from agents.react import DIALECTS, STRATEGIES, Dialect, prompt_hashes
from tests.agents.react.scripted import SearchingSession, listed

FOLDER = files("agents.react") / "prompts"
FILES = sorted(file.name for file in FOLDER.iterdir() if file.name.endswith(".txt"))


@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.parametrize("retrieves", [False, True])
def test_hashes_are_those_of_the_files(name: str, retrieves: bool) -> None:
    found = prompt_hashes(DIALECTS[name], retrieves=retrieves)
    assert found == {
        file: hashlib.sha256((FOLDER / file).read_bytes()).hexdigest()[:16] for file in found
    }
    assert list(found) == sorted(found)
    assert ("retrieve_tools.txt" in found) is (retrieves and DIALECTS[name].lists_tools)


def test_every_prompt_belongs_to_somebody() -> None:
    hashed = [
        prompt_hashes(dialect, retrieves=retrieves)
        for dialect in DIALECTS.values()
        for retrieves in (False, True)
    ]
    assert sorted(set().union(*hashed)) == FILES


def test_contestants_in_different_dialects_are_told_apart() -> None:
    native, text, plan, shown = (set(prompt_hashes(d).items()) for d in DIALECTS.values())
    assert {name for name, _ in native - text} == {"native_system.txt", "native_reminder.txt"}
    assert {name for name, _ in text - native} == {"text_system.txt", "told_unreadable.txt"}
    assert {name for name, _ in plan} == {"plan_system.txt", "task.txt", "told_ended.txt"}
    assert {name for name, _ in shown - plan} == {"plan_demonstrations.txt"}
    assert plan < shown


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=list(DIALECTS))
def test_no_placeholder_is_left(dialect: Dialect) -> None:
    opening = dialect.opening("Do it for $5.", [listed("buy"), *SearchingSession().tools()])
    texts = [str(message["content"]) for message in opening]
    assert texts[1] == "Do it for $5."
    assert not re.search(r"\$[a-z]", texts[0])


def test_the_text_dialect_lists_tools_in_one_line_each() -> None:
    system = DIALECTS["text"].opening("", [listed("buy"), listed("look")])[0]["content"]
    assert [json.loads(line) for line in system.splitlines()[-2:]] == [
        {"name": name, "description": f"To {name}.\n", "parameters": {"type": "object"}}
        for name in ("buy", "look")
    ]


def test_strategies_say_what_is_listed() -> None:
    assert {name: s.conditions() for name, s in STRATEGIES.items()} == {
        "full_context": {"access": "all"},
        "rag": {"access": "retrieval", "top_k": 30},
        "iterative_rag": {"access": "retrieval", "top_k": 0},
        "distractors": {"access": "needed", "distractors": 0},
        "replan": {"access": "all"},
        "replan_few_shot": {"access": "all"},
    }
    assert STRATEGIES["rag"].conditions(top_k=60) == {"access": "retrieval", "top_k": 60}
    assert all(set(s.dialects) <= set(DIALECTS) for s in STRATEGIES.values())
    assert all(s.name == name and s.description.endswith(".") for name, s in STRATEGIES.items())


@pytest.mark.parametrize(
    ("name", "chosen", "text"),
    [
        ("full_context", {"top_k": 3}, "full_context takes no options, not top_k"),
        ("iterative_rag", {"top_k": 3}, "iterative_rag takes retriever, not top_k"),
        ("distractors", {"top_k": 3}, "distractors takes distractors, not top_k"),
        ("rag", {"top_k": -1}, "top_k: not below zero, got -1"),
    ],
)
def test_a_strategy_takes_its_own_options_only(
    name: str, chosen: dict[str, int], text: str
) -> None:
    with pytest.raises(ValueError, match=text):
        STRATEGIES[name].conditions(**chosen)
