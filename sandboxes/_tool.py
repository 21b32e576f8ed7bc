"""A typed function and its docstring are schema, documentation and check of a tool.

`@tool` declares a tool of an app, `@library_tool` one of a stateless server.
"""

from __future__ import annotations

import copy
import inspect
import typing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import docstring_parser
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from sandboxes._app import AppState
from sandboxes._complaints import complaint
from sandboxes._faults import FaultKind
from sandboxes._schemas import plain_schema
from sandboxes._streams import Stream
from sandboxes._types import PATTERN_RULES

F = TypeVar("F", bound=Callable[..., Any])

_CONFIG = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False, hide_input_in_errors=True)


class ToolDefinitionError(TypeError):
    """A tool of ours lacks a type, a description or a declaration; raised at import."""


class SeedData:
    """What a seed makes and no call changes, for stateless tools to look into.

    Args:
        seed: The world's seed.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed


Given = type[AppState] | type[Stream] | type[SeedData]


class BadArguments(Exception):
    """Arguments that violate a tool's schema; the text tells the subject what to change."""


@dataclass(frozen=True, eq=False)
class Tool:
    """One tool, as subjects see it and as the world runs it.

    Args:
        server: The app or library it belongs to.
        name: What it is called by.
        description: All that its docstring says besides the arguments.
        mutates: Whether a success may change the state.
        requires: What must be there before a call can succeed: kinds of ids, rights, armed things.
        provides: The same words, for what a success makes or tells.
        faults: What can go wrong with it through no doing of the subject's.
        given: The class of its first parameter if the world gives that: the app's state; for a
            stateless tool a stream of random numbers for this call, or data of the seed.
        function: The function itself.
    """

    server: str
    name: str
    description: str
    mutates: bool
    requires: tuple[str, ...]
    provides: tuple[str, ...]
    faults: FaultKind
    given: Given | None
    function: Callable[..., Any]
    _fields: dict[str, Any]

    @cached_property
    def _model(self) -> type[BaseModel]:
        # Made when it is needed: a site that has just started answers its first call before it
        # needs those of three hundred other tools.
        return create_model(self.function.__name__, __config__=_CONFIG, **self._fields)

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        """JSON Schema of its arguments, an object."""
        return _schema(self._model)

    @property
    def state(self) -> type[AppState] | None:
        """The state that it acts on; None for a stateless tool."""
        return self.given if self.given and issubclass(self.given, AppState) else None

    def checked(self, arguments: object) -> dict[str, Any]:
        """The arguments as the function takes them, defaults filled in.

        Raises:
            BadArguments: they violate the schema.
        """
        if not isinstance(arguments, dict):
            raise BadArguments(
                f"{self.name} takes its arguments as one JSON object, such as {{}}; "
                "something else was sent."
            )
        try:
            model = self._model.model_validate(arguments)
        except ValidationError as error:
            raise BadArguments(complaint(self.name, self.input_schema, error)) from None
        return dict(vars(model))

    def documentation(self) -> dict[str, Any]:
        """What catalogues list of a tool."""
        return {
            "server": self.server,
            "name": self.name,
            "description": self.description,
            "input_schema": copy.deepcopy(self.input_schema),
            "mutates": self.mutates,
        }


def tool(
    *,
    mutates: bool,
    requires: Sequence[str],
    provides: Sequence[str],
    faults: FaultKind = FaultKind.NETWORK,
) -> Callable[[F], F]:
    """Declare a function to be a tool.

    Its first parameter is the app's state, the others are the arguments. The docstring has a
    summary, an ``Args:`` line for each argument and a ``Returns:`` section.

    Args:
        mutates: Whether a success may change the state.
        requires: What a call needs to succeed, in words of the catalogue ("contact", "privilege").
        provides: What a success makes or tells, in the same words.
        faults: What can go wrong with it.

    Raises:
        ToolDefinitionError: a type, a description or the Returns section is missing.
    """

    def declare(function: F) -> F:
        given = _given(function)
        if given is None or not issubclass(given, AppState):
            raise ToolDefinitionError(
                f"{function.__name__}: the first parameter must be typed as the app's state"
            )
        vars(function)["tool"] = _defined(
            function,
            given,
            server=given.server,
            mutates=mutates,
            requires=tuple(requires),
            provides=tuple(provides),
            faults=faults,
        )
        return function

    return declare


