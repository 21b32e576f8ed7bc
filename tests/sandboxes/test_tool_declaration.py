"""A tool that lacks a type, a description or a declaration can't be defined."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from pydantic import Field

from sandboxes._tool import BadArguments, Tool, ToolDefinitionError, tool
from sandboxes.apps.light_os.data_model import LightOS


def define(function: Any) -> Tool:
    """The tool that a function declares."""
    found: Tool = tool(mutates=False, requires=(), provides=())(function).tool
    return found


def greet(device: LightOS, name: str, times: Annotated[int, Field(ge=1)] = 1) -> str:
    """Greet somebody.

    Refused in the evening.

    Args:
        name: Who is greeted.
        times: How often.

    Returns:
        The greeting.
    """
    return f"Hello {name}! " * times


def test_signature_and_docstring_are_the_schema() -> None:
    assert define(greet).documentation() == {
        "server": "LightOS",
        "name": "greet",
        "description": "Greet somebody.\n\nRefused in the evening.\n\nReturns: The greeting.",
        "input_schema": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "name": {"type": "string", "description": "Who is greeted."},
                "times": {
                    "type": "integer",
                    "minimum": 1,
                    "default": 1,
                    "description": "How often.",
                },
            },
            "required": ["name"],
        },
        "mutates": False,
    }


def test_defaults_are_filled_in_and_types_are_strict() -> None:
    found = define(greet)
    assert found.checked({"name": "Ada"}) == {"name": "Ada", "times": 1}
    with pytest.raises(BadArguments, match='greet: Argument "times" must be a whole number'):
        found.checked({"name": "Ada", "times": "2"})


def test_every_wrong_argument_is_named() -> None:
    with pytest.raises(BadArguments) as caught:
        define(greet).checked({"times": 0, "loud": True})
    assert str(caught.value) == (
        'greet: Argument "name" is missing. '
        'Argument "times" must be at least 1. '
        'There is no argument "loud"; leave it out. '
        "It takes: name, times (optional)."
    )


def no_state(name: str) -> str:
    """Greet.

    Args:
        name: Who.

    Returns:
        It.
    """
    return name


def no_docstring(device: LightOS) -> str:
    return ""


def no_returns(device: LightOS) -> str:
    """Greet."""
    return ""


def no_return_type(device: LightOS):  # type: ignore[no-untyped-def]  # the point of the test
    """Greet.

    Returns:
        It.
    """
    return ""


def undescribed(device: LightOS, name: str) -> str:
    """Greet.

    Returns:
        It.
    """
    return name


def untyped(device: LightOS, name) -> str:  # type: ignore[no-untyped-def]  # the point of the test
    """Greet.

    Args:
        name: Who.

    Returns:
        It.
    """
    return str(name)


def surplus(device: LightOS) -> str:
    """Greet.

    Args:
        name: Who.

    Returns:
        It.
    """
    return ""


@pytest.mark.parametrize(
    ("function", "complaint"),
    [
        (no_state, "no_state: the first parameter must be typed as the app's state"),
        (no_docstring, "no_docstring: the docstring has no summary"),
        (no_returns, "no_returns: the docstring has no Returns section"),
        (no_return_type, "no_return_type: the return type is missing"),
        (undescribed, "undescribed: argument name is not described"),
        (untyped, "untyped: argument name has no type"),
        (surplus, "surplus: no such argument: name"),
    ],
)
def test_an_omission_fails_at_import(function: Any, complaint: str) -> None:
    with pytest.raises(ToolDefinitionError) as caught:
        define(function)
    assert str(caught.value) == complaint


@pytest.mark.parametrize("left_out", ["mutates", "requires", "provides"])
def test_what_a_tool_does_to_the_state_must_be_declared(left_out: str) -> None:
    declared: dict[str, Any] = {"mutates": False, "requires": (), "provides": ()}
    del declared[left_out]
    with pytest.raises(TypeError, match=left_out):
        tool(**declared)
