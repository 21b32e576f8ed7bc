"""What has changed from one plan to the next."""

from __future__ import annotations

from dataclasses import dataclass

from sandboxes.workflows._plan import Plan, natural

Edge = tuple[str, str]
"""(id of what is needed, id of what needs it)."""


@dataclass(frozen=True)
class Difference:
    """What has changed from one plan to another.

    Args:
        added: Ids of nodes that are new.
        removed: Ids of nodes that are gone.
        changed: Which fields differ, of nodes in both: tool, arguments, description, status.
        edges_added: Edges that are new.
        edges_removed: Edges that are gone.
    """

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: dict[str, tuple[str, ...]]
    edges_added: tuple[Edge, ...]
    edges_removed: tuple[Edge, ...]


_COMPARED = ("tool", "arguments", "description", "status")


def difference(before: Plan, after: Plan) -> Difference:
    """What has changed; everything in natural order of ids.

    Args:
        before: The earlier plan.
        after: The later one.
    """
    old, new = before.by_id, after.by_id
    both = sorted(old.keys() & new.keys(), key=natural)
    fields = {
        name: tuple(
            part for part in _COMPARED if getattr(old[name], part) != getattr(new[name], part)
        )
        for name in both
    }
    old_edges, new_edges = _edges(before), _edges(after)
    return Difference(
        added=tuple(sorted(new.keys() - old.keys(), key=natural)),
        removed=tuple(sorted(old.keys() - new.keys(), key=natural)),
        changed={name: parts for name, parts in fields.items() if parts},
        edges_added=_in_order(new_edges - old_edges),
        edges_removed=_in_order(old_edges - new_edges),
    )


def _edges(plan: Plan) -> set[Edge]:
    return {(need, node.id) for node in plan.nodes for need in node.dependencies}


def _in_order(edges: set[Edge]) -> tuple[Edge, ...]:
    return tuple(sorted(edges, key=lambda edge: (natural(edge[1]), natural(edge[0]))))
