"""Each workflow has an instance of recovery at each seed, always the same one."""

from __future__ import annotations

import pytest

from sandboxes.workflows import WorkflowError, recovery_instance

WORKFLOWS = ("tell_two_travellers", "pay_and_split", "gas_in_a_bottle")


@pytest.mark.parametrize("workflow", WORKFLOWS)
def test_an_instance_is_made_by_its_seed_alone(workflow: str) -> None:
    first, again = (recovery_instance(workflow, 2, 4) for _ in range(2))
    assert first.id == again.id
    assert first.plan == again.plan
    assert first.observations == again.observations
    assert recovery_instance(workflow, 2, 5).id != first.id


@pytest.mark.parametrize("workflow", WORKFLOWS)
def test_level_1_has_one_error_and_level_2_one_a_round(workflow: str) -> None:
    single, several = recovery_instance(workflow, 1, 1), recovery_instance(workflow, 2, 1)
    assert (single.level, len(single.labels)) == (1, 1)
    assert several.level == 2
    assert [label.round for label in several.labels] == list(range(1, len(several.labels) + 1))
    assert several.rounds_before == len(several.labels) in (2, 3)


def test_a_secret_makes_another_world() -> None:
    public = recovery_instance("tell_two_travellers", 1, 1)
    private = recovery_instance("tell_two_travellers", 1, 1, secret="s")
    assert private.workflow.world.seed != public.workflow.world.seed


def test_an_unknown_workflow_is_told() -> None:
    with pytest.raises(WorkflowError, match="no workflow 'x'; there are: "):
        recovery_instance("x", 1, 1)
