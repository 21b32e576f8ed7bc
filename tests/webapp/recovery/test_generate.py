"""manage.py generate_recovery: one JSON document, and the same seed writes the same bytes."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from sandboxes.workflows import ErrorType


def generated(*arguments: str) -> Any:
    printed = StringIO()
    call_command("generate_recovery", "--json", *arguments, stdout=printed)
    return json.loads(printed.getvalue())


def written(path: Path, *arguments: str) -> bytes:
    generated(*arguments, "--out", str(path))
    return path.read_bytes()


def test_one_document_tells_what_was_made(tmp_path: Path) -> None:
    out = tmp_path / "instances.jsonl"
    found = generated("--level", "1", "--count", "14", "--seed", "3", "--out", str(out))
    assert list(found) == ["instances", "verified", "by_level", "by_type", "failures"]
    assert (found["instances"], found["verified"], found["failures"]) == (14, 14, [])
    assert found["by_level"] == {"1": 14}
    assert list(found["by_type"]) == [error.value for error in ErrorType]
    made = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert len({one["id"] for one in made}) == 14
    types = [label["type"] for one in made for label in one["labels"]]
    for name, counts in found["by_type"].items():
        assert counts == types.count(name)
    for one in made:
        assert (one["level"], len(one["labels"])) == (1, 1)
        assert {"query", "tools", "plan", "observations", "history", "repairs", "canary"} <= set(
            one
        )


def test_level_2_is_counted_by_round(tmp_path: Path) -> None:
    out = tmp_path / "instances.jsonl"
    found = generated("--level", "2", "--count", "5", "--out", str(out))
    assert found["by_level"] == {"2": 5}
    rounds = {number: sum(counts.values()) for number, counts in found["by_round"].items()}
    assert rounds == {"1": 5, "2": 5, "3": 2}
    for line in out.read_text("utf-8").splitlines():
        numbers = [label["round"] for label in json.loads(line)["labels"]]
        assert numbers == list(range(1, len(numbers) + 1))


def test_the_same_seed_writes_the_same_bytes_and_another_other_instances(tmp_path: Path) -> None:
    arguments = ("--level", "1", "--count", "4")
    first = written(tmp_path / "1", *arguments, "--seed", "1")
    assert first.endswith(b"}\n")
    assert first.count(b"\n") == 4
    assert written(tmp_path / "1 again", *arguments, "--seed", "1") == first
    assert written(tmp_path / "no seed", *arguments) == first
    other = written(tmp_path / "2", *arguments, "--seed", "2")
    ids = [{json.loads(line)["id"] for line in data.splitlines()} for data in (first, other)]
    assert not ids[0] & ids[1]


def test_people_read_a_table() -> None:
    printed = StringIO()
    call_command("generate_recovery", "--level", "1", "--count", "2", stdout=printed)
    assert printed.getvalue().startswith("2 of 2 instances are proved.\n")
    for error in ErrorType:
        assert error.value in printed.getvalue()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "--level"),
        (("--level", "3"), "invalid choice: 3"),
        (("--level", "1", "--count", "0"), "--count"),
        (("--level", "1", "--seed", "0"), "--seed"),
        (("--level", "1", "--count", "1", "--out", "/nowhere/at/all"), "No such file or directory"),
    ],
)
def test_what_can_not_be_made_is_refused(arguments: tuple[str, ...], sentence: str) -> None:
    printed = StringIO()
    with pytest.raises(CommandError, match=sentence):
        call_command("generate_recovery", *arguments, "--json", stdout=printed)
    assert printed.getvalue() == ""
