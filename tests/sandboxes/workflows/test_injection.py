"""Each of the fourteen errors is what docs/recovery.md says, and nothing else is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import networkx as nx
import pytest

from sandboxes import catalogue
from sandboxes._streams import Stream
from sandboxes.workflows import (
    RESPONSE,
    ROOT,
    Difference,
    ErrorType,
    Executor,
    Label,
    Node,
    NoPlace,
    Plan,
    RecoveryInstance,
    difference,
    find_workflow,
    graph_of,
    layers,
    make_faulty,
    make_workflow,
    problems,
    references,
    sound_plan,
)
from sandboxes.workflows.injection._flaw import Site, depths_of
from sandboxes.workflows.injection._injectors import INJECTORS
from tests.sandboxes.workflows.faulty import faulty, instances, several

PER_TYPE, MANY = 5, 50
MAY_REACH_THE_GOAL = {ErrorType.SERIAL_ERROR, ErrorType.TOOLCALL_REDUNDANCY}
NOTHING = Difference((), (), {}, (), ())


def reference(made: RecoveryInstance) -> Plan:
    """The plan without faults, with the statuses of the one that is held."""
    held = made.plan.by_id
    return Plan(
        tuple(
            replace(node, status=held[node.id].status) if node.id in held else node
            for node in made.workflow.plan.nodes
        )
    )


def change(made: RecoveryInstance) -> Difference:
    """What the error has changed in the plan."""
    return difference(reference(made), made.plan)


def run_on(made: RecoveryInstance, plan: Plan) -> Executor:
    executor = made.executor.fork()
    executor.run_on(plan)
    return executor


def depths(made: RecoveryInstance, plan: Plan) -> dict[str, int]:
    """In which wave from now each node that did not run yet runs."""
    ahead = graph_of(plan)
    ahead.remove_nodes_from([ROOT, *made.executor.ledger])
    return {
        name: depth
        for depth, layer in enumerate(nx.topological_generations(ahead), start=1)
        for name in layer
    }


def named(made: RecoveryInstance) -> tuple[Node, Node]:
    """The node that the label names, as it was and as it is."""
    name = made.labels[0].node
    return made.workflow.plan.by_id[name], made.plan.by_id[name]


def lost_edge(made: RecoveryInstance) -> tuple[str, str]:
    """The one edge that is gone: (needed, needing)."""
    ((need, name),) = change(made).edges_removed
    assert name == made.labels[0].node
    assert (need, name) in made.workflow.edges
    assert not {need, name} & made.executor.ledger.keys(), "both are still ahead"
    return need, name


def is_dependence_error(made: RecoveryInstance) -> None:
    need, name = lost_edge(made)
    (wrong,) = change(made).edges_added
    assert change(made) == replace(NOTHING, edges_added=(wrong,), edges_removed=((need, name),))
    assert wrong[1] == name
    assert wrong[0] not in {ROOT, need, *made.workflow.plan.by_id[name].dependencies}
    assert need not in nx.ancestors(graph_of(made.plan), name), "the right one is waited for"
    ahead = depths(made, made.plan)
    assert ahead[name] <= ahead[need]


def is_missing_edge(made: RecoveryInstance) -> tuple[int, int]:
    """An edge is gone and nothing else; the waves of the node and of what it needs."""
    need, name = lost_edge(made)
    found = change(made)
    began = ((ROOT, name),) if made.plan.by_id[name].dependencies == (ROOT,) else ()
    assert found == replace(NOTHING, edges_removed=((need, name),), edges_added=began)
    ahead = depths(made, made.plan)
    return ahead[name], ahead[need]


def is_dependence_null(made: RecoveryInstance) -> None:
    own, needed = is_missing_edge(made)
    assert own < needed


def is_parallelism_error(made: RecoveryInstance) -> None:
    own, needed = is_missing_edge(made)
    assert own == needed


def is_serial_error(made: RecoveryInstance) -> None:
    found, graph = change(made), graph_of(made.workflow.plan)
    ((need, name),) = found.edges_added
    assert found.edges_removed in ((), ((ROOT, name),))
    assert replace(found, edges_added=(), edges_removed=()) == NOTHING
    assert not nx.has_path(graph, need, name)
    assert not nx.has_path(graph, name, need)
    longer, right = run_on(made, made.plan), run_on(made, made.repairs[0])
    assert made.workflow.is_solved(longer)
    assert longer.rounds > right.rounds


def parameters(made: RecoveryInstance) -> tuple[str, Mapping[str, Any], Mapping[str, Any], Any]:
    """The parameter that the label names, the arguments before and after, and its schema."""
    (label,) = made.labels
    part, _, parameter = label.field.partition("/")
    assert part == "arguments"
    assert change(made) == replace(NOTHING, changed={label.node: ("arguments",)})
    was, became = named(made)
    schema = catalogue()[was.tool or ""].input_schema
    return parameter, was.arguments, became.arguments, schema


def is_parameter_error(made: RecoveryInstance) -> None:
    parameter, was, became, schema = parameters(made)
    (label,) = made.labels
    assert parameter in schema["required"]
    assert label.became not in schema["properties"]
    assert (label.was, label.became in became) == (parameter, True)
    assert list(became.values()) == list(was.values())
    assert set(was) - set(became) == {parameter}
    assert refused(made) == "error"


def is_parameter_missing(made: RecoveryInstance) -> None:
    parameter, was, became, schema = parameters(made)
    (label,) = made.labels
    assert parameter in schema["required"]
    assert became == {name: value for name, value in was.items() if name != parameter}
    assert (label.was, label.became) == (was[parameter], None)
    assert refused(made) == "error"


def fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Whether a value is of the type that a schema asks for."""
    kinds: dict[str, tuple[type, ...]] = {
        "string": (str,),
        "integer": (int,),
        "number": (int, float),
        "boolean": (bool,),
        "array": (list,),
    }
    kind = schema["type"]
    if isinstance(value, bool) and kind != "boolean":
        return False
    if kind == "array" and isinstance(value, list):
        return all(fits(part, schema["items"]) for part in value)
    return isinstance(value, kinds[kind])


