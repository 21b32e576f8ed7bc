"""What the analysis of trajectories has to know of an instance."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from evaluators import Place, Sweep, TaskFacts
from sandboxes._catalogue import catalogue
from sandboxes._declaration import declaration
from sandboxes._dependencies import dependencies
from sandboxes.tasks._instance import Instance
from sandboxes.tasks._reach import PLACES, Listing, sweeping_tools

_EMPTY_WORDS = re.compile(
    "a|all|and|ask|by|check|details|find|for|from|fuzzy|get|in|info|is|k|last|list|my|of|search|"
    "show|the|to|wait"
)
"""Parts of tools' names that don't say what a tool is about."""


def task_facts(instance: Instance) -> TaskFacts:
    """What a trajectory at an instance is held against.

    Args:
        instance: The instance.

    Returns:
        Plain data, which tells about the gold. Flights are not among the records: the state leaves
        out those that are as they were made, and their ids can't be guessed.
    """
    state = instance.world.state()
    return TaskFacts(
        instruction=instance.instruction,
        kind=instance.draft.kind,
        records=_generated_ids(state),
        needed=instance.needed_tools,
        latent=latent_tools(instance.needed_tools, instance.instruction),
        succeeding=frozenset(call.tool for call in instance.gold.trace if call.outcome.ok),
        mutating=frozenset(name for name, tool in catalogue().items() if tool.mutates),
        sweeps=tuple(
            Sweep(
                sweep.tool,
                frozenset(sweep.shown_by),
                frozenset(record[_id_of(sweep.listing)] for record in _of(state, sweep.listing)),
            )
            for sweep in sweeping_tools()
        ),
        places=tuple(
            Place(argument, len(list(_of(state, listing)))) for argument, listing in PLACES.items()
        ),
    )


def latent_tools(needed: frozenset[str], instruction: str) -> frozenset[str]:
    """Needed tools that others need first and that the instruction's words don't suggest.

    Such a tool provides what another needed tool requires, and none of the words in its name that
    say what it is about (if none does: of all its words) stands in the instruction, whatever its
    ending: "booking" is suggested by "book".

    Args:
        needed: Names of the needed tools.
        instruction: What the subject reads.
    """
    first = {
        name
        for kind in dependencies()
        for name in kind.providers
        if name in needed and needed.intersection(kind.requirers) - {name}
    }
    said = _stems(re.findall(r"[a-z]+", instruction.lower()))
    return frozenset(name for name in first if not said & _stems(_content_words(name)))


def _content_words(name: str) -> list[str]:
    """What a tool is about, by its name; the server that may stand before it is left out."""
    tool = catalogue()[name]
    words = name.removeprefix(f"{tool.server}_").lower().split("_")
    return [word for word in words if not _EMPTY_WORDS.fullmatch(word)] or words


def _stems(words: Sequence[str]) -> set[str]:
    return {re.sub(r"(?<=\w{3})(?:ing|ed|s)$", "", re.sub(r"ies$", "y", word)) for word in words}


def _generated_ids(state: dict[str, Any]) -> frozenset[str]:
    """The ids of all records but those that are called by a name.

    Where created records must agree in the very field that identifies them, that field can't be
    generated: it is a name, such as a ticker, which nobody need look up.
    """
    return frozenset(
        record[spec["id"]]
        for path, spec in declaration()["collections"].items()
        if spec["id"] not in spec["keys"]
        for record in _records(state, path)
    )


def _id_of(listing: Listing) -> str:
    identifier: str = declaration()["collections"][listing.collection]["id"]
    return identifier


def _of(state: dict[str, Any], listing: Listing) -> Iterator[dict[str, Any]]:
    for record in _records(state, listing.collection):
        if all(record[name] == value for name, value in listing.where):
            yield record


def _records(state: dict[str, Any], path: str) -> Iterator[dict[str, Any]]:
    """The records of a collection, by its declared path."""
    for found in _reached(state, path.split("/")):
        yield from _inner(found)


def _reached(node: Any, steps: list[str]) -> Iterator[Any]:
    """What stands at a declared path: ``*`` is any one step, ``**`` any number of steps."""
    if not steps:
        yield node
        return
    step, *rest = steps
    if step == "**":
        yield from _reached(node, rest)
    if step in ("*", "**"):
        for inner in _inner(node):
            yield from _reached(inner, rest if step == "*" else steps)
    elif isinstance(node, dict) and step in node:
        yield from _reached(node[step], rest)


def _inner(node: Any) -> Sequence[Any]:
    if isinstance(node, dict):
        return list(node.values())
    return node if isinstance(node, list) else []
