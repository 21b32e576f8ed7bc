"""What rules can tell of the items S2, S3, S4, S5 and E1 (ParaRecover's SDE rubric).

Each verdict has reasons that name nodes. What a rule can't decide is unscored, which is not zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from evaluators.plans._edits import edits_outside, is_listed

Json = Mapping[str, Any]
Edge = tuple[str, str]
_ENDS = ("root", "response")
_MAY_COMPLETE = {"Serial_Error", "Toolcall_Redundancy"}
_SHOWN = 5


@dataclass(frozen=True)
class Verdict:
    """What a rule says of an item.

    Args:
        value: 1, 0.5 or 0; None: unscored.
        reasons: Why, naming nodes.
    """

    value: float | None
    reasons: tuple[str, ...] = ()


def parsability(submission: Json) -> Verdict:
    """S5: the plan parses and can be run."""
    if submission["plan"] is None:
        return Verdict(0.0, (str(submission["refusal"]),))
    return Verdict(1.0)


def topology(submission: Json, evidence: Json) -> Verdict:
    """S2: all true edges are in the plan's closure: 1 without surplus ones, 0.5 with, 0 if not all.

    Unscored where the goal is reached with calls that match none of the reference.

    Args:
        submission: The plan, with its `matching` and what had `ran` before.
        evidence: The attempt's.
    """
    plan, names = submission["plan"], submission["matching"]
    strange = [
        node["id"]
        for node in _calls(plan)
        if node["id"] not in names and node["id"] not in submission["ran"]
    ]
    if strange and evidence["solved"]:
        return Verdict(None, (f"{_named(strange)}: no call of the reference, yet it works",))
    reference = evidence["reference"]
    wanted = {tuple(edge) for edge in reference["edges"]}
    ordered = _ordered(plan, names)
    missing = sorted(wanted - ordered)
    if missing:
        return Verdict(0.0, tuple(_lacking(missing, names)[:_SHOWN]))
    surplus = sorted(ordered - _closure(wanted, reference["calls"]))
    if surplus:
        needless = (f"{_told(edge, names)}, which nothing asks for" for edge in surplus[:_SHOWN])
        return Verdict(0.5, tuple(needless))
    return Verdict(1.0)


def legality(submission: Json, evidence: Json) -> Verdict:
    """S3: the calls ahead pass their tools' schemas: all 1; one slip that runs anyway 0.5; else 0.

    Args:
        submission: The plan, with its `slips`.
        evidence: The attempt's, with its `runs`.
    """
    slips = submission["slips"]
    if not slips:
        return Verdict(1.0)
    reasons = tuple(f"node {name}: {text}" for name, text in list(slips.items())[:_SHOWN])
    ran_well = {run["id"] for run in evidence["runs"] if run["status"] == "ok"}
    return Verdict(0.5 if len(slips) == 1 and set(slips) <= ran_well else 0.0, reasons)


def advancement(submission: Json) -> Verdict:
    """S4: each node's status follows from what ran: all 1; one off 0.5; else 0."""
    ran = set(submission["ran"])
    off = [
        node["id"]
        for node in submission["plan"]["nodes"]
        if node["id"] != "root" and node["status"] is not (node["id"] in ran)
    ]
    if not off:
        return Verdict(1.0)
    reasons = tuple(
        f"node {name} {'ran' if name in ran else 'did not run'}" for name in off[:_SHOWN]
    )
    return Verdict(0.5 if len(off) == 1 else 0.0, reasons)


def minimality(submission: Json, evidence: Json) -> Verdict:
    """E1: edits outside the fault's region: none 1; harmless ones 0.5; else 0.

    The best over the listed repairs. Unscored where the goal is reached by a repair that is not
    listed.

    Args:
        submission: The plan, with its `matching`.
        evidence: The attempt's, with the plan that was held, its labels and repairs.
    """
    found = [
        (edits_outside(evidence, submission, repair), is_listed(evidence, submission, repair))
        for repair in evidence["repairs"]
    ]
    followed = [outside for outside, listed in found if listed]
    types = {label["type"] for label in evidence["labels"]}
    if not followed and evidence["solved"] and not types <= _MAY_COMPLETE:
        return Verdict(None, ("the goal is reached by a repair that is not listed",))
    outside = min(followed or [outside for outside, _ in found], key=len)
    if not outside:
        return Verdict(1.0)
    return Verdict(0.5 if evidence["solved"] else 0.0, tuple(outside[:_SHOWN]))


def _calls(plan: Json) -> list[Json]:
    return [node for node in plan["nodes"] if node["id"] not in _ENDS]


def _ordered(plan: Json, names: Mapping[str, str]) -> set[Edge]:
    """Which reference calls the plan puts after which others, directly or not."""
    import networkx as nx

    graph = nx.DiGraph()
    for node in plan["nodes"]:
        graph.add_node(node["id"])
        graph.add_edges_from((need, node["id"]) for need in node["dependencies"])
    return {
        (names[before], names[after])
        for after in names
        for before in nx.ancestors(graph, after)
        if before in names
    }


def _closure(edges: Iterable[Edge], calls: Iterable[str]) -> set[Edge]:
    import networkx as nx

    graph = nx.DiGraph(list(edges))
    graph.add_nodes_from(calls)
    return set(nx.transitive_closure_dag(graph).edges)


def _lacking(missing: list[Edge], names: Mapping[str, str]) -> list[str]:
    """Why edges are missing: a call at their end is, or only they are."""
    known = set(names.values())
    absent = sorted({call for edge in missing for call in edge} - known)
    return [
        *(f"no node makes call {call} of the reference as it should be made" for call in absent),
        *(f"nothing makes {_told(edge, names)}" for edge in missing if known.issuperset(edge)),
    ]


def _told(edge: Edge, names: Mapping[str, str]) -> str:
    """An edge between reference calls, by the names that the plan has for them."""
    own = {reference: name for name, reference in names.items()}
    before, after = (own.get(name, name) for name in edge)
    return f"node {after} wait for node {before}"


def _named(nodes: list[str]) -> str:
    return f"node{'s' if len(nodes) > 1 else ''} {', '.join(nodes[:_SHOWN])}"
