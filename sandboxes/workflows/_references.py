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

_BRACES = re.compile(r"\{\{([^{}]*)\}\}")
_LONGEST_TEXT = 100_000
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
        for inner in _BRACES.findall(text):
            found = _read(inner)
            if found is not None:
                yield found


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
        return _BRACES.sub(lambda found: _renamed(found, names), arguments)
    if isinstance(arguments, Mapping):
        return {key: renamed(value, names) for key, value in arguments.items()}
    if isinstance(arguments, (list, tuple)):
        return [renamed(value, names) for value in arguments]
    return arguments


def _read(inner: str) -> tuple[str, str] | None:
    """What stands between braces as (id of the node, JSON Pointer); None if it is no reference."""
    node, slash, pointer = inner.strip().partition("/")
    return (node.rstrip(), slash + pointer) if node.rstrip() else None


def _renamed(found: re.Match[str], names: Mapping[str, str]) -> str:
    read = _read(found[1])
    if read is None:
        return found[0]
    return "{{" + names.get(read[0], read[0]) + read[1] + "}}"


def _resolved(text: str, results: Mapping[str, Any]) -> Any:
    whole = _BRACES.fullmatch(text)
    read = None if whole is None else _read(whole[1])
    if read is not None:
        return _found(*read, results)

    def written(found: re.Match[str]) -> str:
        read = _read(found[1])
        return found[0] if read is None else _written(_found(*read, results))

    parts, size, end = [], 0, 0
    for found in _BRACES.finditer(text):
        parts += [text[end : found.start()], written(found)]
        size, end = size + len(parts[-1]), found.end()
        if size > _LONGEST_TEXT:
            raise Unresolved(f"A text is longer than {_LONGEST_TEXT:,} characters when filled in.")
    return "".join((*parts, text[end:]))


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
