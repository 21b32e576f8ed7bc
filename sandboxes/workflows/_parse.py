"""Reading a submitted plan: strictly, with a sentence for whatever can't be read.

Fields are called as in ``Plan.as_json``, or as in the published benchmark: ``tasks`` for nodes, and
``name``, ``para``, ``desc``, ``dep`` for tool, arguments, description and dependencies.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from sandboxes.workflows._graph import Problem, problems
from sandboxes.workflows._plan import ENDS, Node, Plan
from sandboxes.workflows._shape import too_large

MOST_NODES = 2_000
MOST_EDGES = 20_000
MOST_CHARACTERS = 1_000_000
MOST_TOLD = 8
"""Problems that are told at once."""

_OTHER_NAMES = {
    "name": "tool",
    "para": "arguments",
    "desc": "description",
    "dep": "dependencies",
}
"""What the published benchmark calls a node's fields."""
_FIELDS = ("id", "tool", "arguments", "description", "dependencies", "status")
_LONGEST_ID = 100
_NOT_IN_IDS = set("/{}")
_SHOWN = 60


class PlanError(Exception):
    """A plan can't be read or run. Its text is for whoever wrote it.

    Args:
        problems: What is wrong, in order; the text names the first of them.
    """

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(problems)
        told = " ".join(problem.text for problem in problems[:MOST_TOLD])
        more = len(problems) - MOST_TOLD
        super().__init__(f"{told} There are {more} more such problems." if more > 0 else told)


def sound_plan(value: object) -> Plan:
    """A plan that can be run: read, with unique ids, known dependencies, two ends and no circle.

    Args:
        value: The plan as JSON, or as a text that holds it.

    Raises:
        PlanError: it is none.
    """
    plan = parse_plan(value)
    found = problems(plan)
    if found:
        raise PlanError(found)
    return plan


def parse_plan(value: object) -> Plan:
    """A plan as far as its form goes; whether it can be run is not looked at.

    Args:
        value: The plan as JSON, or as a text that holds it.

    Raises:
        PlanError: it can't be read, or is too large.
    """
    if isinstance(value, str):
        value = _json(value)
    nodes = _nodes(value)
    reader = _Reader()
    read = [reader.node(place, node) for place, node in enumerate(nodes, start=1)]
    edges = sum(len(node.dependencies) for node in read)
    if edges > MOST_EDGES:
        reader.found.append(
            Problem(f"The plan has {edges:,} dependencies; at most {MOST_EDGES:,} can be followed.")
        )
    if reader.found:
        raise PlanError(reader.found)
    return Plan(tuple(read))


def _refused(text: str) -> PlanError:
    return PlanError([Problem(text)])


def _json(text: str) -> object:
    if len(text) > MOST_CHARACTERS:
        raise _refused(
            f"The plan is a text of {len(text):,} characters; at most {MOST_CHARACTERS:,} are read."
        )
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise _refused(
            f"The plan is no JSON: {error.msg} in line {error.lineno}, column {error.colno}."
        ) from None
    except RecursionError:
        raise _refused("The plan is nested too deeply to be read.") from None
    except ValueError:
        raise _refused("The plan holds a number with too many digits.") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise _refused(f"The plan is no clear JSON: {_shown(twice)} stands twice in one object.")
    return found


def _no_constant(name: str) -> float:
    raise _refused(f"The plan is no JSON: {name} is no number there.")


def _nodes(value: object) -> list[object]:
    if not isinstance(value, Mapping):
        raise _refused(f'A plan is an object with a list of "nodes"; this is {_kind(value)}.')
    given = [name for name in ("nodes", "tasks") if name in value]
    if len(given) != 1:
        what = "neither" if not given else "both"
        raise _refused(f'A plan is an object with a list of "nodes" (or "tasks"); this has {what}.')
    nodes = value[given[0]]
    if not isinstance(nodes, list):
        raise _refused(f'"{given[0]}" is a list of nodes; this is {_kind(nodes)}.')
    if not nodes:
        raise _refused(
            f'The list of "{given[0]}" is empty: at least root and response stand in it.'
        )
    if len(nodes) > MOST_NODES:
        raise _refused(f"The plan has {len(nodes):,} nodes; at most {MOST_NODES:,} can be run.")
    too_much = too_large(value, MOST_CHARACTERS)
    if too_much:
        raise _refused(f"The plan {too_much}.")
    return nodes


