"""Plans in the published form, read as ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from sandboxes.workflows._plan import ENDS, RESPONSE, ROOT, Node, Plan
from sandboxes.workflows.published._arguments import ABSENT, read_arguments
from sandboxes.workflows.published._kinds import MendKind, UnmendedKind
from sandboxes.workflows.published._values import (
    Notes,
    Unreadable,
    below,
    leave_unknown,
    read_text,
    read_value,
)

_FIELDS = frozenset({"id", "name", "para", "desc", "dep", "status"})
_STATUS = {"true": True, "false": False, "1": True, "0": False}
_LONGEST_ID = 100
_NOT_IN_IDS = frozenset("/{}")
_TASKS = frozenset({"tasks"})

Parameters = Mapping[str, frozenset[str]]
"""Names of parameters by tool."""


def read_plan(value: Any, place: str, notes: Notes, tools: Parameters) -> Plan:
    """A plan as far as it can be read; an empty one where nothing can.

    Args:
        value: What stands where the plan should.
        place: Where that is.
        notes: What is noted.
        tools: Names of parameters by tool.
    """
    tasks = _tasks(value, place, notes)
    if tasks is None:
        notes.leave(UnmendedKind.PLAN_UNREADABLE, place, value)
        return Plan(())
    place = below(place, "tasks")
    reader = _Reader(notes, tools, _written_ids(tasks))
    nodes = []
    for number, task in enumerate(tasks):
        if isinstance(task, dict):
            nodes.append(reader.node(number, task, below(place, number)))
        else:
            notes.leave(UnmendedKind.NODE_UNREADABLE, below(place, number), task)
    for name, count in Counter(node.id for node in nodes).items():
        if count > 1:
            notes.leave(UnmendedKind.ID_TWICE, place, name)
    names = {node.id for node in nodes}
    for end, kind in ((ROOT, UnmendedKind.ROOT_ABSENT), (RESPONSE, UnmendedKind.RESPONSE_ABSENT)):
        if end not in names:
            notes.leave(kind, place)
    return Plan(tuple(nodes))


def _tasks(value: Any, place: str, notes: Notes) -> list[Any] | None:
    trial = Notes()
    try:
        found = read_value(value, place, trial, in_text=True)
    except Unreadable:
        return None
    if isinstance(found, list):
        trial.mend(MendKind.BARE_LIST_OF_NODES, place, found, {"tasks": found})
        found = {"tasks": found}
    if not isinstance(found, dict) or not isinstance(found.get("tasks"), list):
        return None
    notes.add(trial)
    leave_unknown(found, _TASKS, place, notes)
    tasks: list[Any] = found["tasks"]
    return tasks


def _written_ids(tasks: list[Any]) -> set[str]:
    ids = (task.get("id") for task in tasks if isinstance(task, dict))
    return {name for name in ids if isinstance(name, str)}


def _fits(name: str) -> bool:
    return (
        len(name) <= _LONGEST_ID
        and name == name.strip()
        and name.isprintable()
        and not _NOT_IN_IDS & set(name)
    )


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class _Reader:
    """Reads the nodes of one plan."""

    def __init__(self, notes: Notes, tools: Parameters, taken: set[str]) -> None:
        self._notes = notes
        self._tools = tools
        self._taken = taken

    def node(self, number: int, task: dict[str, Any], place: str) -> Node:
        leave_unknown(task, _FIELDS, place, self._notes)
        name = self._id(number, task.get("id"), below(place, "id"))
        tool, arguments = self._call(name, task, place)
        return Node(
            name,
            tool,
            arguments,
            self._description(task.get("desc"), below(place, "desc")),
            self._dependencies(task.get("dep"), below(place, "dep")),
            self._status(task.get("status"), below(place, "status")),
        )

    def _id(self, number: int, value: Any, place: str) -> str:
        if _whole(value):
            self._notes.mend(MendKind.ID_NUMBER, place, value, str(value))
            value = str(value)
        if isinstance(value, str) and value.strip():
            if not _fits(value):
                self._notes.leave(UnmendedKind.ID_UNFIT, place, value)
            return value
        made = f"#{number + 1}"
        while made in self._taken:
            made = f"#{made}"
        self._taken.add(made)
        self._notes.mend(MendKind.ID_MADE, place, value, made)
        return made

    def _call(
        self, name: str, task: dict[str, Any], place: str
    ) -> tuple[str | None, dict[str, Any]]:
        tool = task.get("name")
        if name in ENDS:
            return None, self._of_end(name, task, place)
        if tool is None or (isinstance(tool, str) and not tool.strip()):
            self._notes.leave(UnmendedKind.TOOL_ABSENT, below(place, "name"), tool)
            tool = None
        elif not isinstance(tool, str):
            self._notes.leave(UnmendedKind.TOOL_UNREADABLE, below(place, "name"), tool)
            tool = None
        parameters = self._tools.get(tool or "", frozenset())
        para = task.get("para", ABSENT)
        return tool, read_arguments(para, below(place, "para"), self._notes, parameters)

    def _of_end(self, name: str, task: dict[str, Any], place: str) -> dict[str, Any]:
        """An end has neither tool nor arguments; what is written there is noted, whole."""
        tool = task.get("name")
        if tool is not None and tool not in ("", name):
            call = {key: task[key] for key in ("name", "para") if key in task}
            self._notes.leave(UnmendedKind.CALL_ON_END, place, call)
            return {}
        if tool is not None:
            self._notes.mend(MendKind.NAME_OF_END, below(place, "name"), tool, None)
        if "para" in task:
            place = below(place, "para")
            if read_arguments(task["para"], place, self._notes):
                self._notes.leave(UnmendedKind.ARGUMENTS_ON_END, place, task["para"])
        return {}

    def _description(self, value: Any, place: str) -> str:
        if value is None:
            self._notes.mend(MendKind.DESCRIPTION_ABSENT, place, value, "")
            return ""
        return read_text(value, place, self._notes)

    def _dependencies(self, value: Any, place: str) -> tuple[str, ...]:
        if value is None:
            self._notes.mend(MendKind.DEPENDENCIES_ABSENT, place, value, [])
            return ()
        if isinstance(value, str):
            value = self._of_text(value, place)
        elif _whole(value):
            self._notes.mend(MendKind.DEPENDENCY_IN_TEXT, place, value, [value])
            value = [value]
        if not isinstance(value, list):
            self._notes.leave(UnmendedKind.DEPENDENCIES_UNREADABLE, place, value)
            return ()
        return tuple(
            self._dependency(part, below(place, n))
            for n, part in enumerate(value)
            if self._is_dependency(part, below(place, n))
        )

    def _of_text(self, value: str, place: str) -> Any:
        if value.lstrip()[:1] == "[":
            try:
                return read_value(value, place, self._notes, in_text=False)
            except Unreadable:
                pass
        found = [value] if value.strip() else []
        self._notes.mend(MendKind.DEPENDENCY_IN_TEXT, place, value, found)
        return found

    def _is_dependency(self, value: Any, place: str) -> bool:
        if isinstance(value, str) or _whole(value):
            return True
        self._notes.leave(UnmendedKind.DEPENDENCIES_UNREADABLE, place, value)
        return False

    def _dependency(self, value: Any, place: str) -> str:
        if isinstance(value, str):
            return value
        self._notes.mend(MendKind.ID_NUMBER, place, value, str(value))
        return str(value)

    def _status(self, value: Any, place: str) -> bool:
        if isinstance(value, bool):
            return value
        if value is None:
            self._notes.mend(MendKind.STATUS_ABSENT, place, value, False)
            return False
        if isinstance(value, str) or _whole(value):
            found = _STATUS.get(str(value).strip().casefold())
            if found is not None:
                self._notes.mend(MendKind.STATUS_IN_TEXT, place, value, found)
                return found
        self._notes.leave(UnmendedKind.STATUS_UNREADABLE, place, value)
        return False
