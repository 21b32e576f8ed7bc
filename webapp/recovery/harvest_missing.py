"""Calls that a submitted plan lacks, and calls that nobody needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import networkx as nx

from sandboxes.workflows import ErrorType

Json = Mapping[str, Any]


@dataclass(frozen=True)
class CallFault:
    """A call that is missing, needless, or no call of the reference.

    Args:
        kind: "call_missing", "call_needless", "call_strange" or "call_spent".
        node: Id of the node; of a missing one, of the reference's.
        sentence: What is wrong.
        type: Which error that is; None where no rule decides.
    """

    kind: str
    node: str
    sentence: str
    type: ErrorType | None = None


def wanted_tools(evidence: Json, submission: Json) -> set[str]:
    """The tools of which the reference has calls that a plan does not make.

    Args:
        evidence: The attempt's.
        submission: One of its submissions, whose plan was not refused.
    """
    plan = _Calls(evidence, submission)
    return {plan.reference[name]["tool"] for name in plan.missing if name in plan.reference}


def call_faults(evidence: Json, submission: Json, known: set[str]) -> Iterator[CallFault]:
    """What a plan calls too little, too much, or otherwise.

    Where calls are missing and others are strange, a strange one may do what a missing one should;
    if the goal was reached, it may well have. Only one that takes the very arguments of a missing
    call to another tool is labelled.

    Args:
        evidence: The attempt's.
        submission: One of its submissions, whose plan was not refused.
        known: Ids of nodes that something else is found to be wrong with.
    """
    plan = _Calls(evidence, submission)
    blocking = plan.blocking
    for node in blocking:
        told = f"node {node['id']} has failed, and what waits for it can never run"
        yield CallFault("call_spent", node["id"], told)
    if plan.strange and plan.missing:
        if not evidence["solved"]:
            yield from _mistaken(plan, known | {node["id"] for node in blocking})
        return
    for node in plan.strange:
        told = f"node {node['id']}, {node['tool']}: a call that nobody needs"
        yield CallFault("call_needless", node["id"], told, ErrorType.TOOLCALL_REDUNDANCY)
    if blocking:
        return
    for name in plan.missing:
        error = None if plan.has_stray else ErrorType.TOOLCALL_MISSING
        told = f"a call of {plan.reference[name]['tool']} is missing"
        yield CallFault("call_missing", name, told, error)


def _mistaken(plan: _Calls, known: set[str]) -> Iterator[CallFault]:
    """The strange calls that nothing else explains."""
    missing = [plan.reference[name] for name in plan.missing if name in plan.reference]
    for node in plan.strange:
        if node["id"] in known or plan.rests_on(node["id"], known | plan.strange_ids):
            continue
        alike = [
            other
            for other in missing
            if node["arguments"] and other["arguments"] == node["arguments"]
        ]
        if len(alike) == 1 and alike[0]["tool"] != node["tool"]:
            told = f"node {node['id']}: {node['tool']} stands where {alike[0]['tool']} is needed"
            yield CallFault("call_strange", node["id"], told, ErrorType.TOOL_SELECT_ERROR)
        else:
            told = f"node {node['id']}, {node['tool']}: no call of the reference"
            yield CallFault("call_strange", node["id"], told)


class _Calls:
    """A submitted plan's calls beside the reference's."""

    def __init__(self, evidence: Json, submission: Json) -> None:
        names, ran = submission["matching"], set(submission["ran"])
        self._nodes = submission["plan"]["nodes"]
        self.reference = _reference_nodes(evidence)
        calls = [node for node in self._nodes if node["tool"] is not None]
        met = set(names.values()) | _done(evidence, ran)
        self.strange = [node for node in calls if node["id"] not in names and node["id"] not in ran]
        self.strange_ids = {node["id"] for node in self.strange}
        self.missing = [name for name in evidence["reference"]["calls"] if name not in met]
        failed = {run["id"] for run in evidence["runs"] if run["status"] != "ok"} & ran
        spent = [node for node in calls if node["id"] in failed]
        strays = [node for node in calls if node["id"] in ran and node["id"] not in names]
        self.has_stray = any(self._stands_for_some(node, met) for node in strays)
        waiting = [node["id"] for node in self._nodes if node["id"] not in ran]
        self.blocking = [
            node for node in spent if any(self.rests_on(name, {node["id"]}) for name in waiting)
        ]

    def _stands_for_some(self, node: Json, met: set[str]) -> bool:
        """Whether a call that ran, and is none of the reference, may be meant for a missing one."""
        wanted = Counter(other["tool"] for other in self.reference.values())
        had = Counter(self.reference[name]["tool"] for name in met if name in self.reference)
        return not wanted[node["tool"]] or had[node["tool"]] < wanted[node["tool"]]

    def rests_on(self, node: str, others: set[str]) -> bool:
        """Whether a call waits for one of some others, directly or not."""
        graph = nx.DiGraph()
        graph.add_node(node)
        for one in self._nodes:
            graph.add_edges_from((need, one["id"]) for need in one["dependencies"])
        return bool(nx.ancestors(graph, node) & others)


def _reference_nodes(evidence: Json) -> dict[str, Json]:
    """What the reference's calls are, as the listed repairs have them."""
    found: dict[str, Json] = {}
    for repair in evidence["repairs"]:
        nodes = {node["id"]: node for node in repair["plan"]["nodes"]}
        for name, reference in repair["matching"].items():
            found.setdefault(reference, nodes[name])
    return found


def _done(evidence: Json, ran: set[str]) -> set[str]:
    """The reference's calls that have succeeded before, whatever the plan still says of them.

    A node is compared as it was when it ran: before it had, it may have been another call.
    """
    rounds = {
        run["id"]: run["round"]
        for run in evidence["runs"]
        if run["status"] == "ok" and run["id"] in ran
    }
    taken_over = [(evidence["rounds_before"], repair["matching"]) for repair in evidence["repairs"]]
    submitted = [(one["round"], one["matching"]) for one in evidence["submissions"]]
    return {
        reference
        for number, matching in (*taken_over, *submitted)
        for name, reference in matching.items()
        if name in rounds and rounds[name] <= number
    }
