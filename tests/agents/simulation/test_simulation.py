"""A model stands in for tools: what a schema decides is never asked, what it says is recorded."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agents.model import ModelUnreachable
from agents.simulation import ModelSimulation, SimulationFailed
from sandboxes import Outcome
from sandboxes.workflows import (
    Executor,
    PlannedCall,
    RecordedBackend,
    SimulatedBackend,
    parse_plan,
)
from tests.agents.fake_openai import Step, says, status
from tests.agents.model.asking import asked

TOOLS: list[dict[str, Any]] = [
    {
        "name": "find_train",
        "description": "Find trains.",
        "parameters": {"origin": {"type": "string"}, "seats": {"type": "integer"}},
        "required": ["origin"],
    },
    {"name": "book_seat", "description": "Book.", "parameters": {"train": {"type": "id"}}},
]
PLAN = parse_plan(
    {
        "nodes": [
            {"id": "root", "status": True},
            {
                "id": "1",
                "tool": "find_train",
                "arguments": {"origin": "Ghent"},
                "dependencies": ["root"],
            },
            {
                "id": "2",
                "tool": "book_seat",
                "arguments": {"train": "{{1/train}}"},
                "dependencies": ["1"],
            },
            {"id": "response", "dependencies": ["2"]},
        ]
    }
)


def told(output: Any, status: str = "ok") -> Step:
    return says(json.dumps({"status": status, "output": output}))


def answered(call: PlannedCall, *script: Step) -> tuple[list[Outcome], list[Any]]:
    """What comes of a call, and what the model was asked."""
    with asked(script) as found:
        outcomes = ModelSimulation(found.model, TOOLS, "Go to Bruges.")([call])
        return outcomes, [request["messages"] for request in bodies(found.fake.requests)]


def bodies(requests: list[Any]) -> list[dict[str, Any]]:
    return [getattr(request, "body", request) for request in requests]


def test_a_plan_runs_on_and_the_record_of_it_runs_again_without_a_model() -> None:
    with asked([told({"train": "T7"}), told("Booked.")]) as found:
        backend = SimulatedBackend(ModelSimulation(found.model, TOOLS, "Go to Bruges."))
        executor = Executor(backend)
        executor.run_on(PLAN)
        last = bodies(found.fake.requests)[-1]["messages"]

    assert executor.completed
    assert executor.results == {"1": {"train": "T7"}, "2": "Booked."}
    assert [message["role"] for message in last] == ["system", "user", "assistant", "user"]
    assert json.loads(last[-1]["content"]) == {"tool": "book_seat", "arguments": {"train": "T7"}}
    again = Executor(RecordedBackend(backend.recorded))
    again.run_on(PLAN)
    assert (again.completed, again.results) == (True, executor.results)


@pytest.mark.parametrize(
    ("tool", "arguments", "text"),
    [
        ("fly", {}, "There is no tool 'fly'."),
        ("find_train", {}, 'find_train: Argument "origin" is missing.'),
        (
            "find_train",
            {"origin": "Ghent", "from": "Ghent"},
            'find_train: There is no argument "from". It takes: origin, seats.',
        ),
        (
            "find_train",
            {"origin": "Ghent", "seats": "2"},
            'find_train: Argument "seats" must be of type integer.',
        ),
        (
            "find_train",
            {"origin": "Ghent", "seats": True},
            'find_train: Argument "seats" must be of type integer.',
        ),
    ],
)
def test_what_a_schema_decides_is_refused_without_asking(
    tool: str, arguments: dict[str, Any], text: str
) -> None:
    outcomes, requests = answered(PlannedCall("1", tool, arguments))
    assert (outcomes, requests) == ([Outcome("error", text)], [])


def test_a_type_that_means_nothing_here_decides_nothing() -> None:
    outcomes, _ = answered(
        PlannedCall("2", "book_seat", {"train": 7}), told("No such train.", "failed")
    )
    assert outcomes == [Outcome("failed", "No such train.")]


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        ("It is booked.", "it is no JSON"),
        ('{"status": "ok"}', 'it is no object of "status" and "output"'),
        ('{"status": "fine", "output": 1}', "the status is one of ok, failed"),
    ],
)
def test_an_answer_that_can_not_be_used_is_asked_for_once_more_and_never_made_up(
    bad: str, problem: str
) -> None:
    call = PlannedCall("2", "book_seat", {"train": "T7"})
    outcomes, requests = answered(call, says(bad), told("Booked."))
    assert outcomes == [Outcome("ok", "Booked.")]
    assert problem in requests[1][-1]["content"]
    with pytest.raises(SimulationFailed, match=f"book_seat, called by node 2: {problem[:10]}"):
        answered(call, says(bad), says(bad))


def test_a_model_that_is_away_is_ours_and_no_outcome() -> None:
    with pytest.raises(ModelUnreachable):
        answered(PlannedCall("2", "book_seat", {}), *[status(401)] * 9)