def library_tool(function: F) -> F:
    """Declare a function to be a tool of a stateless server, the one whose folder it is in.

    All its parameters are arguments, but for a first one typed `Stream` (random numbers that
    depend on the world, the tool and which call of it this is) or as a `SeedData`. It never meets
    a fault.

    Raises:
        ToolDefinitionError: a type, a description or the Returns section is missing; or it takes
            an app's state.
    """
    given = _given(function)
    if given is not None and issubclass(given, AppState):
        raise ToolDefinitionError(f"{function.__name__}: a stateless tool takes no app's state")
    vars(function)["tool"] = _defined(
        function,
        given,
        server="",  # the catalogue knows whose folder it is in
        mutates=False,
        requires=(),
        provides=(),
        faults=FaultKind.NEVER,
    )
    return function


def _given(function: Callable[..., Any]) -> Given | None:
    parameters = list(inspect.signature(function).parameters.values())
    # Named plainly, so that it need not be evaluated, which takes as long as loading the module.
    name = parameters[0].annotation if parameters else None
    hint = function.__globals__.get(name) if isinstance(name, str) else name
    kinds = (AppState, Stream, SeedData)
    return hint if isinstance(hint, type) and issubclass(hint, kinds) else None


def _defined(function: Callable[..., Any], given: Given | None, **declared: Any) -> Tool:
    name = function.__name__
    hints = typing.get_type_hints(function, include_extras=True)
    parameters = list(inspect.signature(function).parameters.values())
    if "return" not in hints:
        raise ToolDefinitionError(f"{name}: the return type is missing")
    description, texts = _documented(function)
    fields = _fields(name, parameters[0 if given is None else 1 :], hints, texts)
    return Tool(
        name=name,
        description=description,
        given=given,
        function=function,
        _fields=fields,
        **declared,
    )


def _documented(function: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    name = function.__name__
    doc = docstring_parser.parse(function.__doc__ or "", docstring_parser.DocstringStyle.GOOGLE)
    if not doc.short_description:
        raise ToolDefinitionError(f"{name}: the docstring has no summary")
    if doc.returns is None or not doc.returns.description:
        raise ToolDefinitionError(f"{name}: the docstring has no Returns section")
    parts = [doc.short_description, doc.long_description, f"Returns: {doc.returns.description}"]
    texts = {p.arg_name: " ".join((p.description or "").split()) for p in doc.params}
    return "\n\n".join(" ".join(part.split()) for part in parts if part), texts


def _fields(
    name: str,
    parameters: list[inspect.Parameter],
    hints: dict[str, Any],
    texts: dict[str, str],
) -> dict[str, Any]:
    """The arguments as fields of a model, by name."""
    fields: dict[str, Any] = {}
    for parameter in parameters:
        if parameter.name not in hints:
            raise ToolDefinitionError(f"{name}: argument {parameter.name} has no type")
        if not texts.get(parameter.name):
            raise ToolDefinitionError(f"{name}: argument {parameter.name} is not described")
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[parameter.name] = (
            hints[parameter.name],
            Field(default, description=texts[parameter.name]),
        )
    surplus = set(texts) - set(fields)
    if surplus:
        raise ToolDefinitionError(f"{name}: no such argument: {', '.join(sorted(surplus))}")
    return fields


def _schema(model: type[BaseModel]) -> dict[str, Any]:
    schema = plain_schema(model.model_json_schema())
    for pattern in _patterns(schema):
        if pattern not in PATTERN_RULES:
            raise ToolDefinitionError(f"{model.__name__}: PATTERN_RULES has no words for {pattern}")
    return schema


def _patterns(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "pattern" and isinstance(value, str):
                yield value
            else:
                yield from _patterns(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _patterns(value)
