"""The recovery board: what counts, what it comes to, and what is told to whom."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest

from evaluators import RankInterval, clustered_mean
from tests.webapp.builders import entry_of
from tests.webapp.leaderboard.records import attempt_of
from tests.webapp.pages.fixtures import nobody, owner, researcher, stranger
from tests.webapp.pages.markup import faults, text_of
from tests.webapp.pages.personas import Persona
from tests.webapp.recovery.builders import opened_by_person, recovery_instance_of
from tests.webapp.recovery.records import instance_of, score, scored
from webapp import clock
from webapp.accounts.models import User
from webapp.attempts import services
from webapp.attempts.models import Attempt, ScoreRecord, Status
from webapp.attempts.opening import conditions_for, open_attempt
from webapp.benchmark.models import PrivateDraw, Suite
from webapp.leaderboard.board import ALL_PEOPLE
from webapp.leaderboard.board import read_board as read_leaderboard
from webapp.leaderboard.kept import forget
from webapp.leaderboard.reported import reported
from webapp.leaderboard.rows import Mean
from webapp.recovery.board import RecoveryBoard, Row, read_board, read_types
from webapp.recovery.by_type import Cell, TypeRow
from webapp.recovery.lines import Line, Share
from webapp.runs.builtin import builtin_agent, run

__all__ = ["nobody", "owner", "researcher", "stranger"]

pytestmark = pytest.mark.django_db(transaction=True)

TASKS = ("average_of_a_sector-1", "average_of_a_sector-2", "basket_for_families-1")
"""Parameter_Invalid; Toolcall_Redundancy and Serial_Error; Serial_Error."""


@pytest.fixture(autouse=True)
def _fresh(db: None) -> Iterator[None]:
    """Nothing that was made of another test's records stays."""
    forget()
    yield
    forget()


def board_of(*, with_gold: bool = True) -> RecoveryBoard:
    """The board as researchers see it."""
    return read_board(with_gold=with_gold)


def row_of(name: str, *, with_gold: bool = True) -> Row:
    """The row of a name."""
    board = board_of(with_gold=with_gold)
    return next(row for row in (*board.rows, *board.limits) if row.name == name)


def types_of(board: RecoveryBoard, who: int | None = None, **how: Any) -> dict[str, TypeRow]:
    """The rows of the types by name."""
    table = read_types(board, who, **{"with_gold": True, **how})
    return {row.type: row for group in table.groups for row in group.rows}


def made_by(name: str, *tasks: str) -> None:
    """A built-in agent makes its attempts, through the door."""
    for task in tasks:
        instance = recovery_instance_of(task)
        run(open_attempt(instance, builtin_agent(name), conditions_for(instance), None).pk)


def rules_of(line: Line) -> dict[str, tuple[float | None, int]]:
    """By item: the mean, and how many are unscored."""
    return {rule.item: (rule.mean.value, rule.unscored) for rule in line.rules}


def a_person(name: str) -> User:
    """A participant."""
    return User.objects.create_user(name)


def test_without_attempts_there_is_no_board() -> None:
    instance_of("buy", 1, "Serial_Error")
    board = board_of()
    assert (board.chosen, board.rows, board.limits) == (None, [], [])


def test_attempts_of_built_in_agents_are_floors_and_a_ceiling_with_their_figures() -> None:
    for name in ("oracle", "naive", "unchanged", "noop"):
        made_by(name, *TASKS)

    board = board_of()
    assert board.rows == []
    assert [(row.name, row.kind) for row in board.limits] == [
        ("oracle", "ceiling"),
        ("naive", "floor"),
        ("unchanged", "floor"),
        ("noop", "floor"),
    ]
    assert (board.workflows, board.instances, board.declared) == (2, 3, 12)
    assert {row.rank for row in board.limits} == {None}

    # Of the three, naive can't mend the value that can't be. The others take it 12 and 9 rounds
    # instead of 6, of which 2 had been run before it took over.
    both, one, two = row_of("naive").lines
    assert (both.counts.correct, both.counts.scored, both.workflows) == (2, 3, 2)
    assert both.solved == clustered_mean(
        {"average_of_a_sector": [0.0, 1.0], "basket_for_families": [1.0]}
    )
    assert both.solved.mean == pytest.approx(2 / 3)
    assert both.solved.clusters == 2
    assert both.measures["efficacy"] == Mean(pytest.approx(7 / 18), 3, 3)  # type: ignore[arg-type]
    assert one.measures["efficacy"].value == pytest.approx(1 / 3)
    assert two.measures["efficacy"].value == 0.5
    assert both.measures["onward"].value == pytest.approx((0 + 2 / 5 + 4 / 7) / 3)
    assert both.measures["efficiency"].value == pytest.approx((0 + 2 / 3 + 6 / 7) / 3)
    assert both.invalid == Share(0, 20)
    assert both.first_invalid == Share(0, 3)
    # What works with calls of its own is unscored: the mean is that of the third alone.
    assert rules_of(both)["S2"] == (0.0, 2)
    assert rules_of(two)["S2"] == (None, 1)
    minimal, unscored = rules_of(both)["E1"]
    assert minimal == pytest.approx(1 / 3)
    assert unscored == 0

    oracle = row_of("oracle").both
    assert {name: mean.value for name, mean in oracle.measures.items()} == {
        "completed": 1.0,
        "efficacy": 1.0,
        "efficacy_paper": 1.0,
        "onward": 1.0,
        "efficiency": pytest.approx((1 + 12 / 13 + 1) / 3),
    }
    assert set(rules_of(oracle).values()) == {(1.0, 0)}

    # Who submits nothing has no plan that is wrong: unscored, not zero.
    noop = row_of("noop").both
    assert (noop.solved.mean, noop.invalid, noop.first_invalid) == (0.0, Share(0, 0), Share(0, 0))
    assert set(rules_of(noop).values()) == {(None, 3)}


