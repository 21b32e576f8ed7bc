"""What the checker tells of rounds: every error that was put in is found, and none is misnamed."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

import pytest

from agents.recovery import NaiveRecovery, OracleRecovery, UnchangedPlan
from evaluators.plans import plan_facts
from sandboxes.workflows import (
    ErrorType,
    Recipe,
    RecoveryEnvironment,
    RecoveryInstance,
    generate,
    recovery_evidence,
    remake,
)
from webapp.recovery.harvest_calls import is_wrong, types_of_call, types_of_run
from webapp.recovery.harvest_edges import edge_faults
from webapp.recovery.harvest_rounds import FaultyRound, faulty_rounds

Evidence = dict[str, Any]
_ALWAYS = {
    ErrorType.SERIAL_ERROR,
    ErrorType.PARAMETER_ERROR,
    ErrorType.PARAMETER_MISSING,
    ErrorType.TOOL_NAME_ERROR,
    ErrorType.TOOLCALL_REDUNDANCY,
}
"""Types that a rule decides wherever they are."""
_BEFORE = {ErrorType.NULL_ERROR, ErrorType.TIMEOUT_ERROR}
"""Types that came about before anybody took over: only the spent call is left of them."""


@cache
def instances(level: int, count: int) -> list[RecoveryInstance]:
    """Generated instances, all fourteen types among them."""
    found = []
    for batch in generate(level, count, 2):
        for made in batch.made:
            recipe = made["recipe"]
            errors = tuple((number, ErrorType(error)) for number, error in recipe["errors"])
            found.append(remake(Recipe(recipe["workflow"], recipe["seed"], errors, recipe["draw"])))
    return found


def evidence_of(agent: Any, instance: RecoveryInstance) -> Evidence:
    """What an agent leaves behind."""
    environment = RecoveryEnvironment(instance)
    agent(instance).act(environment)
    return recovery_evidence(environment)


def types_in(rounds: list[FaultyRound]) -> set[str]:
    """The types of the subject's own errors."""
    return {name for one in rounds for name in one.types}


def as_own(evidence: Evidence) -> Evidence:
    """The same, as if the subject had made the errors itself."""
    return {**evidence, "labels": []}


@pytest.mark.verify
def test_what_an_oracle_submits_is_never_harvested() -> None:
    for instance in (*instances(1, 42), *instances(2, 12)):
        assert list(faulty_rounds(evidence_of(OracleRecovery, instance))) == []


def test_every_error_is_found_and_none_has_another_name() -> None:
    labelled: dict[str, list[bool]] = defaultdict(list)
    for instance in instances(1, 42):
        rounds = list(faulty_rounds(as_own(evidence_of(UnchangedPlan, instance))))
        assert rounds, instance.id
        (label,) = instance.labels
        assert types_in(rounds) <= {label.type}, instance.id
        labelled[label.type].append(bool(types_in(rounds)))
    assert set(labelled) == set(ErrorType)
    for error in _ALWAYS:
        assert all(labelled[error]), error
    for error in _BEFORE:
        assert not any(labelled[error]), error


def test_at_level_2_no_type_is_told_that_was_not_put_in() -> None:
    for instance in instances(2, 12):
        rounds = list(faulty_rounds(as_own(evidence_of(UnchangedPlan, instance))))
        assert rounds, instance.id
        assert types_in(rounds) <= {label.type for label in instance.labels}, instance.id


def test_what_was_there_at_the_take_over_is_nobody_s_own_error() -> None:
    inherited = set()
    for instance in instances(1, 42):
        rounds = list(faulty_rounds(evidence_of(UnchangedPlan, instance)))
        assert types_in(rounds) == set(), instance.id
        inherited |= {name for one in rounds for name in one.inherited}
        first = rounds[0].findings[0]
        assert first.inherited or first.kind == "call", instance.id
        if first.inherited:
            assert first.since == instance.labels[0].round
    assert inherited >= _ALWAYS


def test_each_plan_that_misses_an_edge_or_has_a_slip_is_harvested() -> None:
    seen = 0
    for instance in instances(1, 42):
        for agent in (UnchangedPlan, NaiveRecovery):
            evidence = evidence_of(agent, instance)
            harvested = {one.place for one in faulty_rounds(evidence)}
            for place, submission in enumerate(evidence["submissions"]):
                rules = plan_facts({**evidence, "submissions": [submission]}).rules
                if rules["S2"].value == 0 or rules["S3"].value in (0, 0.5):
                    seen += 1
                    assert place in harvested, (instance.id, place)
    assert seen > 20


def test_errors_of_two_rounds_make_level_2() -> None:
    levels = {
        tuple(sorted(one.level for one in faulty_rounds(evidence_of(UnchangedPlan, instance))))
        for instance in instances(2, 12)
    }
    assert any(2 in found for found in levels)
    for instance in instances(2, 12):
        for one in faulty_rounds(evidence_of(UnchangedPlan, instance)):
            assert one.level == (2 if len({finding.since for finding in one.findings}) > 1 else 1)


def test_a_refused_submission_is_harvested_without_a_label() -> None:
    environment = RecoveryEnvironment(instances(1, 42)[0])
    environment.call("submit_plan", {"thought": "", "plan": {"nodes": []}})
    (found,) = faulty_rounds(recovery_evidence(environment))
    (finding,) = found.findings
    assert (finding.kind, finding.type, finding.inherited) == ("refused", None, False)
    assert (found.plan, found.observations, found.types) == (None, [], [])
    assert found.refusal == finding.sentence
    assert found.refusal
    assert found.is_unlabelled