def one_value_differs(made: RecoveryInstance) -> tuple[Any, Any]:
    """The new value of the one argument that differs, and the schema of its parameter."""
    parameter, was, became, schema = parameters(made)
    (label,) = made.labels
    assert list(became) == list(was)
    assert {name for name in was if was[name] != became[name]} == {parameter}
    assert (label.was, label.became) == (was[parameter], became[parameter])
    return became[parameter], schema["properties"][parameter]


def is_parameter_invalid(made: RecoveryInstance) -> None:
    value, schema = one_value_differs(made)
    assert fits(value, schema)
    assert not list(references(value))
    assert refused(made) in ("failed", "error")


def is_type_error(made: RecoveryInstance) -> None:
    value, schema = one_value_differs(made)
    assert not fits(value, schema)
    assert refused(made) == "error"


def refused(made: RecoveryInstance) -> str:
    """With which status the faulty call is refused when the plan goes on."""
    executor = run_on(made, made.plan)
    assert not executor.completed
    return executor.ledger[made.labels[0].node].outcome.status


def is_lost_return(made: RecoveryInstance, output: str | None) -> None:
    (label,) = made.labels
    run = made.executor.ledger[label.node]
    assert (run.outcome.status, run.outcome.output) == ("internal_error", output)
    assert label.became == output
    assert run.round == made.rounds_before == label.round
    assert change(made) == NOTHING
    assert all(
        other.outcome.ok for name, other in made.executor.ledger.items() if name != label.node
    )
    again = [node for node in made.repairs[0].calls if node.id not in made.plan.by_id]
    assert [(node.tool, node.arguments) for node in again] == [
        (named(made)[0].tool, named(made)[0].arguments)
    ]
    quiet = made.workflow.start()
    for _ in range(label.round):
        quiet.run_wave(
            Plan(
                tuple(
                    node
                    for node in made.workflow.plan.nodes
                    if label.node not in nx.ancestors(graph_of(made.workflow.plan), node.id)
                    and node.id != label.node
                )
            )
        )
    worlds = [executor.backend.world.state_hash for executor in (quiet, made.executor)]  # type: ignore[attr-defined]
    assert worlds[0] == worlds[1], "the call has changed the world"


