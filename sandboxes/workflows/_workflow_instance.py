"""A workflow at a seed: its prepared world, its query, its reference plan and its goal."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from sandboxes._streams import Stream, derived_seed
from sandboxes._world import World
from sandboxes.tasks._client import Client
from sandboxes.tasks._instance import Instance
from sandboxes.tasks._template import Draft, Template
from sandboxes.workflows._backends import WorldBackend
from sandboxes.workflows._executor import Executor, NodeRun
from sandboxes.workflows._graph import graph_of, layers
from sandboxes.workflows._plan import RESPONSE, ROOT, Plan
from sandboxes.workflows._references import resolve
from sandboxes.workflows._template import Planner, Query, Workflow, WorkflowError

Edge = tuple[str, str]


@dataclass(frozen=True)
class WorkflowInstance:
    """A workflow that can be run, and made faulty.

    Args:
        workflow: Its template.
        seed: The instance seed.
        task: World, query and goal, as of a task whose gold runs the reference plan.
        plan: The reference plan.
        preconditions: Its edges that carry no data.
    """

    workflow: Workflow
    seed: int
    task: Instance = field(repr=False)
    plan: Plan = field(repr=False)
    preconditions: frozenset[Edge] = field(repr=False)

    @property
    def id(self) -> str:
        """Its name: template, version and seed."""
        return self.task.id

    @property
    def query(self) -> str:
        """What is wanted, in words."""
        return self.task.instruction

    @property
    def world(self) -> World:
        """The prepared world; fork it."""
        return self.task.world

    @cached_property
    def edges(self) -> frozenset[Edge]:
        """The true edges between calls: of data and of preconditions; (needed, needing)."""
        return frozenset(
            (need, node.id)
            for node in self.plan.calls
            for need in node.dependencies
            if need != ROOT
        )

    @cached_property
    def waves(self) -> list[list[str]]:
        """The ids of the reference plan's calls, wave by wave."""
        return layers(self.plan)[1:-1]

    @property
    def fewest_rounds(self) -> int:
        """Rounds that the reference plan takes from the start, the response included."""
        return len(self.waves) + 1

    @property
    def fewest_calls(self) -> int:
        """C*: calls that the reference plan takes from the start."""
        return len(self.plan.calls)

    def rounds_left(self, done: frozenset[str]) -> int:
        """R*: the fewest further rounds once these calls of the reference plan have succeeded.

        The longest path over the true remaining calls, and the response.

        Args:
            done: Ids of reference calls.
        """
        import networkx as nx

        graph = graph_of(self.plan)
        graph.remove_nodes_from([ROOT, RESPONSE, *done])
        return int(nx.dag_longest_path_length(graph, default_weight=1)) + (2 if graph else 1)

    @cached_property
    def reference_runs(self) -> dict[str, NodeRun]:
        """What the ledger holds when the reference plan was run: by node."""
        executor = self.start()
        executor.run_on(self.plan)
        return executor.ledger

    def start(self) -> Executor:
        """An executor in a fork of the prepared world, where nothing ran yet."""
        return Executor(WorldBackend(self.world.fork()))

    def reaches_goal(self, world: World) -> bool:
        """Whether a world is what the reference plan leaves behind, as far as it counts."""
        return self.task.is_reached(world)

    def is_solved(self, executor: Executor) -> bool:
        """S_q: the response was reached, and the end state equals the ground truth."""
        assert isinstance(executor.backend, WorldBackend)
        return executor.completed and self.reaches_goal(executor.backend.world)


def make_workflow(workflow: Workflow, seed: int, *, secret: str = "") -> WorkflowInstance:
    """Make the instance of a workflow at a seed; its world depends on template, version and seed.

    Args:
        workflow: The template.
        seed: The instance seed, a positive integer.
        secret: What to mix into the world's seed; nothing for a public instance.

    Raises:
        Decline: the template does not fit this seed's world.
        WorkflowError: the seed is not positive, or a call of the plan is refused.
    """
    if seed < 1:
        raise WorkflowError(f"an instance seed is a positive integer, got {seed}")
    mixed_in = (secret,) if secret else ()
    world = World(derived_seed("workflow", workflow.id, workflow.version, seed, *mixed_in))
    planner = Planner(world)
    query = workflow.make(planner, Stream(world.seed, "workflow"))
    texts = [phrasing.format(**query.words) for phrasing in workflow.phrasings]
    told = Stream(world.seed, "phrasing").choice(texts)
    plan = planner.plan(told, workflow.answer)
    task = Instance(_as_template(workflow), seed, world, told, _draft(query, plan), secret=secret)
    return WorkflowInstance(workflow, seed, task, plan, frozenset(planner.preconditions))


def _draft(query: Query, plan: Plan) -> Draft:
    return Draft(
        words=query.words,
        gold=lambda do: _run_in_order(plan, do),
        unique=(),
        texts=query.texts,
        ordered=query.ordered,
        summed=query.summed,
        counted=query.counted,
    )


def _run_in_order(plan: Plan, do: Client) -> None:
    """Make a plan's calls one after the other."""
    results: dict[str, object] = {}
    for node in plan.calls:
        results[node.id] = do(node.tool or "", **resolve(node.arguments, results))


def _as_template(workflow: Workflow) -> Template:
    """What a task's instance asks of its template: a name."""

    def never(world: World, draw: Stream) -> Draft:
        raise NotImplementedError("workflows are made by make_workflow")

    return Template(
        workflow.id, workflow.version, 1, workflow.apps, (), workflow.phrasings, None, never
    )