class _Reader:
    """Reads nodes and collects what is wrong with them."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def node(self, place: int, value: object) -> Node:
        if not isinstance(value, Mapping):
            self._wrong(f"Node number {place} is {_kind(value)}; a node is an object.")
            return Node(f"#{place}")
        name = self._id(place, value)
        given = self._named(name, value)
        return Node(
            name,
            self._tool(name, given.get("tool")),
            self._arguments(name, given.get("arguments")),
            self._description(name, given.get("description")),
            self._dependencies(name, given.get("dependencies")),
            self._status(name, given.get("status")),
        )

    def _wrong(self, text: str, node: str = "", field: str = "") -> None:
        self.found.append(Problem(text, node, field))

    def _id(self, place: int, value: Mapping[str, Any]) -> str:
        name = value.get("id")
        if not isinstance(name, str) or not name.strip():
            what = "no id" if name is None or name == "" else f"{_kind(name)} as its id"
            self._wrong(f"Node number {place} has {what}; ids are texts.", "", "id")
            return f"#{place}"
        if len(name) > _LONGEST_ID or name != name.strip() or not name.isprintable():
            self._wrong(
                f"The id of node number {place} is a text of at most {_LONGEST_ID} printable "
                "characters without blanks around it.",
                "",
                "id",
            )
            return f"#{place}"
        if _NOT_IN_IDS & set(name):
            self._wrong(f"The id {_shown(name)} holds one of / {{ }}, which ids can't.", name, "id")
        return name

    def _named(self, node: str, value: Mapping[str, Any]) -> dict[str, Any]:
        """Its fields by our names; an unknown one is told, and what is given twice."""
        found: dict[str, Any] = {}
        for name, content in value.items():
            field = _OTHER_NAMES.get(name, name)
            if field not in _FIELDS:
                self._wrong(
                    f"Node {node} has a field {_shown(name)}; a node has {', '.join(_FIELDS)}.",
                    node,
                )
            elif field in found:
                self._wrong(f"Node {node} gives its {field} twice, by both names.", node, field)
            found[field] = content
        return found

    def _tool(self, node: str, value: object) -> str | None:
        if node in ENDS:
            if value not in (None, "", node):
                self._wrong(f"{node} calls no tool: leave its tool out.", node, "tool")
            return None
        if not isinstance(value, str) or not value:
            what = "no tool" if value in (None, "") else f"{_kind(value)} as its tool"
            self._wrong(f"Node {node} has {what}; write the name of one.", node, "tool")
            return ""
        return value

    def _arguments(self, node: str, value: object) -> Mapping[str, Any]:
        if value is None or (node in ENDS and value in ([], "", {})):
            return {}
        if not isinstance(value, Mapping):
            self._wrong(
                f"The arguments of node {node} are {_kind(value)}; write an object with a value "
                "for each parameter.",
                node,
                "arguments",
            )
            return {}
        if node in ENDS and value:
            self._wrong(f"{node} calls no tool, so it has no arguments.", node, "arguments")
        return value

    def _description(self, node: str, value: object) -> str:
        if value is not None and not isinstance(value, str):
            self._wrong(
                f"The description of node {node} is {_kind(value)}; write a text.",
                node,
                "description",
            )
            return ""
        return value or ""

    def _dependencies(self, node: str, value: object) -> tuple[str, ...]:
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(need, str) for need in value):
            self._wrong(
                f"The dependencies of node {node} are no list of ids; write one, such as "
                '["root"], with the ids as texts.',
                node,
                "dependencies",
            )
            return ()
        return tuple(dict.fromkeys(value))

    def _status(self, node: str, value: object) -> bool:
        if value is None:
            return False
        if not isinstance(value, bool):
            self._wrong(
                f"The status of node {node} is {_kind(value)}; write true if it ran, else false.",
                node,
                "status",
            )
            return False
        return value


def _kind(value: object) -> str:
    kinds = {
        type(None): "null",
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "a text",
        list: "a list",
        dict: "an object",
    }
    return kinds.get(type(value), "something else")


def _shown(text: object) -> str:
    return json.dumps(str(text)[:_SHOWN], ensure_ascii=False)
