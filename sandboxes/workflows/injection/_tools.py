"""Errors of tools: a name that does not exist, an unsuitable one, a call missing or too many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rapidfuzz.fuzz import ratio

from sandboxes._catalogue import catalogue
from sandboxes._tool import BadArguments, Tool
from sandboxes.workflows._errors import ErrorType
from sandboxes.workflows._plan import RESPONSE, ROOT, Node, Plan, with_node, without_call
from sandboxes.workflows._references import references
from sandboxes.workflows.injection._flaw import Flaw, Site
from sandboxes.workflows.injection._words import LOOKS, OTHER_VERBS

_ALIKE = 45.0
"""From what likeness of their names, in per cent, two tools may be mistaken for each other."""
_MOST_ALIKE = 6


def tool_name_error(site: Site) -> Iterator[Flaw]:
    """A call names a tool that does not exist."""
    for node in site.draw.shuffled(site.pending):
        names = [name for name in _misnamed(node.tool or "") if name not in catalogue()]
        if names:
            wrong = site.draw.choice(names)
            yield _renamed(site, ErrorType.TOOL_NAME_ERROR, node, wrong, node.arguments)


def tool_select_error(site: Site) -> Iterator[Flaw]:
    """A call names a tool that exists, takes these arguments, and does something else."""
    for node in site.draw.shuffled(site.pending):
        for other, arguments in site.draw.shuffled(_alike(node)):
            yield _renamed(site, ErrorType.TOOL_SELECT_ERROR, node, other, arguments)


def toolcall_missing(site: Site) -> Iterator[Flaw]:
    """A call that is needed is not in the plan."""
    for node in site.draw.shuffled(site.pending):

        def apply(plan: Plan, name: str = node.id) -> Plan:
            return without_call(plan, plan.by_id[name])

        label = site.label(ErrorType.TOOLCALL_MISSING, node.id, "node", node.as_json(), None)
        yield Flaw(label, apply)


def toolcall_redundancy(site: Site) -> Iterator[Flaw]:
    """A call that nobody needs is in the plan, and the response waits for it."""
    servers = {catalogue()[node.tool or ""].server for node in site.instance.plan.calls}
    used = {node.tool for node in site.plan.calls}
    looks = [name for server, names in LOOKS.items() if server in servers for name in names]
    name = _next_id(site.plan)
    unused = [tool for tool in dict.fromkeys((*looks, *LOOKS["LightOS"])) if tool not in used]
    for tool in site.draw.shuffled(unused):
        words = catalogue()[tool].documentation()["description"].split(".")[0]
        extra = Node(name, tool, {}, words, (_anchor(site),))

        def apply(plan: Plan, extra: Node = extra) -> Plan:
            response = plan.by_id[RESPONSE]
            waits = replace(response, dependencies=(*response.dependencies, extra.id))
            nodes = with_node(plan, waits).nodes
            place = nodes.index(waits)
            return Plan((*nodes[:place], extra, *nodes[place:]))

        label = site.label(ErrorType.TOOLCALL_REDUNDANCY, extra.id, "node", None, extra.as_json())
        yield Flaw(label, apply)


def _anchor(site: Site) -> str:
    """What the needless call waits for: a call that is done, or the root."""
    done = [name for name, run in site.executor.ledger.items() if run.outcome.ok]
    kept = [name for name in done if name in site.plan.by_id]
    return site.draw.choice([ROOT, *kept])


def _next_id(plan: Plan) -> str:
    """The first number that no node has."""
    taken = {node.id.partition("_")[0] for node in plan.nodes}
    return next(str(number) for number in range(1, len(taken) + 2) if str(number) not in taken)


def _misnamed(tool: str) -> list[str]:
    """Names of the same thing that do not exist, as models make them up."""
    verb, _, rest = tool.partition("_")
    names = [f"{other}_{rest}" for other in OTHER_VERBS.get(verb, ()) if rest]
    words = tool.split("_")
    camel = words[0] + "".join(word.capitalize() for word in words[1:])
    return [*names, f"{tool}s" if not tool.endswith("s") else tool[:-1], camel]


def _alike(node: Node) -> list[tuple[str, Mapping[str, Any]]]:
    """Tools of the same server with a similar name that take the same arguments."""
    tool = catalogue()[node.tool or ""]
    near = [
        (-ratio(tool.name, other.name), other.name)
        for other in catalogue().values()
        if other.server == tool.server and other.name != tool.name
    ]
    found = []
    for likeness, name in sorted(near)[:_MOST_ALIKE]:
        arguments = _fitted(node, tool, catalogue()[name])
        if -likeness >= _ALIKE and arguments is not None:
            found.append((name, arguments))
    return found


def _fitted(node: Node, tool: Tool, other: Tool) -> Mapping[str, Any] | None:
    """The arguments as the other tool takes them: with at most one of them by another name."""
    own, others = _properties(tool), _properties(other)
    arguments = dict(node.arguments)
    strange = [name for name in arguments if name not in others]
    if len(strange) > 1:
        return None
    if strange:
        wanted = [name for name in _required(other) if name not in arguments]
        if len(wanted) != 1 or others[wanted[0]].get("type") != own[strange[0]].get("type"):
            return None
        arguments = {
            (wanted[0] if name == strange[0] else name): value for name, value in arguments.items()
        }
    if not set(_required(other)) <= arguments.keys():
        return None
    return arguments if _could_be(other, arguments) else None


def _could_be(tool: Tool, arguments: Mapping[str, Any]) -> bool:
    """Whether arguments without references pass the tool's own check."""
    if any(True for _ in references(arguments)):
        return True
    try:
        tool.checked(arguments)
    except BadArguments:
        return False
    return True


def _properties(tool: Tool) -> dict[str, Any]:
    found: dict[str, Any] = tool.input_schema.get("properties", {})
    return found


def _required(tool: Tool) -> list[str]:
    found: list[str] = tool.input_schema.get("required", [])
    return found


def _renamed(
    site: Site, error: ErrorType, node: Node, tool: str, arguments: Mapping[str, Any]
) -> Flaw:
    def apply(plan: Plan) -> Plan:
        return with_node(plan, replace(plan.by_id[node.id], tool=tool, arguments=arguments))

    return Flaw(site.label(error, node.id, "tool", node.tool, tool), apply)
