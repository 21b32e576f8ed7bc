"""Success against the number of distractors: paired, or not at all."""

from __future__ import annotations

import pytest

from evaluators import Estimate
from tests.webapp.leaderboard.courses import RETRIEVAL, needed, of_a_run_set, under
from tests.webapp.leaderboard.records import errored, instance_of, scored
from webapp.accounts.models import User
from webapp.attempts.models import Attempt
from webapp.leaderboard.findings_curve import Curves, Line, curve_lines, read_curves
from webapp.leaderboard.sets import condition_sets

TASKS = [f"task {number}" for number in range(8)]


def curves(words: str = "default conditions", level: str = "", app: str = "") -> Curves:
    """The curves of the set of conditions that is told in these words."""
    return read_curves(next(s for s in condition_sets() if s.words == words), level, app)


def means(line: Line) -> list[tuple[str, float | None]]:
    """The points of a line."""
    return [(point.word, point.success.mean) for point in line.points]


def test_only_instances_that_are_scored_under_every_number_count() -> None:
    for number, task in enumerate(TASKS):
        scored("agent", instance_of(task), int(number < 2))
        under(needed(10), "agent", instance_of(task), int(number < 4))
    for task in TASKS[:4]:
        under(needed(0), "agent", instance_of(task))

    (line,) = curves().lines
    assert means(line) == [("0", 1), ("10", 1), ("all", 0.5)]
    assert [point.scored for point in line.points] == [4, 8, 8]
    assert line.shared == 4
    assert line.change.mean == -0.5
    assert (curves().single, curves().numbers) == (0, [0, 10, 10_001])


def test_repeats_of_an_instance_weigh_as_one() -> None:
    for made in (0, 0, 1, 1):
        scored("agent", instance_of("one"), made)
    scored("agent", instance_of("two"), 1)
    for task in ("one", "two"):
        under(needed(0), "agent", instance_of(task))

    (line,) = curves().lines
    assert means(line) == [("0", 1), ("all", 0.75)]
    assert line.points[1].success.n == 2
    assert (line.change.mean, line.change.clusters) == (-0.25, 2)


def test_without_a_shared_instance_nothing_is_compared() -> None:
    scored("agent", instance_of("one"))
    under(needed(3), "agent", instance_of("two"))

    found = curves()
    assert means(found.lines[0]) == [("3", None), ("all", None)]
    assert found.lines[0].change == Estimate(None, None, None, 0, 0)
    assert (found.lines[0].shared, found.drawn) == (0, [])
    assert not found.lines[0].is_worse


def test_one_number_alone_is_no_curve() -> None:
    scored("agent", instance_of())
    assert (curves().lines, curves().single) == ([], 1)


def test_what_errored_is_no_failure_and_takes_its_instance_out() -> None:
    for task in TASKS[:2]:
        under(needed(0), "agent", instance_of(task))
    scored("agent", instance_of(TASKS[0]))
    errored("agent", instance_of(TASKS[1]))

    (line,) = curves().lines
    assert (line.shared, means(line)) == (1, [("0", 1), ("all", 1)])


def test_an_unscored_number_is_no_number() -> None:
    under(needed(0), "agent", instance_of())
    errored("agent", instance_of())
    assert (curves().lines, curves().single) == ([], 1)


def test_a_clear_fall_is_told_and_a_fall_over_few_tasks_is_not() -> None:
    for number, task in enumerate(TASKS):
        under(needed(0), "falls", instance_of(task))
        scored("falls", instance_of(task), 0)
        under(needed(0), "rises", instance_of(task), 0)
        scored("rises", instance_of(task))
        if number < 5:
            under(needed(0), "short", instance_of(task))
            scored("short", instance_of(task), 0)

    found = {line.who.name: line for line in curves().lines}
    assert found["falls"].change == Estimate(-1, -1, -1, 8, 8)
    assert {name: (line.is_worse, line.is_better) for name, line in found.items()} == {
        "falls": (True, False),
        "rises": (False, True),
        "short": (False, False),
    }
    assert found["short"].is_short
    assert (curves().worse, curves().better) == (1, 1)


