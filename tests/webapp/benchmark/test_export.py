"""Tasks leave the site with the canary, and without what gives them away unless asked for."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from sandboxes.tasks import CANARY, find_instance

SUITE = "interdependent"


def exported(*arguments: str) -> list[dict[str, Any]]:
    """The lines that the command prints."""
    printed = StringIO()
    call_command("export_tasks", *arguments, stdout=printed)
    return [json.loads(line) for line in printed.getvalue().splitlines()]


def test_each_instance_is_a_line_with_the_canary_and_without_the_gold() -> None:
    lines = exported("--tasks", "share_contact,buy_sold_out", "--seeds", "1-2")
    assert [(line["task"], line["seed"]) for line in lines] == [
        (task, seed) for task in ("share_contact", "buy_sold_out") for seed in (1, 2)
    ]
    assert {line["canary"] for line in lines} == {CANARY}
    for line in lines:
        made = find_instance(SUITE, line["task"], line["seed"])
        assert line["instruction"] == made.instruction
        assert line["fingerprint"] == made.fingerprint
        assert not {"gold", "traps", "kind", "summary"} & line.keys()


def test_the_gold_comes_when_it_is_asked_for() -> None:
    (line,) = exported("--tasks", "share_contact", "--seeds", "1", "--gold")
    made = find_instance(SUITE, "share_contact", 1)
    assert line["gold"] == [[call.tool, call.arguments] for call in made.ends[0].trace]
    assert line["kind"] == "change"
    (line,) = exported("--tasks", "buy_sold_out", "--seeds", "1", "--gold")
    assert (line["kind"], line["traps"]) == ("impossible", ["impossible"])


def test_an_unknown_task_is_told() -> None:
    with pytest.raises(CommandError, match="no task 'nope'"):
        exported("--tasks", "nope")
