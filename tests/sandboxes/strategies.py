"""Calls that hypothesis draws: any tool, with values that fit, that nearly fit, or that don't."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from hypothesis import strategies as st

from sandboxes import World, catalogue, servers, tools
from tests.sandboxes.walking import modules_of_tests

Call = tuple[str, dict[str, Any]]
_WORDS = ("Sam", "a", "banana", "family", "friends", "fruit", "see you at eight", "x" * 300)
_NUMBERS = (0, 1, 2, 3.5, 40)
_JUNK: tuple[Any, ...] = (None, True, -1, 1.5, "", "\x00", [], {}, [["deep"]], float("nan"))


def calls(world: World) -> st.SearchStrategy[Call]:
    """Mostly calls that make sense in the world, now and then nonsense."""
    return st.sampled_from(servers()).flatmap(
        lambda server: st.sampled_from([tool.name for tool in tools(server.name)]).flatmap(
            lambda name: _with_arguments(name, known_values(world, server.name))
        )
    )


def known_values(world: World, server: str) -> dict[str, list[Any]]:
    """By name of the argument, what means something to this server's tools now."""
    known = _modules().get(server)
    values: dict[str, list[Any]] = known.known_values(world) if known else {}
    return values


def _modules() -> dict[str, ModuleType]:
    """The modules that know values, by server; a folder is named as the server, in lower case."""
    named = {m.__name__.split(".")[-2].replace("_", ""): m for m in modules_of_tests("known")}
    return {s.name: named[s.name.lower()] for s in servers() if s.name.lower() in named}


def _with_arguments(name: str, known: dict[str, list[Any]]) -> st.SearchStrategy[Call]:
    properties = catalogue()[name].input_schema["properties"]
    fields = {argument: _value(known.get(argument), s) for argument, s in properties.items()}
    return st.tuples(st.just(name), st.fixed_dictionaries(fields))


def _value(known: list[Any] | None, schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    usual = _NUMBERS if schema.get("type") in ("number", "integer") else _WORDS
    sensible = st.sampled_from(known or schema.get("enum") or usual)
    return st.integers(0, 19).flatmap(lambda n: st.sampled_from(_JUNK) if n == 0 else sensible)