def is_null_error(made: RecoveryInstance) -> None:
    is_lost_return(made, None)


def is_timeout_error(made: RecoveryInstance) -> None:
    is_lost_return(made, "The call timed out; nothing was changed.")


def is_tool_name_error(made: RecoveryInstance) -> None:
    (label,) = made.labels
    was, became = named(made)
    assert change(made) == replace(NOTHING, changed={label.node: ("tool",)})
    assert (label.field, label.was, label.became) == ("tool", was.tool, became.tool)
    assert became.tool not in catalogue()
    assert refused(made) == "error"


def is_tool_select_error(made: RecoveryInstance) -> None:
    (label,) = made.labels
    was, became = named(made)
    assert set(change(made).changed) == {label.node}
    assert change(made).changed[label.node] in (("tool",), ("tool", "arguments"))
    assert (label.field, label.was, label.became) == ("tool", was.tool, became.tool)
    assert became.tool != was.tool
    assert list(became.arguments.values()) == list(was.arguments.values())
    schema = catalogue()[became.tool or ""].input_schema
    assert set(became.arguments) <= set(schema["properties"])
    assert set(schema.get("required", ())) <= set(became.arguments)
    run = run_on(made, made.plan).ledger.get(label.node)
    assert run is None or run.outcome.status != "error" or list(references(dict(was.arguments)))


def is_toolcall_missing(made: RecoveryInstance) -> None:
    (label,) = made.labels
    gone = made.workflow.plan.by_id[label.node]
    assert change(made).removed == (label.node,)
    assert (change(made).added, change(made).changed) == ((), {})
    assert label.node not in made.executor.ledger
    assert (label.field, label.was, label.became) == ("node", gone.as_json(), None)
    for need, name in change(made).edges_added:
        assert need in gone.dependencies
        assert label.node in made.workflow.plan.by_id[name].dependencies
    for edge in change(made).edges_removed:
        assert label.node in edge


def is_toolcall_redundancy(made: RecoveryInstance) -> None:
    (label,) = made.labels
    extra = made.plan.by_id[label.node]
    assert change(made).added == (label.node,)
    assert (change(made).removed, change(made).changed) == ((), {})
    assert (label.field, label.was, label.became) == ("node", None, extra.as_json())
    assert not catalogue()[extra.tool or ""].mutates
    (need,) = extra.dependencies
    assert set(change(made).edges_added) == {(need, label.node), (label.node, RESPONSE)}
    assert need == ROOT or made.executor.ledger[need].outcome.ok
    more, right = run_on(made, made.plan), run_on(made, made.repairs[0])
    assert more.ledger[label.node].outcome.ok
    assert made.workflow.is_solved(more)
    assert len(more.ledger) == len(right.ledger) + 1
    assert more.rounds >= right.rounds


CHECKS: Mapping[ErrorType, Callable[[RecoveryInstance], None]] = {
    ErrorType.DEPENDENCE_ERROR: is_dependence_error,
    ErrorType.DEPENDENCE_NULL: is_dependence_null,
    ErrorType.PARALLELISM_ERROR: is_parallelism_error,
    ErrorType.SERIAL_ERROR: is_serial_error,
    ErrorType.PARAMETER_ERROR: is_parameter_error,
    ErrorType.PARAMETER_INVALID: is_parameter_invalid,
    ErrorType.PARAMETER_MISSING: is_parameter_missing,
    ErrorType.TYPE_ERROR: is_type_error,
    ErrorType.NULL_ERROR: is_null_error,
    ErrorType.TIMEOUT_ERROR: is_timeout_error,
    ErrorType.TOOL_NAME_ERROR: is_tool_name_error,
    ErrorType.TOOL_SELECT_ERROR: is_tool_select_error,
    ErrorType.TOOLCALL_MISSING: is_toolcall_missing,
    ErrorType.TOOLCALL_REDUNDANCY: is_toolcall_redundancy,
}


