"""Structural errors: an edge too many, too few, or from the wrong node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sandboxes.workflows._errors import ErrorType
from sandboxes.workflows._graph import graph_of
from sandboxes.workflows._plan import ROOT, Node, Plan, with_node
from sandboxes.workflows.injection._flaw import Flaw, Site, depths_of

Needs = tuple[str, ...]


def dependence_error(site: Site) -> Iterator[Flaw]:
    """An edge comes from the wrong node, so that the right one is no longer waited for."""
    import networkx as nx

    for node, need in _edges_ahead(site):
        descendants = nx.descendants(graph_of(site.plan), node.id)
        others = [
            other.id
            for other in site.plan.calls
            if other.id not in {node.id, need, *node.dependencies, *descendants}
        ]
        for other in site.draw.shuffled(others):
            needs = tuple(other if name == need else name for name in node.dependencies)
            depths = _depths_with(site, node, needs)
            if depths[node.id] <= depths[need]:
                yield _flaw(site, ErrorType.DEPENDENCE_ERROR, node, needs)
                break


def dependence_null(site: Site) -> Iterator[Flaw]:
    """An edge is missing, so that the node runs in an earlier wave than what it needs."""
    for node, need in _edges_ahead(site):
        needs = _without(node, need)
        depths = _depths_with(site, node, needs)
        if depths[node.id] < depths[need]:
            yield _flaw(site, ErrorType.DEPENDENCE_NULL, node, needs)


def parallelism_error(site: Site) -> Iterator[Flaw]:
    """An edge is missing, so that two nodes that must follow each other stand in one wave."""
    for node, need in _edges_ahead(site):
        needs = _without(node, need)
        depths = _depths_with(site, node, needs)
        if depths[node.id] == depths[need]:
            yield _flaw(site, ErrorType.PARALLELISM_ERROR, node, needs)


def serial_error(site: Site) -> Iterator[Flaw]:
    """A node waits for one that it has nothing to do with, and the plan takes longer."""
    import networkx as nx

    graph = graph_of(site.plan)
    longest = max(site.depths.values())
    for node in site.draw.shuffled(site.pending):
        related = {node.id, *nx.descendants(graph, node.id), *nx.ancestors(graph, node.id)}
        strangers = [other.id for other in site.pending if other.id not in related]
        for other in site.draw.shuffled(strangers):
            needs = (*(name for name in node.dependencies if name != ROOT), other)
            if max(_depths_with(site, node, needs).values()) > longest:
                yield _flaw(site, ErrorType.SERIAL_ERROR, node, needs)
                break


def _edges_ahead(site: Site) -> list[tuple[Node, str]]:
    """Edges between two calls that both did not run yet, in drawn order: (node, what it needs)."""
    ahead = {node.id for node in site.plan.calls} - site.executor.ledger.keys()
    edges = [
        (node, need)
        for node in site.pending
        for need in node.dependencies
        if need in ahead and need not in site.spared
    ]
    return site.draw.shuffled(edges)


def _without(node: Node, need: str) -> Needs:
    return tuple(name for name in node.dependencies if name != need) or (ROOT,)


def _depths_with(site: Site, node: Node, needs: Needs) -> dict[str, int]:
    return depths_of(with_node(site.plan, replace(node, dependencies=needs)), site.executor)


def _flaw(site: Site, error: ErrorType, node: Node, needs: Needs) -> Flaw:
    def apply(plan: Plan) -> Plan:
        return with_node(plan, replace(plan.by_id[node.id], dependencies=needs))

    label = site.label(error, node.id, "dependencies", list(node.dependencies), list(needs))
    return Flaw(label, apply)
