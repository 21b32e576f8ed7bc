"""Whose calls a plan's calls are: nodes matched with the reference by tool and arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sandboxes._catalogue import catalogue
from sandboxes._outcome import sorted_json
from sandboxes._tool import BadArguments, Tool
from sandboxes.workflows._executor import Executor
from sandboxes.workflows._graph import graph_of
from sandboxes.workflows._plan import Node, Plan, natural
from sandboxes.workflows._references import Unresolved, references, resolve
from sandboxes.workflows._workflow_instance import WorkflowInstance


@dataclass(frozen=True)
class Matching:
    """Which reference call each call of a plan is.

    Args:
        names: Ids of reference calls by ids of the plan's; calls without a match are not in it.
        results: Outputs by id of the plan's calls, as far as they are known.
    """

    names: Mapping[str, str]
    results: Mapping[str, Any]


def matched(instance: WorkflowInstance, plan: Plan, executor: Executor) -> Matching:
    """Match a plan's calls, in the order in which they would run, with the reference's.

    A call is a reference call if it calls the same tool with the same arguments, references
    resolved by the results of calls that are matched or did run. Calls that failed match nothing.

    Args:
        instance: The workflow.
        plan: A sound plan.
        executor: How far it has run.
    """
    import networkx as nx

    runs = instance.reference_runs
    free: dict[str, list[str]] = {}
    for name in sorted(runs, key=natural, reverse=True):
        free.setdefault(sorted_json([runs[name].tool, runs[name].arguments]), []).append(name)
    names: dict[str, str] = {}
    results = dict(executor.results)
    for layer in nx.topological_generations(graph_of(plan)):
        for node_id in sorted(layer, key=natural):
            node = plan.by_id[node_id]
            call = None if node.is_end else _call(node, executor, results)
            if call is not None and free.get(call):
                names[node_id] = free[call].pop()
                results.setdefault(node_id, runs[names[node_id]].outcome.output)
    return Matching(names, results)


def slips(plan: Plan, executor: Executor, matching: Matching) -> dict[str, str]:
    """What is not legal about a plan's calls that did not run yet: a sentence by node.

    A value that refers to a result which nobody can know yet is not checked for its type.

    Args:
        plan: A sound plan.
        executor: How far it has run.
        matching: Of the same plan.
    """
    found = {}
    for node in plan.calls:
        text = "" if node.id in executor.ledger else _slip(node, matching.results)
        if text:
            found[node.id] = text
    return found


def _call(node: Node, executor: Executor, results: Mapping[str, Any]) -> str | None:
    """The key of a call; None of one that failed, or whose references lead nowhere."""
    run = executor.ledger.get(node.id)
    if run is not None:
        return sorted_json([run.tool, run.arguments]) if run.outcome.ok else None
    try:
        return sorted_json([node.tool, resolve(node.arguments, results)])
    except Unresolved:
        return None


def _slip(node: Node, results: Mapping[str, Any]) -> str:
    tool = catalogue().get(node.tool or "")
    if tool is None:
        return f"There is no tool {node.tool}."
    unknown = {source for source, _ in references(node.arguments)} - results.keys()
    if unknown:
        return _misnamed(tool, node.arguments)
    try:
        tool.checked(resolve(node.arguments, results))
    except (BadArguments, Unresolved) as error:
        return str(error)
    return ""


def _misnamed(tool: Tool, arguments: Mapping[str, Any]) -> str:
    """What can be told of arguments whose values are not known yet."""
    schema = tool.input_schema
    strange = [name for name in arguments if name not in schema.get("properties", {})]
    missing = [name for name in schema.get("required", ()) if name not in arguments]
    if strange:
        return f"{tool.name} takes no {strange[0]}."
    return f"{tool.name} needs {missing[0]}." if missing else ""