def run(status: str, output: Any, **arguments: Any) -> dict[str, Any]:
    """A call of send_message as the ledger holds it."""
    return {
        "id": "3",
        "round": 2,
        "tool": "send_message",
        "arguments": arguments,
        "status": status,
        "output": output,
    }


def called(tool: str = "send_message", **arguments: Any) -> dict[str, Any]:
    """A node of a plan."""
    return {"id": "3", "tool": tool, "arguments": arguments}


@pytest.mark.parametrize(
    ("status", "output", "types"),
    [
        ("internal_error", None, (ErrorType.NULL_ERROR,)),
        (
            "internal_error",
            "The call timed out; nothing was changed.",
            (ErrorType.TIMEOUT_ERROR,),
        ),
        ("internal_error", "The network is down.", ()),
        ("failed", "There is no such contact.", ()),
        ("ok", [], ()),
    ],
)
def test_what_came_back_is_named_only_where_it_says_so(
    status: str, output: Any, types: tuple[ErrorType, ...]
) -> None:
    made = run(status, output, uid="u", content="c")
    assert is_wrong(made, expected=False)
    assert types_of_run(made, called(uid="u", content="c"), {"send_message"}, {}) == types


def test_an_empty_result_that_the_reference_gets_as_well_is_no_error() -> None:
    assert not is_wrong(run("ok", []), expected=True)
    assert is_wrong(run("failed", "No."), expected=True)


@pytest.mark.parametrize(
    ("node", "types"),
    [
        (called("sendMessage", uid="u"), (ErrorType.TOOL_NAME_ERROR,)),
        (called(uid="u"), (ErrorType.PARAMETER_MISSING,)),
        (called(uid="u", text="c"), (ErrorType.PARAMETER_ERROR,)),
        (called(text="c"), (ErrorType.PARAMETER_ERROR, ErrorType.PARAMETER_MISSING)),
        (called(uid="u", content="c", text="c"), ()),
        (called(uid=["u"], content="c"), (ErrorType.TYPE_ERROR,)),
        (called(uid="", content="c"), (ErrorType.PARAMETER_INVALID,)),
        (called(uid="{{1/uid}}", content=""), ()),
        (called(uid="{{1/uid}}", content=["{{1}}"]), (ErrorType.TYPE_ERROR,)),
        (called("delete_message", uid="u"), ()),
    ],
)
def test_a_call_is_named_by_its_schema_alone(
    node: dict[str, Any], types: tuple[ErrorType, ...]
) -> None:
    assert types_of_call(node, {"send_message"}) == types


def plan_of(**needs: list[str]) -> dict[str, Any]:
    """A submission whose calls are called as the reference's are; nothing ran yet."""
    needs = {"root": [], **needs}
    nodes = [{"id": one, "arguments": {}, "dependencies": needs[one]} for one in needs]
    return {
        "plan": {"nodes": nodes},
        "matching": {one: one for one in needs if one != "root"},
        "ran": [],
    }


_EDGES = [["a", "b"], ["b", "c"]]


@pytest.mark.parametrize(
    ("needs", "faults"),
    [
        ({"a": ["root"], "b": ["a"], "c": ["b"], "d": ["root"]}, []),
        (
            {"a": ["root"], "b": ["a"], "c": ["root"], "d": ["root"]},
            [("b", "c", True, ErrorType.DEPENDENCE_NULL)],
        ),
        (
            {"a": ["root"], "b": ["root"], "c": ["b"], "d": ["root"]},
            [("a", "b", True, ErrorType.PARALLELISM_ERROR)],
        ),
        (
            {"a": ["root"], "b": ["a"], "c": ["d"], "d": ["root"]},
            [("b", "c", True, ErrorType.DEPENDENCE_ERROR)],
        ),
        (
            {"a": ["root"], "b": ["a"], "c": ["b"], "d": ["a"]},
            [("a", "d", False, ErrorType.SERIAL_ERROR)],
        ),
        (
            {"a": ["b"], "b": ["root"], "c": ["b"], "d": ["root"]},
            [("b", "a", False, None), ("a", "b", True, None)],
        ),
        ({"a": ["root"], "b": ["a"], "c": ["a", "b"], "d": ["root"]}, []),
    ],
)
def test_an_edge_is_named_by_when_both_calls_run(
    needs: dict[str, list[str]], faults: list[tuple[str, str, bool, ErrorType | None]]
) -> None:
    found = edge_faults(plan_of(**needs), _EDGES)
    assert [(one.needed, one.needing, one.missing, one.type) for one in found] == faults


def test_an_edge_to_a_call_that_ran_is_missed_but_not_named() -> None:
    submission = plan_of(a=["root"], b=["root"], c=["b"]) | {"ran": ["a"]}
    (fault,) = edge_faults(submission, _EDGES)
    assert (fault.needed, fault.needing, fault.type) == ("a", "b", None)
    assert fault.sentence == "nothing makes node b wait for node a"


def test_a_result_that_is_used_too_early_lacks_an_edge_whatever_the_call_is_for() -> None:
    submission = plan_of(a=["root"], b=["a"], c=["root"])
    submission["matching"] = {}
    submission["plan"]["nodes"][-1]["arguments"] = {"uid": "{{b/uid}}"}
    (fault,) = edge_faults(submission, [])
    assert (fault.needed, fault.needing, fault.type) == ("b", "c", ErrorType.DEPENDENCE_NULL)
    submission["plan"]["nodes"][-1]["dependencies"] = ["a"]
    (fault,) = edge_faults(submission, [])
    assert (fault.needed, fault.needing, fault.type) == ("b", "c", None)
