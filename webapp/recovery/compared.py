"""A plan beside the one before: in words, what ran, and what differs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sandboxes.workflows import RESPONSE, ROOT, Difference, Node, Plan, difference, natural
from webapp.pages.words import counted, joined, legible

RAN, FAILED, WAITS, UNTOLD = "ran", "failed", "waits", ""
ADDED, CHANGED, REMOVED, SAME = "added", "changed", "removed", ""
STATE_WORDS = {RAN: "ran well", FAILED: "failed", WAITS: "not yet", UNTOLD: ""}
MARK_WORDS = {ADDED: "new", CHANGED: "changed", REMOVED: "gone", SAME: ""}
_TONES = {RAN: "ok", FAILED: "failed", WAITS: "", UNTOLD: ""}


@dataclass(frozen=True)
class Row:
    """A node in the list.

    Args:
        id: Its id.
        kind: call, root or response.
        tool: What is called; nothing for the ends.
        description: What it is for.
        arguments: Name and value of each argument, the value as JSON.
        waits_for: Ids of what it needs.
        state: As in the drawing.
        state_word: The same in a word or two.
        tone: The colour that goes with the state.
        mark: As in the drawing.
        mark_word: The same in a word.
        differences: What differs from before, a phrase each.
    """

    id: str
    kind: str
    tool: str
    description: str
    arguments: tuple[tuple[str, str], ...]
    waits_for: tuple[str, ...]
    state: str
    state_word: str
    tone: str
    mark: str
    mark_word: str
    differences: tuple[str, ...]


class PlanView:
    """A plan beside the one before: which nodes there are, in which layer, and what is told.

    Args:
        plan: The plan.
        before: The one that it is compared with.
        ran: Status of the outcome by node, of those that ran; None: it isn't told.

    Attributes:
        layer: The layer of each node, those that are gone included.
        order: All nodes, wave by wave, those that are gone last.
        edge_marks: The edges, those that are gone first, with their marks.
    """

    def __init__(self, plan: Plan, before: Plan | None, ran: Mapping[str, str] | None) -> None:
        self.plan, self.before, self.ran = plan, before, ran
        self.new = plan.by_id
        self.old = {} if before is None else before.by_id
        self.change = _NONE if before is None else difference(before, plan)
        self.gone, self.added = frozenset(self.change.removed), frozenset(self.change.added)
        self.needs_added = _by_target(self.change.edges_added)
        self.needs_removed = _by_target(self.change.edges_removed)
        self.layer = _layer_of(plan)
        self._place_removed()
        self.order = sorted(
            self.layer, key=lambda name: (name in self.gone, self.layer[name], natural(name))
        )
        self.edge_marks = self._edges()

    def node(self, name: str) -> Node:
        """A node; of those that are gone, as it was."""
        return self.new[name] if name in self.new else self.old[name]

    def _place_removed(self) -> None:
        if self.before is None:
            return
        was = _layer_of(self.before)
        last = max(self.layer.get(RESPONSE, 0) - 1, 1)
        self.layer.update((name, min(max(was[name], 1), last)) for name in self.change.removed)

    def _edges(self) -> dict[tuple[str, str], str]:
        """The edges between nodes that there are, with their marks, those that are gone first."""
        added = set(self.change.edges_added)
        kept = [(need, node.id) for node in self.new.values() for need in node.dependencies]
        marks = dict.fromkeys(self.change.edges_removed, REMOVED)
        marks |= {edge: ADDED if edge in added else SAME for edge in kept}
        known = self.layer.keys()
        return {edge: mark for edge, mark in marks.items() if known >= set(edge)}

    def mark(self, name: str) -> str:
        """Whether a node is new, changed or gone. A new status alone is no change of the plan."""
        if name in self.gone:
            return REMOVED
        if name in self.added:
            return ADDED
        fields = set(self.change.changed.get(name, ())) - {"status"}
        moved = name in self.needs_added or name in self.needs_removed
        return CHANGED if fields or moved else SAME

    def state(self, name: str) -> str:
        """What came of a node."""
        if self.ran is None or name == ROOT:
            return UNTOLD
        if name not in self.ran:
            return UNTOLD if name in self.gone else WAITS
        return RAN if self.ran[name] == "ok" else FAILED

    def row(self, name: str) -> Row:
        """A node as it is listed."""
        node, mark, state = self.node(name), self.mark(name), self.state(name)
        return Row(
            id=legible(name),
            kind=kind_of(name),
            tool=legible(node.tool or ""),
            description=legible(node.description),
            arguments=tuple(
                (legible(key), _as_text(value)) for key, value in node.arguments.items()
            ),
            waits_for=tuple(map(legible, node.dependencies)),
            state=state,
            state_word=STATE_WORDS[state],
            tone=_TONES[state],
            mark=mark,
            mark_word=MARK_WORDS[mark],
            differences=tuple(self.differences(name)),
        )

    def differences(self, name: str, *, with_now: bool = False) -> list[str]:
        """What differs in a node from before, a phrase each.

        Args:
            name: The node.
            with_now: Whether to say what it is now as well, for where the node is not beside it.
        """
        if name not in self.new or name not in self.old:
            return []
        old, new = self.old[name], self.new[name]
        fields = self.change.changed.get(name, ())
        said = [
            _changed(field, getattr(old, field), getattr(new, field), with_now=with_now)
            for field in ("tool", "description", "status")
            if field in fields
        ]
        for key in dict.fromkeys((*old.arguments, *new.arguments)):
            said.extend(_of_argument(key, old.arguments, new.arguments, with_now=with_now))
        said.extend(f"waits for {need} now" for need in self.needs_added.get(name, ()))
        said.extend(f"no longer waits for {need}" for need in self.needs_removed.get(name, ()))
        return [legible(phrase) for phrase in said]

    def sentence(self) -> str:
        """The plan in words."""
        calls = [name for name in self.new if kind_of(name) == "call"]
        waves = len({self.layer[name] for name in calls})
        told = f"A plan of {counted(len(calls), 'call')} in {counted(waves, 'wave')}"
        if self.ran is not None:
            states = [self.state(name) for name in calls]
            counts = [
                f"{states.count(state)} {STATE_WORDS[state]}"
                for state in (RAN, FAILED, WAITS)
                if state in states
            ]
            told += f": {joined(counts)}" if counts else ""
        return told + "." if self.before is None else f"{told}. {self._compared()}"

    def _compared(self) -> str:
        marks = [self.mark(name) for name in self.layer]
        parts = [
            f"{counted(marks.count(mark), 'node')} {MARK_WORDS[mark]}"
            for mark in (ADDED, CHANGED, REMOVED)
            if mark in marks
        ]
        for edges, word in ((self.change.edges_added, "new"), (self.change.edges_removed, "gone")):
            if edges:
                parts.append(f"{counted(len(edges), 'edge')} {word}")
        if not parts:
            return "Nothing but statuses differs." if self.change.changed else "Nothing differs."
        return f"Compared with the plan before: {joined(parts)}."


_NONE = Difference((), (), {}, (), ())


def _by_target(edges: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for source, target in edges:
        found.setdefault(target, []).append(source)
    return found


def kind_of(name: str) -> str:
    """call, root or response."""
    return name if name in (ROOT, RESPONSE) else "call"


def _as_text(value: Any) -> str:
    return legible(json.dumps(value, ensure_ascii=False))


def _changed(what: str, old: Any, new: Any, *, with_now: bool) -> str:
    now = f"is {_as_text(new)}, " if with_now else ""
    return f"{what} {now}was {_as_text(old)}"


def _of_argument(
    key: str, old: Mapping[str, Any], new: Mapping[str, Any], *, with_now: bool
) -> list[str]:
    if key not in old:
        return [f"argument {key} is new{f': {_as_text(new[key])}' if with_now else ''}"]
    if key not in new:
        return [f"argument {key} is gone, was {_as_text(old[key])}"]
    # 1 and true are equal, and are not the same argument.
    if _as_text(old[key]) == _as_text(new[key]):
        return []
    return [_changed(f"argument {key}", old[key], new[key], with_now=with_now)]


def _layer_of(plan: Plan) -> dict[str, int]:
    """The layer of each node: one after the last of what it needs; as `layers` of a sound plan."""
    nodes, found = plan.by_id, dict[str, int]()
    for start in sorted(nodes, key=natural):
        open_, stack = {start}, [start]
        while stack:
            name = stack[-1]
            needs = [need for need in nodes[name].dependencies if need in nodes]
            missing = next((n for n in needs if n not in found and n not in open_), None)
            if missing is not None and name not in found:
                open_.add(missing)
                stack.append(missing)
                continue
            known = [found[need] + 1 for need in needs if need in found]
            found.setdefault(name, max(known, default=0))
            open_.discard(stack.pop())
    return found
