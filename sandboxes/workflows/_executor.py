"""The executor: runs a plan wave by wave and keeps its own ledger of what ran."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

from sandboxes._outcome import Outcome
from sandboxes.workflows._plan import RESPONSE, ROOT, Node, Plan, natural
from sandboxes.workflows._references import Unresolved, resolve

ROUND_LIMIT = 40
"""Rounds after which a run has failed, those before the subject took over included."""


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A call that is to be made in a wave.

    Args:
        node: Id of its node.
        tool: What is called.
        arguments: With what, references resolved.
    """

    node: str
    tool: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NodeRun:
    """What the ledger holds of a node that ran.

    Args:
        node: Its id.
        round: In which wave it ran; the first is 1.
        tool: What was called.
        arguments: With what: resolved, or as written where a reference led nowhere.
        outcome: What came of it.
    """

    node: str
    round: int
    tool: str
    arguments: Mapping[str, Any]
    outcome: Outcome

    def as_json(self) -> dict[str, Any]:
        """The run as it is observed."""
        return {
            "id": self.node,
            "tool": self.tool,
            "arguments": dict(self.arguments),
            "status": self.outcome.status,
            "output": self.outcome.output,
        }


class Backend(Protocol):
    """Where the calls of a wave are made."""

    def wave(self, calls: Sequence[PlannedCall]) -> list[Outcome]:
        """Make calls at once: none of them may need what another does.

        Args:
            calls: In natural order of their nodes' ids.

        Returns:
            Their outcomes, in the same order.
        """

    def fork(self) -> Self:
        """An independent copy."""


@dataclass(frozen=True, slots=True)
class Wave:
    """What one round came to.

    Args:
        number: Which round.
        runs: The nodes that ran, in natural order of their ids.
        completed: Whether the response was reached.
    """

    number: int
    runs: tuple[NodeRun, ...]
    completed: bool


class Executor:
    """Runs plans: what ran is never run again, whatever a later plan says of it.

    Args:
        backend: Where calls are made.

    Attributes:
        backend: The same.
        ledger: What ran, by node, in order.
        rounds: How many rounds were used up.
        completed: Whether the response was reached.
    """

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.ledger: dict[str, NodeRun] = {}
        self.rounds = 0
        self.completed = False

    @property
    def is_over(self) -> bool:
        """Whether the response was reached or the limit is."""
        return self.completed or self.rounds >= ROUND_LIMIT

    @property
    def results(self) -> dict[str, Any]:
        """Outputs of the nodes that succeeded, by id."""
        return {name: run.outcome.output for name, run in self.ledger.items() if run.outcome.ok}

    def frontier(self, plan: Plan) -> list[Node]:
        """The nodes that can run now, in natural order: not run yet, all they need succeeded.

        A node that ran and failed is spent: what depends on it waits until another takes its place.

        Args:
            plan: A sound plan.
        """
        met = {ROOT, *self.results}
        found = [
            node
            for node in plan.nodes
            if node.id != ROOT and node.id not in self.ledger and met.issuperset(node.dependencies)
        ]
        return sorted(found, key=lambda node: natural(node.id))

    def run_wave(self, plan: Plan, faults: Mapping[str, Outcome] | None = None) -> Wave:
        """Run what can run, which uses up a round even where nothing can.

        Args:
            plan: A sound plan.
            faults: Outcomes of nodes that meet a fault instead of being run, by id.
        """
        self.rounds += 1
        ready = self.frontier(plan)
        nodes = [node for node in ready if node.id != RESPONSE]
        outcomes, calls = self._prepared(nodes, faults or {})
        made = self.backend.wave(calls) if calls else []
        outcomes |= {call.node: outcome for call, outcome in zip(calls, made, strict=True)}
        used = {call.node: call.arguments for call in calls}
        runs = tuple(
            NodeRun(
                node.id,
                self.rounds,
                node.tool or "",
                used.get(node.id, node.arguments),
                outcomes[node.id],
            )
            for node in nodes
        )
        self.ledger.update((run.node, run) for run in runs)
        self.completed = len(nodes) < len(ready)
        return Wave(self.rounds, runs, self.completed)

    def reject(self) -> None:
        """Use up a round for a submission that could not be run."""
        self.rounds += 1

    def run_on(self, plan: Plan) -> None:
        """Run a plan, unchanged, until it is done, stuck or at the limit (mode *plan only*).

        Args:
            plan: A sound plan.
        """
        while not self.is_over and self.frontier(plan):
            self.run_wave(plan)

    def fork(self) -> Self:
        """An independent copy."""
        twin = type(self)(self.backend.fork())
        twin.ledger = dict(self.ledger)
        twin.rounds, twin.completed = self.rounds, self.completed
        return twin

    def _prepared(
        self, nodes: Sequence[Node], faults: Mapping[str, Outcome]
    ) -> tuple[dict[str, Outcome], list[PlannedCall]]:
        """Outcomes that are known before anything runs, and the calls that are to be made."""
        outcomes, calls = {}, []
        results = self.results
        for node in nodes:
            if node.id in faults:
                outcomes[node.id] = faults[node.id]
                continue
            try:
                arguments = resolve(node.arguments, results)
            except Unresolved as error:
                outcomes[node.id] = Outcome("error", str(error))
                continue
            calls.append(PlannedCall(node.id, node.tool or "", arguments))
        return outcomes, calls
