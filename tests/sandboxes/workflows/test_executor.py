"""The executor runs wave by wave, counts every round, and makes no call twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from sandboxes import Outcome, World
from sandboxes.workflows import (
    RESPONSE,
    ROOT,
    ROUND_LIMIT,
    Executor,
    Node,
    NodeRun,
    NotRecorded,
    Plan,
    PlannedCall,
    RecordedBackend,
    SimulatedBackend,
    Wave,
    WorldBackend,
)
from tests.sandboxes.workflows.drawing import plan

SPENT = Outcome("failed", "There is none.")


def echo(calls: Sequence[PlannedCall]) -> list[Outcome]:
    """Each call answers which it was; those of nodes named x... are refused."""
    return [SPENT if one.node.startswith("x") else Outcome("ok", f"of {one.node}") for one in calls]


def simulated() -> tuple[Executor, list[list[str]]]:
    """An executor whose calls are simulated, and the nodes that were called, wave by wave."""
    waves: list[list[str]] = []

    def simulate(calls: Sequence[PlannedCall]) -> list[Outcome]:
        waves.append([one.node for one in calls])
        return echo(calls)

    return Executor(SimulatedBackend(simulate)), waves


def in_world(seed: int = 5) -> tuple[Executor, World]:
    world = World(seed)
    return Executor(WorldBackend(world)), world


def node(name: str, tool: str, *needs: str, **arguments: Any) -> Node:
    return Node(name, tool, arguments, dependencies=needs or (ROOT,))


def to_response(*nodes: Node, last: str | None = None) -> Plan:
    ends = (Node(ROOT, status=True), Node(RESPONSE, dependencies=(last or nodes[-1].id,)))
    return Plan((ends[0], *nodes, ends[1]))


def test_a_wave_is_every_call_whose_needs_have_succeeded() -> None:
    executor, waves = simulated()
    made = plan(("1", "root"), ("2", "root"), ("3", "1 2"), ("4", "1"), ("5", "3 4"))
    executor.run_on(made)
    assert waves == [["1", "2"], ["3", "4"], ["5"]]
    assert executor.completed
    assert executor.rounds == 4


def test_the_response_costs_a_round_of_its_own() -> None:
    executor, _ = simulated()
    made = plan(("1", "root"))
    first = executor.run_wave(made)
    assert (first.number, [run.node for run in first.runs], first.completed) == (1, ["1"], False)
    assert executor.run_wave(made) == Wave(2, (), True)
    assert executor.rounds == 2


def test_a_plan_of_both_ends_is_over_after_one_round() -> None:
    executor, waves = simulated()
    executor.run_on(Plan((Node(ROOT), Node(RESPONSE, dependencies=(ROOT,)))))
    assert (executor.rounds, executor.completed, executor.ledger, waves) == (1, True, {}, [])


def test_the_response_may_be_reached_beside_other_calls_which_run() -> None:
    executor, waves = simulated()
    executor.run_on(plan(("1", "root"), ("2", "1"), response="1"))
    assert waves == [["1"], ["2"]]
    assert (executor.rounds, executor.completed) == (2, True)


def test_a_refused_submission_costs_a_round() -> None:
    executor, waves = simulated()
    executor.reject()
    assert (executor.rounds, executor.completed, executor.ledger, waves) == (1, False, {}, [])
    assert executor.run_wave(plan(("1", "root"))).number == 2
    assert executor.ledger["1"].round == 2


def test_a_submission_in_which_nothing_can_run_costs_a_round() -> None:
    executor, waves = simulated()
    stuck = plan(("x1", "root"), ("2", "x1"))
    assert [run.outcome for run in executor.run_wave(stuck).runs] == [SPENT]
    assert executor.run_wave(stuck) == Wave(2, (), False)
    assert executor.rounds == 2
    executor.run_on(stuck)
    assert executor.rounds == 2, "a plan that is stuck is not run on"
    assert waves == [["x1"]]


def test_round_forty_is_the_last() -> None:
    assert ROUND_LIMIT == 40
    longest = [(str(n), str(n - 1) if n > 1 else "root") for n in range(1, 41)]
    executor, waves = simulated()
    executor.run_on(plan(*longest))
    assert (executor.rounds, executor.completed, executor.is_over) == (40, False, True)
    assert waves[-1] == ["40"]
    fitting, _ = simulated()
    fitting.run_on(plan(*longest[:39]))
    assert (fitting.rounds, fitting.completed, fitting.is_over) == (40, True, True)


def test_rounds_that_were_lost_before_count_for_the_limit() -> None:
    executor, waves = simulated()
    for number in range(1, 40):
        executor.reject()
        assert executor.rounds == number
        assert not executor.is_over
    executor.run_on(plan(("1", "root")))
    assert (waves, executor.rounds, executor.completed) == ([["1"]], 40, False)


@pytest.mark.parametrize("status", [True, False])
@pytest.mark.parametrize("name", ["1", "x1"])
def test_what_ran_never_runs_again_whatever_a_later_plan_makes_of_it(
    name: str, status: bool
) -> None:
    executor, waves = simulated()
    executor.run_wave(plan((name, "root")))
    ran = executor.ledger[name]
    other = Node(name, "health", {"x": 1}, "Another call", (ROOT,), status)
    later = to_response(other, node("2", "now"), last="2")
    assert [one.id for one in executor.frontier(later)] == ["2"]
    executor.run_wave(later)
    assert waves == [[name], ["2"]]
    assert executor.ledger[name] == ran


def test_a_submitted_status_skips_nothing() -> None:
    executor, waves = simulated()
    made = plan(("1", "root"), ("2", "1"))
    executor.run_on(Plan(tuple(replace(one, status=True) for one in made.nodes)))
    assert waves == [["1"], ["2"]]


def test_what_depends_on_a_failed_node_waits_for_a_new_one_in_its_place() -> None:
    executor, waves = simulated()
    executor.run_on(plan(("x1", "root"), ("2", "x1")))
    assert waves == [["x1"]]
    executor.run_on(plan(("x1", "root"), ("1b", "root"), ("2", "1b")))
    assert waves == [["x1"], ["1b"], ["2"]]
    assert executor.completed
    assert list(executor.ledger) == ["x1", "1b", "2"]
    assert executor.results == {"1b": "of 1b", "2": "of 2"}


def test_one_failed_need_among_others_is_enough_to_wait() -> None:
    executor, waves = simulated()
    executor.run_on(plan(("x1", "root"), ("2", "root"), ("3", "2 x1"), response="3 2"))
    assert waves == [["x1", "2"]]
    assert not executor.completed


def test_calls_stand_in_natural_order_of_their_ids() -> None:
    executor, waves = simulated()
    names = ["10", "2", "a10", "1", "a2"]
    wave = executor.run_wave(plan(*((name, "root") for name in names), response="1"))
    assert waves == [["a2", "a10", "1", "2", "10"]]
    assert [run.node for run in wave.runs] == ["a2", "a10", "1", "2", "10"]


def test_calls_of_one_wave_change_a_world_in_natural_order() -> None:
    executor, world = in_world()
    cities = {"10": "Oslo", "2": "Bergen"}
    made = [node(name, "set_primary_location", location=city) for name, city in cities.items()]
    executor.run_wave(to_response(*made))
    assert [run.outcome.status for run in executor.ledger.values()] == ["ok", "ok"]
    assert world.call("get_primary_location", {}).output == {"primary_location": "Oslo"}


def test_a_call_is_tried_in_the_world_as_it_was_before_its_wave() -> None:
    executor, world = in_world()
    sid = world.call("search_shops", {"shop_name": "a"}).output[0]["sid"]
    together = to_response(node("1", "star_shop", sid=sid), node("2", "unstar_shop", sid=sid))
    executor.run_wave(together)
    assert executor.ledger["1"].outcome.ok
    assert executor.ledger["2"].outcome.status == "failed"
    assert [shop["sid"] for shop in world.call("get_starred_shops", {}).output] == [sid]


def test_of_two_calls_that_exclude_each_other_the_first_in_order_runs() -> None:
    executor, world = in_world()
    savings = world.call("get_account_summary", {}).output["savings_balance"]
    most = {"amount": savings, "direction": "s2t"}
    wave = executor.run_wave(
        to_response(node("10", "transfer_funds", **most), node("9", "transfer_funds", **most))
    )
    assert [(run.node, run.outcome.status) for run in wave.runs] == [("9", "ok"), ("10", "failed")]
    assert world.call("get_account_summary", {}).output["savings_balance"] == 0


def test_what_is_not_ok_when_tried_changes_nothing() -> None:
    executor, world = in_world()
    before = world.state_hash
    wave = executor.run_wave(
        to_response(
            node("1", "star_shop", sid="shop_nowhere"),
            node("2", "star_shops", sid="shop_nowhere"),
            node("3", "star_shop", shop="shop_nowhere"),
        )
    )
    assert [run.outcome.status for run in wave.runs] == ["failed", "error", "error"]
    assert world.state_hash == before


def test_only_results_of_earlier_waves_can_be_referred_to() -> None:
    executor, _ = in_world()
    made = to_response(
        node("1", "add", a=1, b=2),
        node("2", "add", a="{{1}}", b=1),
        node("3", "add", "1", a="{{1}}", b=10),
        last="3",
    )
    executor.run_on(made)
    assert executor.ledger["2"] == NodeRun(
        "2",
        1,
        "add",
        {"a": "{{1}}", "b": 1},
        Outcome("error", "There is no result of node 1 to refer to."),
    )
    assert executor.ledger["3"] == NodeRun("3", 2, "add", {"a": 3.0, "b": 10}, Outcome("ok", 13.0))
    assert executor.completed


def test_a_result_of_a_failed_node_can_not_be_referred_to() -> None:
    executor, _ = simulated()
    executor.run_on(
        to_response(node("x1", "now"), replace(node("2", "add", a="{{x1}}"), dependencies=(ROOT,)))
    )
    later = to_response(node("x1", "now"), node("3", "add", a="{{x1}}"))
    executor.run_wave(later)
    assert executor.ledger["3"].outcome == Outcome(
        "error", "There is no result of node x1 to refer to."
    )


def test_a_fault_stands_for_the_call_which_is_not_made() -> None:
    executor, waves = simulated()
    lost = Outcome("internal_error", None)
    wave = executor.run_wave(
        to_response(node("1", "now"), node("2", "add", a="{{9}}")), {"1": lost, "2": lost}
    )
    assert [run.outcome for run in wave.runs] == [lost, lost]
    assert waves == []
    assert executor.run_wave(plan(("1", "root"))).runs == ()


def test_a_fault_leaves_the_world_as_it_is_and_the_others_run() -> None:
    executor, world = in_world()
    sids = [shop["sid"] for shop in world.call("search_shops", {"shop_name": "a"}).output]
    made = to_response(node("1", "star_shop", sid=sids[0]), node("2", "star_shop", sid=sids[1]))
    executor.run_wave(made, {"1": Outcome("internal_error", "The call timed out.")})
    assert executor.ledger["1"].arguments == {"sid": sids[0]}
    assert [shop["sid"] for shop in world.call("get_starred_shops", {}).output] == [sids[1]]


def test_a_run_is_observed_with_what_was_called_and_what_came_of_it() -> None:
    executor, _ = in_world()
    executor.run_wave(to_response(node("1", "add", a=1, b=2)))
    assert executor.ledger["1"].as_json() == {
        "id": "1",
        "tool": "add",
        "arguments": {"a": 1, "b": 2},
        "status": "ok",
        "output": 3.0,
    }


def test_forks_of_an_executor_go_their_own_ways() -> None:
    executor, world = in_world()
    moved = node("1", "set_primary_location", location="Oslo")
    twin = executor.fork()
    twin.run_on(to_response(moved))
    assert (executor.rounds, executor.ledger, executor.completed) == (0, {}, False)
    assert world.call("get_primary_location", {}).output["primary_location"] != "Oslo"
    again = twin.fork()
    assert (again.rounds, list(again.ledger), again.completed) == (2, ["1"], True)
    again.reject()
    assert (again.rounds, twin.rounds) == (3, 2)


def test_a_recorded_run_can_be_made_again_call_by_call() -> None:
    made = plan(("1", "root"), ("x2", "root"), ("3", "1"), response="3")
    backend = SimulatedBackend(echo)
    first = Executor(backend)
    first.run_on(made)
    assert [outcome for *_, outcome in backend.recorded] == [
        SPENT,
        Outcome("ok", "of 1"),
        Outcome("ok", "of 3"),
    ]
    again = Executor(RecordedBackend(backend.recorded))
    again.run_on(made)
    assert again.ledger == first.ledger
    assert again.completed


def test_of_equal_recorded_calls_each_is_given_once_in_order() -> None:
    recorded = [
        ("add", {"a": 1, "b": 2}, Outcome("failed", "first")),
        ("add", {"b": 2, "a": 1}, Outcome("ok", "second")),
        ("now", {}, Outcome("ok", "another")),
    ]
    backend = RecordedBackend(recorded)
    call = PlannedCall("1", "add", {"b": 2, "a": 1})
    assert [backend.wave([call])[0].output for _ in range(2)] == ["first", "second"]
    with pytest.raises(NotRecorded, match=r"^add, called by node 1, was not recorded\.$"):
        backend.wave([call])
    with pytest.raises(NotRecorded):
        backend.wave([PlannedCall("2", "add", {"a": 1})])


def test_forks_of_records_are_used_up_apart() -> None:
    call = PlannedCall("1", "now", {})
    backend = RecordedBackend([("now", {}, Outcome("ok", 1)), ("now", {}, Outcome("ok", 2))])
    backend.wave([call])
    twin = backend.fork()
    assert twin.wave([call]) == [Outcome("ok", 2)]
    assert backend.wave([call]) == [Outcome("ok", 2)]


def test_forks_of_a_simulation_record_apart() -> None:
    call = PlannedCall("1", "now", {})
    backend = SimulatedBackend(echo)
    backend.wave([call])
    twin = backend.fork()
    twin.wave([call])
    assert (len(backend.recorded), len(twin.recorded)) == (1, 2)


def test_a_simulation_that_forgets_a_call_is_an_error_of_ours() -> None:
    executor = Executor(SimulatedBackend(lambda calls: []))
    with pytest.raises(ValueError, match="zip"):
        executor.run_wave(plan(("1", "root")))
