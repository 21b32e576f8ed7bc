"""Edits of a plan, told so that two people's names for the same new node do not matter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = Mapping[str, Any]
Edit = tuple[str, ...]
"""("add", node), ("remove", node), ("change", node, field), ("link" or "unlink", from, to)."""

_FIELDS = ("tool", "arguments")


def edits_outside(evidence: Json, submission: Json, repair: Json) -> list[str]:
    """Edits that a repair does not ask for, outside its region, in words.

    The region holds the nodes that labels name, those that the repair adds, changes or removes, and
    the edges at them.

    Args:
        evidence: The attempt's, with the plan that was held and its labels.
        submission: The plan, with its matching.
        repair: A listed repair, with its matching.
    """
    asked = _edits(evidence["previous"], repair["plan"], repair["matching"])
    region = {label["node"] for label in evidence["labels"]}
    region |= {edit[1] for edit in asked if edit[0] in ("add", "remove", "change")}
    made = _edits(evidence["previous"], submission["plan"], submission["matching"])
    return [_words(edit) for edit in sorted(made - asked) if not _is_inside(edit, region)]


def is_listed(evidence: Json, submission: Json, repair: Json) -> bool:
    """Whether a submission does all that a listed repair does, and calls what it calls.

    The arguments are those of `edits_outside`.
    """
    asked = _edits(evidence["previous"], repair["plan"], repair["matching"])
    made = _edits(evidence["previous"], submission["plan"], submission["matching"])
    calls = set(repair["matching"].values())
    return asked <= made and calls <= set(submission["matching"].values())


def _is_inside(edit: Edit, region: set[str]) -> bool:
    if edit[0] in ("link", "unlink"):
        return bool(region & set(edit[1:]))
    return edit[1] in region


def _edits(before: Json, after: Json, matching: Mapping[str, str]) -> set[Edit]:
    """What was done to a plan; statuses and descriptions do not count."""
    known = {node["id"] for node in before["nodes"]}
    names = _identities(after, known, matching)
    old = {node["id"]: node for node in before["nodes"]}
    new = {names[node["id"]]: node for node in after["nodes"]}
    found: set[Edit] = {("add", name) for name in new.keys() - old.keys()}
    found |= {("remove", name) for name in old.keys() - new.keys()}
    for name in old.keys() & new.keys():
        found |= {
            ("change", name, field) for field in _FIELDS if old[name][field] != new[name][field]
        }
    old_edges, new_edges = _edges(before, {}), _edges(after, names)
    found |= {("link", *edge) for edge in new_edges - old_edges}
    found |= {("unlink", *edge) for edge in old_edges - new_edges}
    return found


def _identities(plan: Json, known: set[str], matching: Mapping[str, str]) -> dict[str, str]:
    """What nodes are called here: as before, or after the reference call that they are."""
    names: dict[str, str] = {}
    for node in plan["nodes"]:
        name = node["id"]
        if name in known or name not in matching:
            names[name] = name
            continue
        fresh = f"{matching[name]} anew"
        while fresh in names.values():
            fresh += " again"
        names[name] = fresh
    return names


def _edges(plan: Json, names: Mapping[str, str]) -> set[tuple[str, str]]:
    return {
        (names.get(need, need), names.get(node["id"], node["id"]))
        for node in plan["nodes"]
        for need in node["dependencies"]
    }


def _words(edit: Edit) -> str:
    kind, *rest = edit
    if kind == "add":
        return f"node {rest[0]} is added"
    if kind == "remove":
        return f"node {rest[0]} is gone"
    if kind == "change":
        return f"node {rest[0]} has another {rest[1]}"
    return f"node {rest[1]} {'waits' if kind == 'link' else 'waits no more'} for node {rest[0]}"
