"""Generations: the same seed gives the same instances, and each is remade from its recipe."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sandboxes import canonical_json
from sandboxes.workflows import ErrorType, Recipe, Tally, generate, remake
from sandboxes.workflows.injection import Batch

ROOT_FOLDER = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def batches() -> list[Batch]:
    return list(generate(1, 14, 7))


def recipe_of(data: Mapping[str, Any]) -> Recipe:
    errors = tuple((number, ErrorType(error)) for number, error in data["errors"])
    return Recipe(data["workflow"], data["seed"], errors, data["draw"])


def test_an_instance_is_remade_from_its_recipe(batches: list[Batch]) -> None:
    for batch in batches:
        for made in batch.made:
            recipe = recipe_of(made["recipe"])
            assert recipe.as_json() == made["recipe"]
            again = remake(recipe)
            assert again.id == made["id"]
            assert again.plan.as_json() == made["plan"]
            assert [label.as_json() for label in again.labels] == made["labels"]
            assert [repair.as_json() for repair in again.repairs] == made["repairs"]
            assert (again.observations, again.history) == (made["observations"], made["history"])
            assert list(again.offered) == made["tools"]
            assert again.workflow.query == made["query"]
            assert (again.rounds_before, again.rounds_left, again.best_rounds) == (
                made["rounds_before"],
                made["rounds_left"],
                made["best_rounds"],
            )


def test_another_process_with_another_hash_seed_makes_the_same_bytes(
    batches: list[Batch],
) -> None:
    program = (
        "import sys\n"
        "from sandboxes import canonical_json\n"
        "from sandboxes.workflows import generate\n"
        "if __name__ == '__main__':\n"
        "    for batch in generate(1, 14, 7):\n"
        "        for made in batch.made:\n"
        "            print(canonical_json(made))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT_FOLDER,
        env=os.environ | {"PYTHONHASHSEED": "12345", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    here = [canonical_json(made) for batch in batches for made in batch.made]
    assert done.stdout.splitlines() == here
    assert len(here) == 14


def test_a_generation_has_one_of_each_that_is_wanted(batches: list[Batch]) -> None:
    tally = Tally(1)
    for batch in batches:
        tally.add(batch)
    found = tally.as_json()
    assert set(found) == {"instances", "verified", "by_level", "by_type", "failures"}
    assert (found["instances"], found["verified"], found["failures"]) == (14, 14, [])
    assert found["by_level"] == {"1": 14}
    assert sum(found["by_type"].values()) == 14
    made = [made for batch in batches for made in batch.made]
    assert len({one["id"] for one in made}) == 14
    types = Counter(label["type"] for one in made for label in one["labels"])
    assert found["by_type"] == {error.value: types[error.value] for error in ErrorType}
    assert {one["canary"] for one in made} != {""}
    assert all(json.loads(canonical_json(one)) == one for one in made)


def test_what_found_no_place_is_told_with_what_a_gate_found() -> None:
    tally = Tally(2)
    missing = ((7, (ErrorType.NULL_ERROR, ErrorType.TYPE_ERROR)),)
    label = {"type": "Null_Error"}
    tally.add(Batch(({"labels": [label, {"type": "Type_Error"}, label]},), missing, ("a doubt",)))
    found = tally.as_json()
    assert found["failures"] == ["a doubt", "no place for instance 7: Null_Error, Type_Error"]
    assert (found["by_type"]["Null_Error"], found["by_type"]["Type_Error"]) == (1, 1)
    rounds = [found["by_round"][number]["Null_Error"] for number in ("1", "2", "3")]
    assert rounds == [1, 0, 1], "an instance counts once in each of its types, a label a round"
    assert found["by_level"] == {"2": 1}


def test_a_seed_decides_which_instances_are_made() -> None:
    first, other = (
        [made["id"] for batch in generate(2, 4, seed) for made in batch.made] for seed in (1, 2)
    )
    assert first == [made["id"] for batch in generate(2, 4, 1) for made in batch.made]
    assert len(first) == len(other) == 4
    assert not set(first) & set(other)
