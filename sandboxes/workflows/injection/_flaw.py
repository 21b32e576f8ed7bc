"""What an injector makes: a flaw, with its label and its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sandboxes._outcome import Outcome
from sandboxes._streams import Stream
from sandboxes.workflows._errors import ErrorType
from sandboxes.workflows._executor import Executor
from sandboxes.workflows._graph import graph_of
from sandboxes.workflows._plan import Node, Plan
from sandboxes.workflows._workflow_instance import WorkflowInstance


@dataclass(frozen=True, slots=True)
class Label:
    """What is wrong, and where.

    Args:
        type: Which type of error.
        round: After which wave it came about; the first is 1.
        node: Id of the node.
        field: "tool", "arguments/NAME", "dependencies", "output", or "node" for the whole of it.
        was: What stood there, JSON; None for nothing.
        became: What stands there, JSON; None for nothing.
    """

    type: ErrorType
    round: int
    node: str
    field: str
    was: Any
    became: Any

    @property
    def touched(self) -> frozenset[str]:
        """The nodes that it is about: another error at one of them might take it away."""
        needs = self.became if self.field == "dependencies" else ()
        return frozenset({self.node, *needs})

    def as_json(self) -> dict[str, Any]:
        """The label as it is exported."""
        return {
            "type": self.type.value,
            "round": self.round,
            "node": self.node,
            "field": self.field,
            "was": self.was,
            "became": self.became,
        }


@dataclass(frozen=True)
class Flaw:
    """A change for the worse.

    Args:
        label: What it is.
        apply: Makes a plan faulty that holds what the label says was there.
        fault: What the node's call returns instead of being made; None if the plan is at fault.
    """

    label: Label
    apply: Callable[[Plan], Plan] = field(repr=False, default=lambda plan: plan)
    fault: Outcome | None = None


@dataclass(frozen=True)
class Site:
    """Where an error is to be put.

    Args:
        instance: The workflow.
        plan: A plan without faults that goes on from here.
        executor: How far it has run; not to be changed.
        round: Number of the last wave.
        draw: Decides between candidates.
        spared: Ids of nodes that are not to be touched.
    """

    instance: WorkflowInstance
    plan: Plan
    executor: Executor
    round: int
    draw: Stream
    spared: frozenset[str] = frozenset()

    @cached_property
    def pending(self) -> list[Node]:
        """Calls that did not run yet and may be touched, in the plan's order."""
        ran = self.executor.ledger
        return [
            node for node in self.plan.calls if node.id not in ran and node.id not in self.spared
        ]

    @cached_property
    def depths(self) -> dict[str, int]:
        """In how many waves from now each pending node of the plan runs: 1 is the next."""
        return depths_of(self.plan, self.executor)

    def label(self, error: ErrorType, node: str, where: str, was: Any, became: Any) -> Label:
        """A label of this round."""
        return Label(error, self.round, node, where, was, became)


Injector = Callable[[Site], Iterator[Flaw]]
"""Gives candidates for one type of error, the likeliest first; they are still to be proved."""


def depths_of(plan: Plan, executor: Executor) -> dict[str, int]:
    """In how many waves from now each node that did not run yet runs, if all goes well.

    Args:
        plan: A plan without circles.
        executor: How far it has run.
    """
    import networkx as nx

    graph = graph_of(plan)
    graph.remove_nodes_from([name for name in executor.ledger if name in graph])
    graph.remove_nodes_from([name for name in ("root",) if name in graph])
    return {
        name: depth
        for depth, layer in enumerate(nx.topological_generations(graph), start=1)
        for name in layer
    }
