"""Calls of imported plans, answered by a model; what a schema can decide, no model is asked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from string import Template
from typing import Any

from agents.model import Message, Model
from sandboxes import Outcome
from sandboxes.workflows import PlannedCall

_MOST_ASKED = 2
_STATUSES = ("ok", "failed")
_PROMPT = files(__package__) / "prompts" / "system.txt"
_AGAIN = (
    'That can\'t be used: {problem}. Answer again with one JSON object of "status" and "output", '
    "and nothing around it."
)
_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}


class SimulationFailed(Exception):
    """The model that stands in for the tools gave nothing that can be used: ours, not scored."""


class ModelSimulation:
    """Makes up what calls return, for `sandboxes.workflows.SimulatedBackend`, which records it.

    Args:
        model: The model; what it raises when it can't be reached goes on to whoever runs the plan.
        tools: The tools as the record has them: name, description, parameters, required.
        query: What was wanted.
    """

    def __init__(self, model: Model, tools: Sequence[Mapping[str, Any]], query: str) -> None:
        self._model = model
        self._tools = {str(tool["name"]): tool for tool in tools}
        listed = "\n".join(json.dumps(tool, ensure_ascii=False) for tool in tools)
        system = Template(_PROMPT.read_text(encoding="utf-8")).substitute(tools=listed, query=query)
        self._said: list[Message] = [{"role": "system", "content": system}]

    def __call__(self, calls: Sequence[PlannedCall]) -> list[Outcome]:
        """Answer the calls of a wave, in their order.

        Raises:
            SimulationFailed: an answer can't be used, also when it was asked for again.
            ModelUnreachable: there is no answer to be had.
        """
        return [self._answered(call) for call in calls]

    def _answered(self, call: PlannedCall) -> Outcome:
        refusal = self._refusal(call)
        if refusal:
            return Outcome("error", refusal)
        told = json.dumps(
            {"tool": call.tool, "arguments": dict(call.arguments)}, ensure_ascii=False
        )
        messages: list[Message] = [*self._said, {"role": "user", "content": told}]
        problem = ""
        for _ in range(_MOST_ASKED):
            text = self._model.reply(messages, ()).text
            found = _read(text)
            if isinstance(found, Outcome):
                self._said = [*messages, {"role": "assistant", "content": text}]
                return found
            problem = found
            messages = [
                *messages,
                {"role": "assistant", "content": text},
                {"role": "user", "content": _AGAIN.format(problem=problem)},
            ]
        raise SimulationFailed(f"{call.tool}, called by node {call.node}: {problem}")

    def _refusal(self, call: PlannedCall) -> str:
        """Why the tool would refuse the call, as far as its schema tells; empty if it would not."""
        tool = self._tools.get(call.tool)
        if tool is None:
            return f"There is no tool {call.tool!r}."
        parameters = tool.get("parameters") or {}
        for name in call.arguments:
            if name not in parameters:
                takes = ", ".join(parameters) or "nothing"
                return f'{call.tool}: There is no argument "{name}". It takes: {takes}.'
        for name in tool.get("required") or ():
            if name not in call.arguments:
                return f'{call.tool}: Argument "{name}" is missing.'
        for name, value in call.arguments.items():
            wanted = parameters[name].get("type") if isinstance(parameters[name], Mapping) else None
            if not _is_of(value, wanted):
                return f'{call.tool}: Argument "{name}" must be of type {wanted}.'
        return ""


def _is_of(value: Any, wanted: object) -> bool:
    """Whether a value is of a type; what records call otherwise decides nothing."""
    types = _TYPES.get(wanted) if isinstance(wanted, str) else None
    if types is None:
        return True
    return isinstance(value, types) and (bool in types or not isinstance(value, bool))


def _read(text: str) -> Outcome | str:
    """The outcome that was answered, or what is wrong with the answer."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return "it is no JSON"
    if not isinstance(found, dict) or set(found) != {"status", "output"}:
        return 'it is no object of "status" and "output"'
    if found["status"] not in _STATUSES:
        return f"the status is one of {', '.join(_STATUSES)}"
    return Outcome(found["status"], found["output"])