def assert_proved(made: RecoveryInstance) -> None:
    """The unchanged plan is worse than every repair, which reaches the goal in G_q rounds."""
    assert problems(made.plan) == []
    assert sound_plan(made.plan.as_json()) == made.plan
    unchanged = run_on(made, made.plan)
    solved = made.workflow.is_solved(unchanged)
    assert not solved or {label.type for label in made.labels} <= MAY_REACH_THE_GOAL
    assert made.best_rounds == made.rounds_before + made.rounds_left
    assert made.repairs
    for repair in made.repairs:
        assert problems(repair) == []
        right = run_on(made, repair)
        assert made.workflow.is_solved(right)
        assert right.rounds == made.best_rounds
        worth = [(run.rounds, len(run.ledger)) for run in (right, unchanged)]
        assert not solved or worth[0] < worth[1]
    for node in made.plan.nodes:
        assert node.status is (node.id == ROOT or node.id in made.executor.ledger)


def assert_all_right(error: ErrorType, made: RecoveryInstance) -> None:
    (label,) = made.labels
    assert (label.type, made.level) == (error, 1)
    assert label.round == made.rounds_before
    assert made.id == f"{made.workflow.id}/{label.round}.{error}@{label.node}"
    assert_proved(made)
    CHECKS[error](made)


@pytest.mark.parametrize("error", ErrorType)
def test_an_error_is_what_it_claims_to_be_and_nothing_else_differs(error: ErrorType) -> None:
    found = faulty(error, PER_TYPE, 1)
    for made in found:
        assert_all_right(error, made)
    assert len({made.workflow.id for made in found}) == PER_TYPE


@pytest.mark.verify
@pytest.mark.parametrize("error", ErrorType)
def test_fifty_of_each_error_are_what_they_claim_to_be(error: ErrorType) -> None:
    found = faulty(error, MANY, 1, 2)
    for made in found:
        assert_all_right(error, made)
    assert len({made.rounds_before for made in found}) >= 3


def test_no_two_checks_take_each_others_errors_for_their_own() -> None:
    """A Parallelism_Error is no Dependence_Null, a Type_Error no Parameter_Invalid, and so on."""
    for error in ErrorType:
        made = faulty(error, PER_TYPE, 1)[0]
        for other in ErrorType:
            if other is not error:
                with pytest.raises((AssertionError, LookupError, TypeError, ValueError)):
                    CHECKS[other](made)


SEVERAL = [
    (ErrorType.TIMEOUT_ERROR, ErrorType.TYPE_ERROR),
    (ErrorType.SERIAL_ERROR, ErrorType.NULL_ERROR, ErrorType.TOOLCALL_MISSING),
    (ErrorType.TOOLCALL_REDUNDANCY, ErrorType.DEPENDENCE_NULL),
    (ErrorType.PARAMETER_MISSING, ErrorType.TOOL_SELECT_ERROR, ErrorType.PARALLELISM_ERROR),
]


def assert_stands(made: RecoveryInstance, label: Label) -> None:
    """What a label says can be seen in the plan that is held, or in what was returned."""
    if label.field == "output":
        run = made.executor.ledger[label.node]
        assert (run.round, run.outcome.status) == (label.round, "internal_error")
        assert run.outcome.output == label.became
        return
    node = made.plan.by_id.get(label.node)
    if label.type is ErrorType.TOOLCALL_MISSING:
        assert node is None
        return
    assert node is not None
    if label.field == "tool":
        assert node.tool == label.became
    elif label.field == "dependencies":
        added, removed = (set(label.became) - set(label.was)), set(label.was) - set(label.became)
        assert added <= {ROOT, *node.dependencies}
        assert not removed & (set(node.dependencies) - {ROOT})
    elif label.field != "node":
        assert node.arguments.get(label.field.partition("/")[2]) == label.became


@pytest.mark.parametrize("errors", SEVERAL)
def test_several_errors_stand_one_in_each_round_at_their_own_nodes(
    errors: tuple[ErrorType, ...],
) -> None:
    found = [made for made, _ in zip(several(*errors), range(3), strict=False)]
    assert len(found) == 3
    for made in found:
        assert [(label.round, label.type) for label in made.labels] == list(
            enumerate(errors, start=1)
        )
        assert made.level == 2
        assert made.rounds_before == len(errors)
        assert len({label.node for label in made.labels}) == len(errors)
        for label in made.labels:
            assert_stands(made, label)
        assert_proved(made)


