"""The floors: what comes of doing nothing, by what the instances ask for."""

from __future__ import annotations

from evaluators import TaskKind
from sandboxes.tasks import Decline, find_instance
from tests.webapp.builders import SUITE, public_instance
from tests.webapp.leaderboard.records import scored
from webapp.benchmark.models import Instance
from webapp.leaderboard.board import read_board


def kind_of(task: str, seed: int) -> TaskKind | None:
    """What a task asks for at a seed; None if it doesn't fit the seed's world."""
    try:
        return find_instance(SUITE, task, seed).draft.kind
    except Decline:
        return None


NUDGE_SEED = next(seed for seed in range(1, 9) if kind_of("nudge_if_silent", seed))


def test_the_floors_are_counted_from_the_instances() -> None:
    for task in ("share_contact", "buy_sold_out", "buy_cheapest"):
        scored("agent", public_instance(task))
    scored("agent", public_instance("nudge_if_silent", NUDGE_SEED))

    done, cannot = read_board().floors
    assert (done.claim, done.right, done.instances, done.share) == ("done", 1, 4, 0.25)
    assert (cannot.claim, cannot.right, cannot.instances) == ("cannot_be_done", 1, 4)


def test_what_has_not_passed_the_gate_is_no_floor() -> None:
    scored("agent", public_instance("share_contact"))
    public_instance("buy_sold_out")
    Instance.objects.filter(task__name="buy_sold_out").update(gate_passed=False)
    assert [floor.instances for floor in read_board().floors] == [1, 1]
