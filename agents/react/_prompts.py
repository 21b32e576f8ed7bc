"""The words that a model is given: files, by whose hashes contestants are told apart."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from agents._session import with_observation
from agents.model import Function
from evaluators import CANNOT_BE_DONE, DONE
from sandboxes import Brief

FINISH_TASK, RETRIEVE_TOOLS, GET_TASK = "finish_task", "retrieve_tools", "get_task"
USUAL_K = 30
"""How many tools are found where the subject does not say."""

FOLDER = "prompts"
_HASH_LENGTH = 16


@cache
def prompt(name: str) -> str:
    """The text of a prompt, without the line break at its end.

    Args:
        name: Its file's name, without the ending.
    """
    return _content(name).decode().removesuffix("\n")


def prompt_hash(name: str) -> str:
    """By which a version of a prompt is known: the first 16 digits of its content's SHA-256."""
    return hashlib.sha256(_content(name)).hexdigest()[:_HASH_LENGTH]


def file_name(name: str) -> str:
    """The name of a prompt's file."""
    return f"{name}.txt"


def task_text(brief: Brief, observation: Any = None) -> str:
    """The task as people and other agents read it: instruction, how to finish, and the budget.

    Args:
        brief: The task.
        observation: What there is before the first call, JSON; None where there is nothing.
    """
    told = Template(prompt("task")).substitute(
        instruction=brief.instruction, finishing=brief.finishing, call_budget=brief.call_budget
    )
    return with_observation(told, observation)


def control_tools(*, retrieves: bool) -> list[dict[str, Any]]:
    """The tools that are no calls, as a session lists tools.

    Args:
        retrieves: Whether tools can be looked for.
    """
    return [finish_task(), retrieve_tools()] if retrieves else [finish_task()]


def finish_task() -> dict[str, Any]:
    """By which an attempt is ended."""
    return _control(
        FINISH_TASK,
        {
            "outcome": {"type": "string", "enum": [DONE, CANNOT_BE_DONE]},
            "answer": {"type": "string", "default": ""},
        },
        "outcome",
    )


def retrieve_tools() -> dict[str, Any]:
    """By which tools are looked for."""
    return _control(
        RETRIEVE_TOOLS,
        {"query": {"type": "string"}, "k": {"type": "integer", "minimum": 1, "default": USUAL_K}},
        "query",
    )


def function_of(tool: dict[str, Any]) -> Function:
    """A tool that a session lists, in the terms of the models' protocol."""
    return {
        "type": "function",
        "function": {
            "name": tool["name"],
            "description": tool["description"],
            "parameters": tool["input_schema"],
        },
    }


def _control(name: str, properties: dict[str, dict[str, Any]], required: str) -> dict[str, Any]:
    """A control tool; its prompt describes it in a paragraph, then each argument in a line."""
    description, _, lines = prompt(name).partition("\n\n")
    said = dict(line.split(": ", 1) for line in lines.splitlines())
    described = {key: {**schema, "description": said[key]} for key, schema in properties.items()}
    return {
        "name": name,
        "description": description,
        "input_schema": {
            "type": "object",
            "properties": described,
            "required": [required],
            "additionalProperties": False,
        },
    }


@cache
def _content(name: str) -> bytes:
    return (files("agents.react") / FOLDER / file_name(name)).read_bytes()