def test_the_strategies_of_one_loop_are_one_line() -> None:
    few, full = of_a_run_set("distractors"), of_a_run_set("full_context")
    under(needed(0), few, instance_of())
    under({}, full, instance_of(), 0)

    (line,) = curves().lines
    assert means(line) == [("0", 1), ("all", 0)]
    assert [point.who.name for point in line.points] == ["m, distractors", "m, full_context"]


def test_other_models_and_two_of_one_strategy_stay_apart() -> None:
    under(needed(0), of_a_run_set("distractors"), instance_of())
    under({}, of_a_run_set("full_context", model="other"), instance_of())
    assert (curves().lines, curves().single) == ([], 2)

    under({}, of_a_run_set("full_context"), instance_of())
    under({}, of_a_run_set("full_context", name="once more"), instance_of())
    assert (curves().lines, curves().single) == ([], 4)


def test_words_of_somebodys_own_join_nobody() -> None:
    from webapp.attempts.opening import agent

    for number, strategy in enumerate(("distractors", "full_context")):
        who = agent(strategy, {"strategy": strategy}, None)
        under(needed(number), who, instance_of())
    assert (
        read_curves(condition_sets()[0]).single,
        read_curves(condition_sets()[0]).lines,
    ) == (2, [])


def test_whatever_else_differs_is_no_part_of_the_curve() -> None:
    scored("agent", instance_of())
    under(needed(0) | {"profile": "none"}, "agent", instance_of())
    under(RETRIEVAL, "agent", instance_of())
    assert (curves().lines, curves().single) == ([], 1)
    assert curves("no faults and only the needed tools and 0 others listed").single == 1


def test_the_curve_is_the_same_from_each_of_its_conditions() -> None:
    scored("agent", instance_of())
    under(needed(0), "agent", instance_of())
    under(RETRIEVAL, "agent", instance_of())
    assert len({id(read_curves(chosen)) for chosen in condition_sets()}) == 1
    assert len(condition_sets()) == 3


def test_people_are_a_line_of_their_own() -> None:
    user = User.objects.create_user("Ada")
    scored(user, instance_of())
    under(needed(0), user, instance_of(), 0)
    (line,) = curves().lines
    assert (line.who.name, means(line)) == ("Ada", [("0", 0), ("all", 1)])


def test_level_and_app_choose_and_hide_who_tells_traps() -> None:
    for who in ("agent", "greedy"):
        for task, level in (("one", 1), ("two", 2)):
            instance = instance_of(task, level=level)
            scored(who, instance, int(level == 1))
            under(needed(0), who, instance)

    assert [line.who.name for line in curves().lines] == ["agent", "greedy"]
    (line,) = curves(level="2").lines
    assert (line.who.name, means(line)) == ("agent", [("0", 1), ("all", 0)])
    assert curves(level="1", app="LightTalk").lines == []


def test_every_point_is_a_line_for_programs() -> None:
    for task in TASKS:
        under(needed(0), "agent", instance_of(task))
        scored("agent", instance_of(task), 0)

    first, last = curve_lines(curves())
    assert (first["distractors"], first["success"]) == ("0", 1)
    assert (last["distractors"], last["success"]) == ("all", 0)
    assert {line["change"] for line in (first, last)} == {-1}
    assert (last["shared_instances"], last["tasks"], last["scored_instances"]) == (8, 8, 8)


@pytest.mark.parametrize("suite", ["older"])
def test_other_versions_of_a_suite_never_mix(suite: str) -> None:
    from webapp.benchmark.models import Suite

    under(needed(0), "agent", instance_of())
    Suite.objects.update(version=suite)
    scored("agent", instance_of())
    assert Attempt.objects.count() == 2
    assert (curves().lines, curves().single) == ([], 1)
