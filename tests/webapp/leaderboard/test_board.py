"""The board: what counts, what it comes to, and what is not compared."""

from __future__ import annotations

import pytest

from evaluators import RankInterval
from tests.webapp.builders import public_instance
from tests.webapp.leaderboard.records import (
    FAILED,
    FAULT,
    OK,
    SYNTACTIC,
    attempt_of,
    errored,
    instance_of,
    score,
    scored,
)
from tests.webapp.pages.personas import Persona
from webapp import clock
from webapp.accounts.models import User
from webapp.attempts.models import Attempt
from webapp.benchmark.models import PrivateDraw, Suite
from webapp.leaderboard.board import ALL_PEOPLE, Board, Row, read_board
from webapp.leaderboard.rows import Mean

TASKS = [f"task {number}" for number in range(8)]


def row_of(name: str, board: Board | None = None) -> Row:
    """The row of a name."""
    return next(row for row in (board or read_board()).rows if row.name == name)


def a_person(name: str) -> User:
    """A participant."""
    return User.objects.create_user(name)


def test_without_attempts_the_board_is_empty() -> None:
    instance_of()
    board = read_board()
    assert (board.chosen, board.rows, board.sets) == (None, [], [])


def test_a_row_has_its_rates_and_what_they_are_of() -> None:
    scored("agent", instance_of("one"), 2, of=2, calls=(OK, OK, FAILED))
    scored("agent", instance_of("two"), 1, of=4, broken=2, calls=(OK, FAULT, SYNTACTIC))
    scored("agent", instance_of("three"), 0, of=0, correct=True)

    rates = row_of("agent").rates

    assert (rates.counts.declared, rates.counts.scored, rates.counts.correct) == (3, 3, 2)
    assert rates.success.mean == pytest.approx(2 / 3)
    assert rates.completion == Mean(0.625, 2, 3)
    assert rates.misbehaving == Mean(0.25, 2, 3)
    assert rates.damaged == Mean(pytest.approx(1 / 3), 3, 3)  # type: ignore[arg-type]
    each = {kind: number for kind, number in rates.calls_each if number is not None}
    assert each == pytest.approx({"valid": 1, "failed": 1 / 3, "fault": 1 / 3, "syntactic": 1 / 3})
    assert rates.evaluators == ("state_diff 1",)


def test_runs_of_the_same_instances_have_a_spread() -> None:
    for made in (0, 1, 1):
        scored("agent", instance_of("one"), made)
        scored("agent", instance_of("two"), 1)

    spread = row_of("agent").rates.spread
    assert (spread.runs, spread.instances) == (3, 2)
    assert spread.mean == pytest.approx(5 / 6)
    assert spread.std == pytest.approx((1 / 18) ** 0.5)


def test_means_are_over_instances_however_often_each_was_made() -> None:
    for _ in range(3):
        scored("agent", instance_of("one"), 0)
    scored("agent", instance_of("two"), 1)

    rates = row_of("agent").rates
    assert rates.success.mean == 0.25
    assert rates.completion == Mean(0.5, 2, 2)


def test_what_was_opened_and_not_begun_counts_for_nothing() -> None:
    scored("agent", instance_of())
    waiting = attempt_of("agent", instance_of())
    Attempt.objects.filter(pk=waiting.pk).update(started_at=None)
    assert row_of("agent").rates.counts.declared == 1


def test_what_has_no_score_stands_in_the_bounds() -> None:
    for seed in range(3):
        scored("agent", instance_of(seed=seed), seed % 2)
    attempt_of("agent", instance_of(seed=3))

    counts = row_of("agent").rates.counts
    assert (counts.declared, counts.scored, counts.unfinished) == (4, 3, 1)
    assert counts.share == pytest.approx(1 / 3)
    assert counts.bounds == (0.25, 0.5)


def test_what_errored_is_no_failure_and_too_much_of_it_no_rank() -> None:
    for seed in range(50):
        scored("steady", instance_of(seed=seed))
        scored("shaky", instance_of(seed=seed))
    errored("steady", instance_of(seed=0))
    for seed in range(2):
        errored("shaky", instance_of(seed=seed))

    steady, shaky = row_of("steady"), row_of("shaky")
    assert (steady.rates.success.mean, shaky.rates.success.mean) == (1, 1)
    assert steady.rank == RankInterval(1, 1)
    assert shaky.rank is None
    assert shaky.why_unranked == "2 of 52 errored, more than 2 %"
    assert read_board().rows[-1].name == "shaky"


def test_those_that_are_told_apart_have_ranks_of_their_own() -> None:
    for number, task in enumerate(TASKS):
        scored("good", instance_of(task))
        scored("as good", instance_of(task), int(number > 0))
        scored("bad", instance_of(task), 0)

    board = read_board()
    assert [row.name for row in board.rows] == ["good", "as good", "bad"]
    assert [row.rank for row in board.rows] == [
        RankInterval(1, 2),
        RankInterval(1, 2),
        RankInterval(3, 3),
    ]


def test_one_easy_instance_wins_nothing() -> None:
    for number, task in enumerate(TASKS):
        scored("most", instance_of(task), int(number > 0))
    scored("picks", instance_of(TASKS[1]))

    assert row_of("picks").rank == RankInterval(1, 2)
    assert row_of("picks").rates.success.low is None


def test_the_newest_score_of_an_attempt_counts() -> None:
    attempt = scored("agent", instance_of(), 0)
    assert row_of("agent").rates.counts.correct == 0

    score(attempt, "2", correct=True)
    scored("agent", instance_of("other"))

    assert row_of("agent").rates.counts.correct == 2
    assert read_board().evaluators == [("state_diff 1", 1), ("state_diff 2", 1)]


