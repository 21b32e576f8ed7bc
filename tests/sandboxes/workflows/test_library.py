"""Every workflow's reference plan runs, reaches its goal, and holds nothing that is not needed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import networkx as nx
import pytest

from sandboxes import catalogue
from sandboxes._streams import Stream
from sandboxes.tasks import Decline
from sandboxes.workflows import (
    RESPONSE,
    ROOT,
    Node,
    Plan,
    WorkflowError,
    WorkflowInstance,
    doubts,
    find_workflow,
    graph_of,
    layers,
    make_workflow,
    references,
    workflows,
)
from tests.sandboxes.workflows.faulty import SLOW, instances

FEWEST_WORKFLOWS = 60
SEEDS = range(1, 21)
MOST_DECLINED = 0.25
BRANCHES, ROUNDS = (2, 6), (3, 7)
UNDERSCORED = {name for name in catalogue() if "_" in name}


def in_some_order(made: WorkflowInstance, draw: Stream) -> Plan:
    """The reference plan with its calls in a random topological order, one a wave."""
    graph = graph_of(made.plan)
    waiting = {name: set(graph.predecessors(name)) - {ROOT} for name in graph}
    order: list[str] = []
    while len(order) < len(made.plan.calls):
        ready = sorted(
            name
            for name, needs in waiting.items()
            if name not in {ROOT, RESPONSE, *order} and needs <= set(order)
        )
        order.append(draw.choice(ready))
    before = dict(zip([*order, RESPONSE], [ROOT, *order], strict=True))
    return Plan(
        tuple(
            node
            if node.id == ROOT
            else replace(node, dependencies=tuple({*node.dependencies, before[node.id]}))
            for node in made.plan.nodes
        )
    )


def assert_sound(made: WorkflowInstance) -> None:
    """An instance is as wide and long as it should be, says what it means, and its gate is open."""
    assert doubts(made) == []
    widest, rounds = max(map(len, made.waves)), made.fewest_rounds
    assert BRANCHES[0] <= widest <= BRANCHES[1], f"{made.id}: {widest} branches"
    assert ROUNDS[0] <= rounds <= ROUNDS[1], f"{made.id}: {rounds} rounds"
    assert len(layers(made.plan)) == rounds + 1
    words = set(re.findall(r"[A-Za-z_]+", made.query))
    assert not words & UNDERSCORED, made.id
    assert not re.search(r"[{}]", made.query), made.id
    texts = [text.format(**made.task.draft.words) for text in made.workflow.phrasings]
    for word in made.task.draft.words.values():
        said = {word in text for text in texts}
        assert len(said) == 1, f"{made.id}: one phrasing says {word}, another does not"
    assert made.query in texts
    for node in made.plan.calls:
        sources = {source for source, _ in references(node.arguments)}
        assert sources <= set(node.dependencies), f"{made.id}: node {node.id}"
        unsaid = set(node.dependencies) - sources - {ROOT}
        assert {(need, node.id) for need in unsaid} <= made.preconditions, made.id


def assert_any_order_works(made: WorkflowInstance, times: int) -> None:
    for number in range(times):
        executor = made.start()
        order = in_some_order(made, Stream(made.seed, "order", number))
        executor.run_on(order)
        assert made.is_solved(executor), f"{made.id}: {[node.id for node in order.nodes]}"
        assert executor.rounds == len(made.plan.calls) + 1


def assert_any_call_may_come_last(made: WorkflowInstance) -> None:
    """No edge is missing: the goal is reached if one call and all that waits for it run last."""
    graph = graph_of(made.plan)
    for node in made.plan.calls:
        held = {node.id, *nx.descendants(graph, node.id)}
        executor = made.start()
        executor.run_on(Plan(tuple(one for one in made.plan.nodes if one.id not in held)))
        executor.run_on(made.plan)
        assert made.is_solved(executor), f"{made.id}: {node.tool}, node {node.id}, must come before"


@pytest.mark.parametrize("seed", [1, 2])
def test_every_workflow_passes_its_gate_or_declines(seed: int) -> None:
    found = list(instances(seed))
    for made in found:
        assert_sound(made)
    assert len(found) >= (1 - MOST_DECLINED) * len(workflows().keys() - SLOW)


def test_calls_may_be_made_one_by_one_in_any_order_that_the_edges_allow() -> None:
    for made in instances(1):
        assert_any_order_works(made, 1)


def test_any_call_may_come_last_of_all_that_does_not_depend_on_it() -> None:
    for made in instances(1):
        assert_any_call_may_come_last(made)


def test_what_is_left_is_the_longest_path_over_the_calls_ahead_and_the_response() -> None:
    for made in list(instances(1))[::4]:
        executor = made.start()
        while not executor.completed:
            done = frozenset(executor.results)
            assert made.rounds_left(done) == made.fewest_rounds - executor.rounds, made.id
            executor.run_wave(made.plan)
        assert executor.rounds == made.fewest_rounds
        assert len(executor.ledger) == made.fewest_calls


def test_what_is_left_is_computed_from_the_calls_that_are_done_whichever_they_are() -> None:
    made = next(iter(instances(1)))
    calls = [node.id for node in made.plan.calls]
    assert made.rounds_left(frozenset(calls)) == 1
    for name in calls:
        ahead = nx.dag_longest_path(
            graph_of(made.plan).subgraph([name, *nx.descendants(graph_of(made.plan), name)])
        )
        others = frozenset(calls) - {name} - nx.descendants(graph_of(made.plan), name)
        assert made.rounds_left(others) == len(ahead)


def test_a_goal_asks_for_the_response_and_for_the_state() -> None:
    made = next(iter(instances(1)))
    executor = made.start()
    executor.run_on(
        Plan((made.plan.by_id[ROOT], replace(made.plan.by_id[RESPONSE], dependencies=(ROOT,))))
    )
    assert executor.completed
    assert not made.is_solved(executor), "nothing was done"
    executor = made.start()
    for _ in made.waves:
        executor.run_wave(made.plan)
    assert not made.is_solved(executor), "nothing was answered"
    executor.run_wave(made.plan)
    assert made.is_solved(executor)


def test_a_plan_without_branches_is_doubted() -> None:
    made = next(iter(instances(1)))
    serial = replace(made, plan=in_some_order(made, Stream(1, "order")))
    calls = len(made.plan.calls)
    assert [(doubt.check, doubt.text) for doubt in doubts(serial)] == [
        ("branches", "1 calls at once, wanted 2 to 6"),
        ("rounds", f"{calls + 1} rounds, wanted 3 to 7"),
    ]


def test_a_needless_call_a_needless_edge_and_a_silent_call_are_doubted() -> None:
    made = next(iter(instances(1)))
    extra = Node("99", "now", {}, "Look at the clock", (ROOT,))
    response = made.plan.by_id[RESPONSE]
    waiting = replace(response, dependencies=(*response.dependencies, "99"))
    more = replace(made, plan=Plan((*made.plan.nodes[:-1], extra, waiting)))
    assert ("needed", "the goal is reached without node 99, now") in {
        (doubt.check, doubt.text) for doubt in doubts(more)
    }
    needing = next(node for node in made.plan.calls if ROOT not in node.dependencies)
    tied = replace(needing, dependencies=(*needing.dependencies, "99"))
    nodes = [tied if node.id == tied.id else node for node in made.plan.nodes]
    edged = replace(
        made,
        plan=Plan((*nodes[:-1], extra, nodes[-1])),
        preconditions=made.preconditions | {("99", tied.id)},
    )
    assert ("precondition", f"node {tied.id} needs no node 99") in {
        (doubt.check, doubt.text) for doubt in doubts(edged)
    }
    silent = replace(
        made, plan=Plan((*more.plan.nodes[:-2], replace(extra, description=""), waiting))
    )
    assert [doubt.text for doubt in doubts(silent)] == ["node 99 is not described"]


@pytest.mark.parametrize("name", workflows())
def test_a_query_is_said_in_several_ways_and_none_names_a_tool(name: str) -> None:
    workflow = workflows()[name]
    assert len(set(workflow.phrasings)) >= 2
    for phrasing in workflow.phrasings:
        assert not set(re.findall(r"[A-Za-z_]+", phrasing)) & UNDERSCORED
    assert workflow.summary.endswith(".")
    assert workflow.answer.endswith(".")


def test_an_instance_is_the_same_whenever_it_is_made() -> None:
    for first in list(instances(2))[::10]:
        again = make_workflow(first.workflow, 2)
        assert again.plan == first.plan
        assert again.query == first.query
        assert again.world.state_hash == first.world.state_hash
        assert again.world.seed == first.world.seed


def test_a_secret_gives_another_world_of_the_same_workflow() -> None:
    workflow = find_workflow("farewell_and_arrival")
    open_to_all = make_workflow(workflow, 1)
    secret = make_workflow(workflow, 1, secret="a secret of the server")
    assert secret.world.seed != open_to_all.world.seed
    assert secret.world.state_hash != open_to_all.world.state_hash


def test_only_known_workflows_at_positive_seeds_are_made() -> None:
    with pytest.raises(WorkflowError, match=r"^no workflow 'fly_to_the_moon'; there are: "):
        find_workflow("fly_to_the_moon")
    with pytest.raises(WorkflowError, match=r"^an instance seed is a positive integer, got 0$"):
        make_workflow(find_workflow("farewell_and_arrival"), 0)


@pytest.mark.verify
def test_there_are_enough_workflows() -> None:
    assert len(workflows()) >= FEWEST_WORKFLOWS


def made_at(name: str, seeds: range) -> Iterator[WorkflowInstance]:
    """A workflow at those of the seeds at which it does not decline."""
    for seed in seeds:
        try:
            yield make_workflow(workflows()[name], seed)
        except Decline:
            continue


@pytest.mark.verify
@pytest.mark.parametrize("name", workflows())
def test_a_workflow_holds_at_twenty_seeds(name: str) -> None:
    found = list(made_at(name, SEEDS))
    assert len(found) >= (1 - MOST_DECLINED) * len(SEEDS)
    for made in found:
        assert_sound(made)
        assert_any_order_works(made, 2)
        assert_any_call_may_come_last(made)
    assert len({made.query for made in found}) > len(found) // 2
