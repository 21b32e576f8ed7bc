"""What a submitted plan makes calls wait for, against what the reference needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import networkx as nx

from sandboxes.workflows import ENDS, ROOT, ErrorType, references

Json = Mapping[str, Any]
Edge = tuple[str, str]


@dataclass(frozen=True)
class EdgeFault:
    """An edge between two calls that is missing, or that nothing asks for.

    Args:
        needed: Id of the node that is, or is not, waited for.
        needing: Id of the node that waits, or does not.
        missing: Whether it is missing.
        type: Which error that is; None where no rule decides.
    """

    needed: str
    needing: str
    missing: bool
    type: ErrorType | None

    @property
    def sentence(self) -> str:
        """What is wrong, naming the nodes."""
        if self.missing:
            return f"nothing makes node {self.needing} wait for node {self.needed}"
        return f"node {self.needing} waits for node {self.needed}, which nothing asks for"


def edge_faults(submission: Json, edges: list[list[str]]) -> list[EdgeFault]:
    """The edges of a plan that are wrong: between calls of the reference, and from what is used.

    Of a node that ran already nothing can be mended, and nothing is told.

    Args:
        submission: As the evidence holds it, with its plan, `matching` and what had `ran`.
        edges: The reference's, (needed, needing).
    """
    plan = _Plan(submission)
    wanted = {(before, after) for before, after in edges}
    found = []
    for node in plan.pending:
        if node in plan.names:
            found.extend(plan.compared(node, wanted))
        else:
            found.extend(plan.used_too_early(node))
    return found


class _Plan:
    """A submitted plan as far as its calls are calls of the reference."""

    def __init__(self, submission: Json) -> None:
        self.names: dict[str, str] = dict(submission["matching"])
        self._own = {reference: name for name, reference in self.names.items()}
        self._ran = set(submission["ran"])
        self._used = {
            node["id"]: {source for source, _ in references(node["arguments"])}
            for node in submission["plan"]["nodes"]
        }
        self._graph = nx.DiGraph()
        for node in submission["plan"]["nodes"]:
            self._graph.add_node(node["id"])
            self._graph.add_edges_from((need, node["id"]) for need in node["dependencies"])
        self.pending = [
            node["id"]
            for node in submission["plan"]["nodes"]
            if node["id"] not in self._ran and node["id"] not in ENDS
        ]
        ahead = self._graph.subgraph(set(self._graph) - self._ran - {ROOT})
        self._depths = {
            name: depth
            for depth, layer in enumerate(nx.topological_generations(ahead))
            for name in layer
        }

    def compared(self, node: str, wanted: set[Edge]) -> list[EdgeFault]:
        """What a call of the reference waits for, against what it has to."""
        above, after = self._ancestors(node), self.names[node]
        needs = sorted(
            self._own[before] for before, to in wanted if to == after and before in self._own
        )
        missing = [need for need in needs if need not in above]
        wrong = [
            need
            for need in sorted(self._graph.predecessors(node))
            if need in self.names and (self.names[need], after) not in wanted
        ]
        if not missing:
            return self._needless(node, wrong, wanted)
        return [
            EdgeFault(need, node, True, self._type_of_missing(node, need, len(wrong), len(missing)))
            for need in missing
        ]

    def used_too_early(self, node: str) -> list[EdgeFault]:
        """Results that a call uses without waiting for them; what else it needs, nobody knows."""
        above = self._ancestors(node)
        missing = sorted(self._used[node] & self._depths.keys() - above - {node})
        others = set(self._graph.predecessors(node)) - self._used[node] - {ROOT}
        return [
            EdgeFault(need, node, True, None if others else self._type_of_missing(node, need, 0, 1))
            for need in missing
        ]

    def _ancestors(self, node: str) -> set[str]:
        found: set[str] = nx.ancestors(self._graph, node)
        return found

    def _type_of_missing(self, node: str, need: str, wrong: int, missing: int) -> ErrorType | None:
        """Which error a missing edge is: by when both run, and by what is waited for instead."""
        if need in self._ran or node in self._ancestors(need):
            return None  # it has run anyway; or both stand the other way round
        later = self._depths[node] - self._depths[need]
        if later > 0 or 0 < wrong < missing:
            return None
        if wrong:
            return ErrorType.DEPENDENCE_ERROR
        return ErrorType.DEPENDENCE_NULL if later < 0 else ErrorType.PARALLELISM_ERROR

    def _needless(self, node: str, wrong: list[str], wanted: set[Edge]) -> list[EdgeFault]:
        """Edges that the reference does not have, not even by way of others."""
        closure = nx.DiGraph(sorted(wanted))
        closure.add_nodes_from(self.names.values())
        after = self.names[node]
        found = []
        for need in wrong:
            before = self.names[need]
            if before in nx.ancestors(closure, after):
                continue
            free = need not in self._ran and after not in nx.ancestors(closure, before)
            found.append(EdgeFault(need, node, False, ErrorType.SERIAL_ERROR if free else None))
        return found