def test_people_and_agents_stand_in_one_table_each_with_how_it_was() -> None:
    scored("agent", instance_of())
    scored(a_person("Ada"), instance_of())

    board = read_board()
    assert len(board.sets) == 1
    assert {row.name: (row.kind, row.manner) for row in board.rows} == {
        "agent": ("agent", ""),
        "Ada": ("person", "tools by search, answers as tables"),
    }
    assert row_of("Ada").conditions != row_of("agent").conditions


def test_all_people_have_a_row_of_their_own_without_a_rank() -> None:
    for name, right in (("Ada", 2), ("Bob", 1)):
        user = a_person(name)
        for number in range(2):
            scored(user, instance_of(TASKS[number]), int(number < right), calls=(OK,))

    everybody = row_of(ALL_PEOPLE)
    assert everybody.rates.success.mean == 0.75
    assert everybody.rates.success.low is not None
    assert (everybody.rates.spread.mean, everybody.rates.spread.std) == (0.75, 0.25)
    assert everybody.persons == 2
    assert everybody.rates.calls.total == 4
    assert everybody.rank is None
    assert [row.name for row in read_board().rows] == ["Ada", ALL_PEOPLE, "Bob"]


def test_one_person_is_not_all_people() -> None:
    scored(a_person("Ada"), instance_of())
    assert [row.name for row in read_board().rows] == ["Ada"]


def test_who_has_no_score_yet_does_not_make_people_of_one_person() -> None:
    for task in TASKS[:5]:
        scored(a_person("Ada") if task == TASKS[0] else User.objects.get(), instance_of(task))
    attempt_of(a_person("Bob"), instance_of(TASKS[0]))
    assert [row.name for row in read_board().rows] == ["Ada", "Bob"]

    scored(User.objects.get(username="Bob"), instance_of(TASKS[0]))
    assert row_of(ALL_PEOPLE).persons == 2
    assert row_of(ALL_PEOPLE).rates.tasks == 5


def test_a_score_counts_only_when_the_attempt_is_finished() -> None:
    scored("agent", instance_of("one"), 0)
    score(attempt_of("agent", instance_of("two")), "1", correct=True)
    score(errored("agent", instance_of("three")), "1", correct=True)

    counts = row_of("agent").rates.counts
    assert (counts.declared, counts.scored, counts.correct) == (3, 1, 0)
    assert (counts.errored, counts.unfinished) == (1, 1)


def test_different_conditions_are_different_boards() -> None:
    for seed in range(2):
        scored("agent", instance_of(seed=seed))
    scored("other", instance_of(), profile="none")
    scored("agent", public_instance(), 0, access="needed", distractors=3)

    board = read_board()
    assert [row.name for row in board.rows] == ["agent"]
    assert (board.declared, board.elsewhere) == (2, 1)
    told = {known.words: known.digest for known in board.sets}
    assert next(iter(told)) == "default conditions"
    assert set(told) == {
        "default conditions",
        "no faults",
        "only the needed tools and 3 others listed",
    }
    assert [row.name for row in read_board(told["no faults"]).rows] == ["other"]
    assert read_board("unheard of").chosen == board.chosen


def test_level_and_app_choose_the_tasks() -> None:
    scored("agent", instance_of("one"), calls=(OK,))
    scored("agent", instance_of("two", level=2, apps=("LightTalk",)), 0, calls=(OK, OK))

    for chosen in ({"level": "2"}, {"app": "LightTalk"}):
        board = read_board(**chosen)
        assert row_of("agent", board).rates.counts.correct == 0
        assert row_of("agent", board).rates.calls.total == 2
        assert (board.tasks, board.floors) == (1, [])
    assert read_board(level="2", app="LightShop").rows == []


def test_of_a_part_of_the_tasks_what_doing_nothing_solves_is_not_told() -> None:
    scored("noop", instance_of("nudge"), 0, of=0, correct=True)
    scored("agent", instance_of("nudge"))

    assert {row.name for row in read_board().rows} == {"noop", "agent"}
    for chosen in ({"level": "1"}, {"app": "LightShop"}):
        board = read_board(**chosen)
        assert [row.name for row in board.rows] == ["agent"]
        assert board.declared == 1


def test_older_versions_and_private_instances_are_left_out() -> None:
    attempt = scored("agent", instance_of("one"))
    hidden = instance_of("hidden")
    hidden.draw = PrivateDraw.objects.create(
        suite=hidden.task.suite, number=1, secret="s", drawn_at=clock.now()
    )
    hidden.save()
    scored("agent", hidden)
    assert row_of("agent").rates.counts.declared == 1

    Suite.objects.update(version="older")
    scored("other", instance_of("one"))
    board = read_board()
    assert [row.name for row in board.rows] == ["other"]
    assert board.older == 2
    assert attempt.contestant.name == "agent"


def test_two_of_one_name_are_told_apart(owner: Persona, stranger: Persona) -> None:
    from webapp.attempts.opening import agent, conditions_for, open_attempt

    for persona in (owner, stranger):
        instance = instance_of()
        attempt = open_attempt(
            instance, agent("mine", {}, persona.user), conditions_for(instance), persona.user
        )
        Attempt.objects.filter(pk=attempt.pk).update(started_at=attempt.opened_at)
    marks = {row.mark for row in read_board().rows}
    assert len(marks) == 2
    assert "" not in marks


def test_what_is_kept_is_made_anew_when_something_counts() -> None:
    scored("agent", instance_of("one"))
    assert read_board() == read_board()
    assert read_board().rows is read_board().rows

    later = attempt_of("agent", instance_of("two"))
    assert row_of("agent").rates.counts.unfinished == 1
    Attempt.objects.filter(pk=later.pk).update(status="errored")
    assert row_of("agent").rates.counts.errored == 1
