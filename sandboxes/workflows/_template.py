"""Workflow templates: functions over a seeded world that lay out a reference plan for a query."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from evaluators import TextRule
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.workflows._plan import RESPONSE, ROOT, Node, Plan
from sandboxes.workflows._references import reference, references, resolve

_FEWEST_PHRASINGS = 2


class WorkflowError(LookupError):
    """There is no such workflow, or a template of ours is malformed."""


@dataclass(frozen=True)
class Step:
    """A call of a reference plan, while the plan is laid out.

    ``step["flights", 0, "fid"]`` is the text that refers to a part of its result in the arguments
    of later calls; ``str(step)`` refers to all of it.

    Args:
        id: Of its node.
        output: What the call answers in the prepared world, for whoever lays out the plan.
    """

    id: str
    output: Any = field(repr=False)

    def __getitem__(self, path: str | int | tuple[str | int, ...]) -> str:
        return reference(self.id, *(path if isinstance(path, tuple) else (path,)))

    def __str__(self) -> str:
        return reference(self.id)


@dataclass(frozen=True)
class Query:
    """What a template makes besides the plan.

    Args:
        words: What fills the phrasings' placeholders.
        texts: How prescribed texts are compared, by path of the leaf (see Expectation).
        ordered: Collections in which the order of created records is prescribed.
        summed: Collections in which the number of created records is free.
        counted: Neutral paths that count in this workflow.
    """

    words: Mapping[str, str]
    texts: tuple[tuple[str, TextRule], ...] = ()
    ordered: tuple[str, ...] = ()
    summed: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()


class Planner:
    """Lays out a reference plan; each call is made at once, so that its result can be looked at.

    Args:
        world: The world, whose faults are off. A template prepares it before the first call.

    Attributes:
        world: The same: after the first call it is not to be changed any more.
        preconditions: Edges (needed, needing) that carry no data.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.preconditions: list[tuple[str, str]] = []
        self._nodes: list[Node] = []
        self._outputs: dict[str, Any] = {}

    @cached_property
    def acting(self) -> World:
        """The world in which the calls are made: a fork of the prepared one."""
        self.world.begin()
        return self.world.fork()

    def call(self, tool: str, say: str, /, *, after: Sequence[Step] = (), **arguments: Any) -> Step:
        """Add a call.

        It depends on the calls that its arguments refer to, and on those it comes after.

        Args:
            tool: What is called.
            say: What it is for, as the plan describes it.
            after: Calls that must have succeeded before although none of their results is used.
            arguments: With what; texts may hold references.

        Raises:
            WorkflowError: the call is not ok.
        """
        outcome = self.acting.call(tool, resolve(arguments, self._outputs))
        if not outcome.ok:
            raise WorkflowError(f"{tool}: {outcome.status}: {outcome.output}")
        name = str(len(self._nodes) + 1)
        sources = dict.fromkeys(source for source, _ in references(arguments))
        waited = dict.fromkeys(step.id for step in after)
        self.preconditions.extend((need, name) for need in waited if need not in sources)
        needs = tuple(dict.fromkeys((*sources, *waited))) or (ROOT,)
        self._nodes.append(Node(name, tool, arguments, say, needs))
        self._outputs[name] = outcome.output
        return Step(name, outcome.output)

    def plan(self, query: str, answer: str) -> Plan:
        """The whole plan; the response depends on every call that nothing else depends on.

        Args:
            query: Description of the root.
            answer: Description of the response.
        """
        needed = {need for node in self._nodes for need in node.dependencies}
        last = tuple(node.id for node in self._nodes if node.id not in needed)
        root = Node(ROOT, description=query, status=True)
        return Plan((root, *self._nodes, Node(RESPONSE, None, {}, answer, last)))


Maker = Callable[[Planner, Stream], Query]


@dataclass(frozen=True)
class Workflow:
    """A workflow template.

    Args:
        id: Its name, e.g. "compare_two_flights".
        version: Raised when the meaning of its instances changes.
        apps: Servers whose state it changes or asks about.
        phrasings: Ways to say the query, with placeholders in braces.
        answer: What the response is to tell, in words.
        make: The function.
    """

    id: str
    version: int
    apps: tuple[str, ...]
    phrasings: tuple[str, ...]
    answer: str
    make: Maker = field(repr=False)

    @property
    def summary(self) -> str:
        """First line of the function's docstring."""
        return (self.make.__doc__ or "").strip().splitlines()[0]


_WORKFLOWS: dict[str, Workflow] = {}


def workflow(
    *, apps: tuple[str, ...], phrasings: tuple[str, ...], answer: str, version: int = 1
) -> Callable[[Maker], Maker]:
    """Register a function as a workflow template.

    Raises:
        WorkflowError: the docstring is missing, the name is taken, or there are too few phrasings.
    """

    def register(make: Maker) -> Maker:
        name = make.__name__
        if not make.__doc__ or name in _WORKFLOWS or len(phrasings) < _FEWEST_PHRASINGS:
            raise WorkflowError(f"{name}: needs a docstring, a free name and two phrasings")
        _WORKFLOWS[name] = Workflow(name, version, apps, phrasings, answer, make)
        return make

    return register


def workflows() -> dict[str, Workflow]:
    """All workflow templates by id, sorted."""
    package = importlib.import_module("sandboxes.workflows.templates")
    for found in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{found.name}")
    return dict(sorted(_WORKFLOWS.items()))


def find_workflow(name: str) -> Workflow:
    """A workflow template by name.

    Raises:
        WorkflowError: there is no such workflow.
    """
    known = workflows()
    if name not in known:
        raise WorkflowError(f"no workflow {name!r}; there are: {', '.join(known)}")
    return known[name]