def test_by_type_an_instance_counts_in_each_of_its_types() -> None:
    made_by("naive", *TASKS)
    board = board_of()

    rows = types_of(board, row_of("naive").contestant)
    assert len(rows) == 14
    serial = rows["Serial_Error"]
    assert serial.level_1 == Cell(1, 1.0, pytest.approx(2 / 3))  # type: ignore[arg-type]
    assert serial.level_2 == Cell(1, 1.0, 0.5)
    assert serial.solved_change == 0.0
    assert serial.efficacy_change == pytest.approx(-1 / 4)
    redundant = rows["Toolcall_Redundancy"]
    assert (redundant.level_1, redundant.level_2) == (Cell(0, None, None), serial.level_2)
    assert redundant.efficacy_change is None
    invalid = rows["Parameter_Invalid"]
    assert invalid.level_1 == Cell(1, 0.0, 0.0)


def test_a_person_stands_beside_agents_and_a_refused_plan_is_counted() -> None:
    attempt = opened_by_person(a_person("Ada"), TASKS[0])
    entry = entry_of(attempt, "console")
    services.call_tool(entry, "submit_plan", {"thought": "", "plan": {"nodes": "none"}}).wait()
    run_as_oracle(attempt)

    row = row_of("Ada")
    assert (row.kind, row.manner) == ("person", "answers as tables")
    assert row.both.invalid == Share(1, 3)
    assert row.both.first_invalid == Share(1, 1)
    assert row.both.counts.correct == 1
    assert row.both.measures["efficacy"].value is not None
    assert 0 < row.both.measures["efficacy"].value < 1
    assert rules_of(row.both)["S5"] == (0.0, 0)
    assert rules_of(row.both)["S2"] == (None, 1)


def run_as_oracle(attempt: Attempt) -> None:
    """Go on as whoever knows the repair would."""
    contestant = attempt.contestant.pk
    Attempt.objects.filter(pk=attempt.pk).update(contestant=builtin_agent("oracle"))
    services.forget()
    run(attempt.pk)
    Attempt.objects.filter(pk=attempt.pk).update(contestant=contestant)


def test_dimensions_are_unscored_with_what_they_lack_and_never_zero() -> None:
    instance = instance_of("buy", 1, "Serial_Error")
    scored("agent", instance)
    undecided: dict[str, Any] = {item: {"value": None, "reasons": []} for item in ("S2", "E1")}
    scored("agent", instance_of("sell", 1, "Null_Error"), rules=undecided, efficacy=0.25)

    (summary,) = row_of("agent").both.sde
    assert (summary.source, summary.responses) == ("rule", 2)
    assert {name: mean.value for name, mean in summary.dimensions.items()} == {
        "SI": None,
        "DR": None,
        "ES": None,
    }
    assert summary.dimensions["SI"].missing == {"S1": 2, "S2": 1, "S3": 1, "S4": 1, "S5": 1}
    assert summary.dimensions["ES"].missing == {"E1": 1, "E2": 2, "E3": 2, "E4": 2}
    assert (summary.average.value, summary.average.n) == (None, 0)


