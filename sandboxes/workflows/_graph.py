"""Plans as graphs: what is wrong with one, its layers, what depends on what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandboxes.workflows._plan import RESPONSE, ROOT, Plan, natural
from sandboxes.workflows._references import references

if TYPE_CHECKING:
    import networkx as nx

_SHOWN_CYCLE = 6


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a plan, and where.

    Args:
        text: A sentence that says what to change.
        node: Id of the node; empty where it is the plan as a whole.
        field: Which of the node's fields; empty where it is none.
    """

    text: str
    node: str = ""
    field: str = ""


def graph_of(plan: Plan) -> nx.DiGraph:
    """The plan as a graph: an edge leads from what is needed to what needs it."""
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_nodes_from(node.id for node in plan.nodes)
    graph.add_edges_from((need, node.id) for node in plan.nodes for need in node.dependencies)
    return graph


def problems(plan: Plan) -> list[Problem]:
    """All that keeps a plan from being run: ids, dependencies, its ends, cycles.

    Cycles are looked for only where all else is right: they can't be told before.

    Args:
        plan: The plan.
    """
    found = [*_of_ids(plan), *_of_ends(plan), *_of_dependencies(plan), *_of_references(plan)]
    return found or list(_of_cycles(plan))


def layers(plan: Plan) -> list[list[str]]:
    """Ids by the wave in which they would run if every call succeeded; the root is layer 0.

    Args:
        plan: A sound plan.
    """
    import networkx as nx

    return [sorted(layer, key=natural) for layer in nx.topological_generations(graph_of(plan))]


def _of_ids(plan: Plan) -> Iterator[Problem]:
    for name, count in Counter(node.id for node in plan.nodes).items():
        if count > 1:
            yield Problem(f"{count} nodes have the id {name}; each needs its own.", name, "id")


def _of_ends(plan: Plan) -> Iterator[Problem]:
    for end, purpose in ((ROOT, "where it begins"), (RESPONSE, "where it ends")):
        if end not in plan.by_id:
            yield Problem(f"The plan needs a node with the id {end}, {purpose}.")
    for node in plan.nodes:
        if node.id == ROOT and node.dependencies:
            yield Problem("The root depends on nothing.", ROOT, "dependencies")
        if node.id != ROOT and not node.dependencies:
            yield Problem(
                f"Node {node.id} depends on nothing; what can begin at once depends on root.",
                node.id,
                "dependencies",
            )


def _of_dependencies(plan: Plan) -> Iterator[Problem]:
    for node in plan.nodes:
        for need in node.dependencies:
            if need == node.id:
                text = f"Node {node.id} depends on itself."
            elif need == RESPONSE:
                text = f"Node {node.id} depends on the response, which comes last."
            elif need not in plan.by_id:
                text = f"Node {node.id} depends on {need}, which is not in the plan."
            else:
                continue
            yield Problem(text, node.id, "dependencies")


def _of_references(plan: Plan) -> Iterator[Problem]:
    for node in plan.nodes:
        if any(source == node.id for source, _ in references(node.arguments)):
            yield Problem(f"Node {node.id} refers to its own result.", node.id, "arguments")


def _of_cycles(plan: Plan) -> Iterator[Problem]:
    import networkx as nx

    graph = graph_of(plan)
    if nx.is_directed_acyclic_graph(graph):
        return
    cycle = [edge[0] for edge in nx.find_cycle(graph)]
    start = min(range(len(cycle)), key=lambda place: natural(cycle[place]))
    turned = [*cycle[start:], *cycle[:start]]
    shown = [*turned[:_SHOWN_CYCLE], "..."] if len(turned) > _SHOWN_CYCLE else turned
    words = " before ".join((*shown, turned[0]))
    yield Problem(
        f"The plan runs in a circle: {words}. None of them can begin.", turned[0], "dependencies"
    )
