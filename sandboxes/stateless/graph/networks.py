"""Graphs as arguments, and as NetworkX has them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, StringConstraints
from typing_extensions import TypedDict

from sandboxes._outcome import Refused
from sandboxes._types import STRICT

if TYPE_CHECKING:
    import networkx as nx

MOST_NODES = 100
_MOST_IN_ALL = 200
_MOST_EDGES = 1000
_MOST_SHOWN = 10
_LARGEST = 10**12

NodeName = Annotated[str, StringConstraints(min_length=1, max_length=64)]
NodeNumber = Annotated[int, Field(ge=-_LARGEST, le=_LARGEST)]
Weight = Annotated[float, Field(ge=0, le=_LARGEST)]

Node = NodeName | NodeNumber
"""A node by its name; the number 3 and the text "3" are the same node."""

Nodes = Annotated[list[Node], Field(max_length=MOST_NODES)]

Adjacency = Annotated[
    dict[NodeName, Annotated[list[Node], Field(max_length=MOST_NODES)]],
    Field(max_length=MOST_NODES),
]
"""For each node the list of those that an edge leads to."""

_Weights = Annotated[dict[NodeName, Weight], Field(max_length=MOST_NODES)]
WeightedAdjacency = Annotated[dict[NodeName, _Weights], Field(max_length=MOST_NODES)]
"""For each node an object of those that an edge leads to, with the edge's weight."""


class Edge(TypedDict):
    """An edge that leads both ways."""

    __pydantic_config__ = STRICT  # type: ignore[misc]  # how pydantic is told

    a: Annotated[Node, Field(description="One end.")]
    b: Annotated[Node, Field(description="The other end.")]
    weight: Annotated[float, Field(ge=-_LARGEST, le=_LARGEST, description="What the edge costs.")]


Edges = Annotated[list[Edge], Field(max_length=_MOST_EDGES)]


def directed(adj: Mapping[str, Iterable[Node]]) -> nx.DiGraph:
    """The graph in which edges lead from a key to its neighbours.

    Nodes are in the order in which they are first named: the keys, then those that are neighbours
    only. So is everything that NetworkX finds by walking.

    Raises:
        Refused: it has too many nodes.
    """
    import networkx as nx

    return _filled(nx.DiGraph(), adj)


def undirected(adj: Mapping[str, Iterable[Node]]) -> nx.Graph:
    """The graph in which an edge leads both ways, in whichever list it is given."""
    import networkx as nx

    return _filled(nx.Graph(), adj)


def _filled(graph: nx.Graph, adj: Mapping[str, Iterable[Node]]) -> nx.Graph:
    graph.add_nodes_from(adj)
    for node, neighbours in adj.items():
        graph.add_edges_from((node, str(neighbour)) for neighbour in neighbours)
    if len(graph) > _MOST_IN_ALL:
        raise Refused(
            f"The graph has {len(graph)} nodes with all neighbours. Give one of at most "
            f"{_MOST_IN_ALL}."
        )
    return graph


def weighted(adj: Mapping[str, Mapping[str, float]]) -> nx.DiGraph:
    """The graph in which weighted edges lead from a key to its neighbours."""
    graph = directed(adj)
    for node, neighbours in adj.items():
        graph.add_weighted_edges_from((node, other, w) for other, w in neighbours.items())
    return graph


def known(graph: nx.Graph, node: Node) -> str:
    """The node's name.

    Raises:
        Refused: the graph has no such node.
    """
    if str(node) not in graph:
        raise Refused(f"The graph has no node {str(node)!a}. {_told(graph)}")
    return str(node)


def _told(graph: nx.Graph) -> str:
    few = list(graph)[:_MOST_SHOWN]
    if not few:
        return "It has no nodes at all: give an adjacency that names some."
    return f"Give one of its nodes, such as {', '.join(ascii(node) for node in few)}."


def distinct(nodes: Iterable[Node]) -> list[str]:
    """The names of nodes.

    Raises:
        Refused: a node is named twice.
    """
    names: dict[str, None] = {}
    for node in nodes:
        if str(node) in names:
            raise Refused(f"The node {str(node)!a} is named twice. Name each node once.")
        names[str(node)] = None
    return list(names)


def places(graph: nx.Graph) -> dict[str, int]:
    """Which of the nodes each one is, in the order in which they are first named."""
    return {node: number for number, node in enumerate(graph)}


def circle(graph: nx.DiGraph) -> str:
    """A cycle of the graph in words; only its beginning if it is long."""
    import networkx as nx

    cycle = [start for start, _ in nx.find_cycle(graph)]
    shown = [ascii(node) for node in (*cycle, cycle[0])[:_MOST_SHOWN]]
    return " to ".join(shown if len(cycle) < _MOST_SHOWN else [*shown, "others, and back"])


def matrix(graph: nx.Graph, nodes: Collection[str]) -> list[list[int]]:
    """For each node a row, in which 1 stands under the nodes that an edge leads to."""
    return [[int(graph.has_edge(a, b)) for b in nodes] for a in nodes]


def for_all(graph: nx.Graph, found: Mapping[str, Any]) -> dict[str, Any]:
    """What was found for the nodes of a graph, in their order; null where nothing was."""
    return {node: found.get(node) for node in graph}