def test_intervals_are_over_workflows_not_over_instances() -> None:
    for level in (1, 2):
        for seed in range(1, 4):
            scored("agent", instance_of("buy", level, "Null_Error", seed=seed))
    both = row_of("agent").both
    assert (both.solved.mean, both.solved.low, both.solved.clusters) == (1.0, None, 1)

    for number in range(3):
        for level in (1, 2):
            instance = instance_of(f"sell {number}", level, "Null_Error")
            scored("agent", instance, solved=number > 1 and level == 1)
    solved = row_of("agent").both.solved
    assert solved == clustered_mean(
        {"buy": [1] * 6, "sell 0": [0, 0], "sell 1": [0, 0], "sell 2": [1, 0]}
    )
    assert (solved.clusters, solved.n) == (4, 12)
    assert solved.low is not None
    assert solved.high is not None
    assert solved.low < 7 / 12 < solved.high


def test_those_that_are_told_apart_have_ranks_and_errors_are_not_failures() -> None:
    for number in range(8):
        instance = instance_of(f"flow {number}", 1 + number % 2, "Null_Error")
        scored("good", instance)
        scored("bad", instance, solved=False)
    broken = attempt_of("bad", instance_of("flow 0", 1))
    assert {row.name: row.rank for row in board_of().rows} == {
        "good": RankInterval(1, 1),
        "bad": RankInterval(2, 2),
    }
    Attempt.objects.filter(pk=broken.pk).update(status=Status.ERRORED)

    row = row_of("bad")
    assert (row.both.counts.declared, row.both.counts.scored, row.both.counts.errored) == (9, 8, 1)
    assert (row.rank, row.why_unranked) == (None, "1 of 9 errored, more than 2 %")
    assert [line.counts.declared for line in row.lines] == [9, 5, 4]


def test_all_people_have_a_row_with_persons_and_workflows_drawn() -> None:
    for name in ("Ada", "Bob"):
        user = a_person(name)
        for number in range(3):
            scored(user, instance_of(f"flow {number}", 1, "Null_Error"), solved=name == "Ada")
    assert [row.name for row in board_of().rows] == ["Ada", ALL_PEOPLE, "Bob"]
    everybody = row_of(ALL_PEOPLE)
    assert (everybody.persons, everybody.both.solved.mean, everybody.rank) == (2, 0.5, None)


def test_a_score_before_its_time_is_not_counted() -> None:
    instance = instance_of("buy", 1, "Null_Error")
    score(attempt_of("agent", instance))
    counts = row_of("agent").both.counts
    assert (counts.declared, counts.scored, counts.unfinished) == (1, 0, 1)
    assert types_of(board_of())["Null_Error"].level_1 == Cell(0, None, None)


def test_private_instances_and_older_versions_stand_in_no_table_with_public_ones() -> None:
    scored("agent", instance_of("buy", 1, "Null_Error"))
    hidden = instance_of("hidden", 1, "Null_Error")
    hidden.draw = PrivateDraw.objects.create(
        suite=hidden.task.suite, number=1, secret="s", drawn_at=clock.now()
    )
    hidden.save()
    scored("agent", hidden)
    board = board_of()
    assert [known.conditions.instances for known in board.sets] == ["public", "private 1"]
    assert (board.declared, board.instances) == (1, 1)
    assert types_of(board)["Null_Error"].level_1.n == 1

    Suite.objects.update(version="older")
    assert (board_of().chosen, board_of().older) == (None, 2)


def test_recovery_is_on_no_other_board_and_no_older_version_there() -> None:
    scored("agent", instance_of("buy", 1, "Null_Error"))
    board = read_leaderboard()
    assert (board.chosen, board.rows, board.older) == (None, [], 0)


def test_what_is_wrong_with_few_instances_is_for_researchers(
    nobody: Persona, researcher: Persona
) -> None:
    for number in range(5):
        scored("agent", instance_of(f"flow {number}", 1, "Null_Error"))
    for number in range(4):
        instance = instance_of(f"flow {number}", 2, "Null_Error", "Serial_Error")
        scored("agent", instance, solved=False)
        made_up(instance, "unchanged")

    board = board_of(with_gold=False)
    assert (board.limits, board.is_part) == ([], True)
    public = types_of(board, with_gold=False)
    assert public["Null_Error"].level_1 == Cell(5, 1.0, 1.0)
    assert public["Null_Error"].level_2 == Cell(None, None, None)
    assert public["Type_Error"].level_1 == Cell(None, None, None), "none looks like few"
    whole = types_of(board_of())
    assert whole["Serial_Error"].level_2 == Cell(4, 0.0, 0.0)

    page = nobody.page("/recovery")
    assert "unchanged" not in text_of(page)
    assert "Of fewer than five instances nothing is told" in text_of(page)
    own = researcher.page("/recovery")
    assert "a floor: sees nothing wrong" in text_of(own)
    assert "Of fewer than five instances nothing is told" not in text_of(own)
    hidden = builtin_agent("unchanged").pk
    everybody = read_types(board, None, with_gold=False)
    assert read_types(board, hidden, with_gold=False) == everybody
    assert "unchanged" not in text_of(nobody.page("/recovery", contestant=hidden))
    assert "unchanged" not in nobody.get("/recovery.csv").content.decode()


