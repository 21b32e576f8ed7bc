"""References to earlier results in the arguments of a plan's nodes.

``{{4}}`` in a text stands for the output of node 4, ``{{4/flights/0/fid}}`` for what a JSON Pointer
(RFC 6901) finds in it; blanks beside the braces do not count. A text that is one reference and
nothing else becomes the value, of whatever type; within a longer text the value is written out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sandboxes._outcome import canonical_json

_REFERENCE = re.compile(r"\{\{\s*([^{}/\s](?:[^{}/]*[^{}/\s])?)\s*((?:/[^{}/]*?)*)\s*\}\}")
_INDEX = re.compile(r"0|[1-9]\d{0,8}")


class Unresolved(Exception):
    """A reference leads nowhere; the text is a sentence for whoever wrote the plan."""


def reference(node: str, *path: str | int) -> str:
    """The text that refers to a node's output, or to what a path of keys and indexes finds in it.

    >>> reference("4", "flights", 0, "fid")
    '{{4/flights/0/fid}}'
    """
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "{{" + "/".join((node, *steps)) + "}}"


def references(arguments: Any) -> Iterator[tuple[str, str]]:
    """The references in arguments: (id of the node, JSON Pointer), in order, repeated ones too.

    Args:
        arguments: JSON, in which every text is looked at but no key.
    """
    for text in _texts(arguments):
        yield from _REFERENCE.findall(text)


def resolve(arguments: Any, results: Mapping[str, Any]) -> Any:
    """Arguments with their references replaced by what they stand for.

    Args:
        arguments: JSON.
        results: Outputs of the nodes that have succeeded, by id.

    Raises:
        Unresolved: a node has no result, or a pointer finds nothing in it.
    """
    if isinstance(arguments, str):
        return _resolved(arguments, results)
    if isinstance(arguments, Mapping):
        return {key: resolve(value, results) for key, value in arguments.items()}
    if isinstance(arguments, (list, tuple)):
        return [resolve(value, results) for value in arguments]
    return arguments


def renamed(arguments: Any, names: Mapping[str, str]) -> Any:
    """Arguments whose references lead to other nodes.

    Args:
        arguments: JSON.
        names: New ids by old ones; those not named stay.
    """
    if isinstance(arguments, str):
        return _REFERENCE.sub(
            lambda found: "{{" + names.get(found[1], found[1]) + found[2] + "}}", arguments
        )
    if isinstance(arguments, Mapping):
        return {key: renamed(value, names) for key, value in arguments.items()}
    if isinstance(arguments, (list, tuple)):
        return [renamed(value, names) for value in arguments]
    return arguments


def _resolved(text: str, results: Mapping[str, Any]) -> Any:
    whole = _REFERENCE.fullmatch(text)
    if whole is not None:
        return _found(whole[1], whole[2], results)
    return _REFERENCE.sub(lambda found: _written(_found(found[1], found[2], results)), text)


def _written(value: Any) -> str:
    return value if isinstance(value, str) else canonical_json(value)


def _found(node: str, pointer: str, results: Mapping[str, Any]) -> Any:
    if node not in results:
        raise Unresolved(f"There is no result of node {node} to refer to.")
    value = results[node]
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, Mapping) and key in value:
            value = value[key]
        elif isinstance(value, (list, tuple)) and _INDEX.fullmatch(key) and int(key) < len(value):
            value = value[int(key)]
        else:
            raise Unresolved(f"The result of node {node} holds nothing at {pointer}.")
    return value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _texts(part)