def test_no_later_error_takes_an_earlier_one_away() -> None:
    """A call that is left out is not the one that an earlier label's edge comes from."""
    for first in (ErrorType.SERIAL_ERROR, ErrorType.DEPENDENCE_ERROR):
        found = several(first, ErrorType.TOOLCALL_MISSING)
        for made, _ in zip(found, range(12), strict=False):
            for label in made.labels:
                assert_stands(made, label)


def test_every_candidate_is_ahead_spares_what_it_should_and_can_be_run() -> None:
    for made in list(instances(1))[::8]:
        executor = made.start()
        executor.run_wave(made.plan)
        coming = [node.id for node in executor.frontier(made.plan)]
        spared = frozenset(coming[:1])
        for error, inject in INJECTORS.items():
            draw = Stream(1, "candidates", made.id, error)
            for flaw in inject(Site(made, made.plan, executor, 1, draw, spared)):
                label = flaw.label
                assert (label.type, label.round) == (error, 1)
                assert label.node not in {*executor.ledger, *spared}
                assert problems(flaw.apply(made.plan)) == []
                if flaw.fault is not None:
                    assert label.node in coming, "it is a call of the coming wave"
                elif label.was != label.became:
                    assert difference(made.plan, flaw.apply(made.plan)) != NOTHING
                if error is ErrorType.TOOL_NAME_ERROR:
                    assert label.became not in catalogue()
                if error is ErrorType.DEPENDENCE_ERROR:
                    (right,) = set(label.was) - set(label.became)
                    ahead = depths_of(flaw.apply(made.plan), executor)
                    assert ahead[label.node] <= ahead[right]
                if error is ErrorType.PARAMETER_ERROR:
                    tool = made.plan.by_id[label.node].tool or ""
                    assert label.became not in catalogue()[tool].input_schema["properties"]
                if error is ErrorType.SERIAL_ERROR:
                    (stranger,) = set(label.became) - set(label.was)
                    assert not nx.has_path(graph_of(made.plan), stranger, label.node)
                    longest = max(depths_of(made.plan, executor).values())
                    assert max(depths_of(flaw.apply(made.plan), executor).values()) > longest


def test_what_is_faulty_runs_before_the_subject_takes_over() -> None:
    """A wrong type of round 1 is refused in round 2 where its call was next."""
    ran = [
        made.executor.ledger[made.labels[0].node]
        for made, _ in zip(
            several(ErrorType.TYPE_ERROR, ErrorType.TIMEOUT_ERROR), range(8), strict=False
        )
        if made.labels[0].node in made.executor.ledger
    ]
    assert ran
    assert {(run.round, run.outcome.status) for run in ran} == {(2, "error")}


def test_an_error_for_which_there_is_no_place_is_told() -> None:
    made = next(iter(instances(1)))
    last = len(made.waves)
    with pytest.raises(NoPlace, match=r"^no place for Dependence_Null after wave"):
        make_faulty(made, ((last, ErrorType.DEPENDENCE_NULL),), Stream(1, "x"))
    with pytest.raises(NoPlace):
        make_faulty(made, ((last + 2, ErrorType.NULL_ERROR),), Stream(1, "x"))


def test_history_and_returns_are_all_that_ran() -> None:
    made = next(made for made in faulty(ErrorType.SERIAL_ERROR, PER_TYPE, 1))
    seen = [one["id"] for one in (*made.history, *made.observations)]
    assert seen == list(made.executor.ledger)
    assert {one["round"] for one in made.history} == set(range(1, made.rounds_before))
    assert made.fewest_calls == len(made.workflow.plan.calls)


def test_waves_are_the_layers_between_the_ends() -> None:
    made = make_workflow(find_workflow("farewell_and_arrival"), 1)
    assert [["root"], *made.waves, ["response"]] == layers(made.plan)