def made_up(instance: Any, name: str) -> None:
    """A finished attempt of a built-in agent, without a world."""
    attempt = scored(f"stands for {name}", instance)
    Attempt.objects.filter(pk=attempt.pk).update(contestant=builtin_agent(name))


def test_everybody_reads_the_board(nobody: Persona, owner: Persona, researcher: Persona) -> None:
    scored("agent", instance_of("buy", 1, "Null_Error"), invalid=1, submissions=4)
    scored(a_person("Ada"), instance_of("buy", 2, "Null_Error"), solved=False)
    for persona in (nobody, owner, researcher):
        page = persona.page("/recovery")
        assert faults(page) == []
        for told in ("1 workflow, 2 instances, 2 attempts", "25.0", "1 of 4", "without S1"):
            assert told in text_of(page)


def test_who_has_nothing_at_a_level_has_no_line_there(nobody: Persona) -> None:
    scored("agent", instance_of("buy", 1, "Null_Error"))
    assert [line.level for line in row_of("agent").shown] == [None, 1]
    assert "Level 2" not in text_of(nobody.page("/recovery")).partition("By type")[0]


def test_an_empty_board_and_one_without_a_score_are_pages(nobody: Persona) -> None:
    empty = nobody.page("/recovery")
    assert "Nothing has been attempted yet" in text_of(empty)
    assert faults(empty) == []
    assert nobody.get("/recovery.csv").content.decode().strip() == "rank_low,rank_high,contestant"

    attempt_of("agent", instance_of("buy", 1, "Null_Error"))
    page = nobody.page("/recovery", contestant="nonsense", conditions="none")
    assert faults(page) == []
    assert "nothing scored yet" in text_of(page)


def test_the_csv_has_every_number_as_it_was_calculated(nobody: Persona) -> None:
    for number in range(3):
        instance = instance_of(f"flow {number}", 1, "Null_Error")
        scored("=agent", instance, solved=number > 0, efficacy=number / 3)
    answer = nobody.get("/recovery.csv")
    assert answer["Content-Disposition"] == 'attachment; filename="recovery.csv"'
    lines = list(csv.DictReader(io.StringIO(answer.content.decode())))

    assert [(line["contestant"], line["level"]) for line in lines] == [
        ("'=agent", "both"),
        ("'=agent", "1"),
        ("'=agent", "2"),
    ]
    both, _, two = lines
    assert float(both["solved"]) == 2 / 3
    assert float(both["efficacy"]) == pytest.approx(1 / 3)
    assert (both["rule_S2"], both["rule_S2_unscored"], both["rule_SI"]) == ("1.0", "0", "")
    assert (two["declared"], two["solved"], two["efficacy"], two["rule_S2"]) == ("0", "", "", "")


def test_the_same_records_make_the_same_board() -> None:
    for number in range(6):
        scored("agent", instance_of(f"flow {number}", 1, "Null_Error"), solved=number % 3 > 0)
    first = board_of()
    forget()
    assert board_of() == first


def test_what_the_paper_reports_stands_apart_with_its_figures(nobody: Persona) -> None:
    paper = reported("pararecover")
    assert [(table["name"], len(table["rows"])) for table in paper["tables"]] == [
        ("table 2", 17),
        ("table 3", 14),
        ("table 4", 14),
        ("table 7", 4),
        ("table 8", 3),
        ("table 9", 7),
    ]
    first = paper["tables"][0]["rows"][0]
    assert (first["name"], first["level_1"]["Avg"], first["level_2"]["Pass@1"]) == (
        "GPT-4o",
        51.45,
        91.5,
    )
    page = nobody.page("/recovery")
    assert "Reported by the paper: ParaRecover (arXiv 2609.12345)" in page
    assert "51.45" in page.partition("Reported by the paper")[2]
    assert "51.45" not in page.partition("Reported by the paper")[0]


def test_the_board_and_the_front_page_lead_here(nobody: Persona) -> None:
    for path in ("/board", "/"):
        assert 'href="/recovery"' in nobody.page(path)


def test_a_regraded_attempt_counts_by_its_newest_score() -> None:
    attempt = scored("agent", instance_of("buy", 1, "Null_Error"), solved=False)
    ScoreRecord.objects.filter(attempt=attempt).update(version="0")
    score(attempt, efficacy=0.5)
    both = row_of("agent").both
    assert (both.solved.mean, both.measures["efficacy"].value) == (1.0, 0.5)
