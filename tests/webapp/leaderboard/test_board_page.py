"""The page of the board: what it says, to whom, and at what cost."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.webapp.leaderboard.records import (
    FAILED,
    OK,
    attempt_of,
    contestant_named,
    errored,
    instance_of,
    scored,
)
from tests.webapp.pages.markup import Markup, faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.accounts.models import User
from webapp.benchmark.models import Suite
from webapp.leaderboard.board import read_board
from webapp.leaderboard.kept import forget
from webapp.leaderboard.reported import reported


def a_field() -> None:
    """Two agents and two people at some tasks, one of them under other conditions, too."""
    people = [User.objects.create_user(name) for name in ("Ada", "Bob")]
    for number in range(7):
        instance = instance_of(f"task {number}")
        scored("good", instance, calls=(OK, FAILED))
        scored("bad", instance, 0, broken=1)
        for place, user in enumerate(people):
            scored(user, instance, int(number > place))
    scored("elsewhere", instance_of("task 0"), profile="none")
    errored("bad", instance_of("task 0"))
    attempt_of("good", instance_of("task 0"))


def told(html: str) -> dict[str, Any]:
    """The figure in a page."""
    place = next(tag for tag in Markup(html).all("div") if tag.get("id") == "plot")
    figure: dict[str, Any] = json.loads(place["data-figure"])
    return figure


def lines(text: str) -> list[dict[str, str]]:
    """CSV, read."""
    return list(csv.DictReader(io.StringIO(text)))


def test_everybody_reads_the_board(nobody: Persona, owner: Persona, researcher: Persona) -> None:
    a_field()
    for persona in (nobody, owner, researcher):
        page = persona.page("/board")
        assert faults(page) == []
        for name in ("good", "bad", "Ada", "Bob", "All people"):
            assert name in text_of(page)
        assert "elsewhere" not in page
    page = nobody.page("/board")
    forget()
    assert nobody.page("/board") == page


def test_the_page_says_what_the_numbers_are_of(nobody: Persona) -> None:
    a_field()
    text = text_of(nobody.page("/board"))

    assert "7 tasks, 7 instances, 30 attempts" in text
    assert "Scored by state diff 1." in text
    assert "2 attempts of 30 have no score" in text
    assert "1 contestant is to be found under other conditions alone." in text
    assert "1 errored" in text
    assert "not ranked: 1 of 8 errored, more than 2 %" in text
    assert "1 unfinished" in text
    assert "between 2 people" in text
    assert "person; tools by search, answers as tables" in text


def test_one_attempt_without_a_score_has_none(nobody: Persona) -> None:
    scored("good", instance_of())
    attempt_of("good", instance_of("other"))

    assert "1 attempt of 2 has no score" in text_of(nobody.page("/board"))


def test_an_empty_board_says_what_to_do(nobody: Persona) -> None:
    page = nobody.page("/board")
    assert faults(page) == []
    assert "Nothing has been attempted yet. Choose a task and be the first." in text_of(page)

    scored("agent", instance_of())
    Suite.objects.update(version="older")
    text = text_of(nobody.page("/board"))
    assert "1 attempt at older versions of the suite is left out" in text


def test_conditions_level_and_app_can_be_chosen(nobody: Persona) -> None:
    a_field()
    digest = next(known.digest for known in read_board().sets if known.words == "no faults")

    page = nobody.page("/board", conditions=digest)
    assert "elsewhere" in page
    assert "Ada" not in page
    instance_of("higher", level=2)
    assert "Nobody has attempted these tasks" in nobody.page("/board", level="2")


def test_a_choice_that_can_not_be_is_told_at_its_field(nobody: Persona) -> None:
    a_field()
    for query in ({"conditions": "x"}, {"level": "x"}, {"app": "\x00"}):
        page = nobody.page("/board", **query)
        assert 'class="errorlist"' in page
        assert "good" in page


def test_several_evaluators_are_warned_of(nobody: Persona) -> None:
    from tests.webapp.leaderboard.records import score

    a_field()
    score(scored("good", instance_of("more")), "2", correct=True)
    assert "Scores of different evaluators" in text_of(nobody.page("/board"))


def test_names_are_text_and_nothing_else(nobody: Persona) -> None:
    for name in ("<b>bold</b>", "=SUM(A1)", "\u202eevil", "x" * 100):
        scored(name, instance_of())

    page = nobody.page("/board")
    assert faults(page) == []
    assert "<b>bold" not in page
    assert "\u202e" not in page
    labels = told(page)["layout"]["yaxis"]["ticktext"]
    assert "&lt;b&gt;bold&lt;/b&gt;" in labels
    assert max(map(len, labels)) < 50
    assert "'=SUM(A1)" in {line["contestant"] for line in lines(nobody.page("/board.csv"))}


def test_the_figure_shows_each_row_with_its_interval(nobody: Persona) -> None:
    a_field()
    figure = told(nobody.page("/board"))

    names = figure["layout"]["yaxis"]["ticktext"]
    assert names[-1] == "good"
    agents = next(trace for trace in figure["data"] if trace["name"] == "Agents")
    assert [names[place] for place in agents["y"]] == ["bad", "good"]
    assert agents["x"] == [0, 100]
    people = next(trace for trace in figure["data"] if trace["name"] == "People")
    for mean, up, down in zip(
        people["x"], people["error_x"]["array"], people["error_x"]["arrayminus"], strict=True
    ):
        assert 0 <= mean - down <= mean <= mean + up <= 100
    assert people["marker"]["symbol"] != agents["marker"]["symbol"]


def test_without_scores_there_is_no_figure(nobody: Persona) -> None:
    attempt_of("agent", instance_of())
    page = nobody.page("/board")
    assert "data-figure" not in page
    assert "nothing scored yet" in text_of(page)


def test_the_scripts_of_the_figure_are_there_before_it(nobody: Persona) -> None:
    """Another choice may bring a figure, and swaps the results alone."""

    def scripts() -> list[str]:
        return [str(tag.get("src")) for tag in Markup(nobody.page("/board")).all("script")]

    assert not any("plotly" in source or "board.js" in source for source in scripts())
    attempt_of("agent", instance_of())
    assert sum("plotly-basic" in source or "board.js" in source for source in scripts()) == 2


def test_csv_has_every_number_as_it_was_calculated(nobody: Persona) -> None:
    a_field()
    answer = nobody.get("/board.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    found = {line["contestant"]: line for line in lines(answer.content.decode())}

    board = read_board()
    assert list(found) == [row.name for row in board.rows]
    for row in board.rows:
        line = found[row.name]
        assert float(line["success"]) == row.rates.success.mean
        assert line["conditions"] == row.conditions
        assert line["compared_by"] == board.sets[0].digest
    good = found["good"]
    assert (good["declared"], good["scored"], good["unfinished"]) == ("8", "7", "1")
    assert float(good["calls_failed"]) == 1
    assert float(good["bound_low"]) == 7 / 8
    assert found["All people"]["std_over"] == "persons"
    assert found["All people"]["tasks"] == "7"
    assert (good["tasks"], good["std_of"], good["std_left_out"]) == ("7", "1", "0")
    assert good["std_instances"] == "7"
    assert found["bad"]["rank_low"] == ""
    assert found["bad"]["not_ranked"] == "1 of 8 errored, more than 2 %"


def test_runs_of_other_instances_are_told_to_be_left_out(nobody: Persona) -> None:
    for seed in (1, 1, 2):
        scored("some", instance_of("one", seed))
    for task in ("one", "two", "one"):
        scored("one", instance_of(task))
    scored("all", instance_of("one"))
    scored("all", instance_of("one"))

    text = text_of(nobody.page("/board"))
    found = {line["contestant"]: line for line in lines(nobody.page("/board.csv"))}
    told = {name: (line["std_of"], line["std_left_out"]) for name, line in found.items()}
    assert told == {"some": ("1", "1"), "one": ("1", "1"), "all": ("2", "0")}
    assert text.count("1 of 2 runs") == 2
    assert "± 0.0 2 runs" in text


def test_csv_takes_the_same_choices(nobody: Persona) -> None:
    a_field()
    digest = next(known.digest for known in read_board().sets if known.words == "no faults")
    found = lines(nobody.page("/board.csv", conditions=digest))
    assert [line["contestant"] for line in found] == ["elsewhere"]
    assert f"/board.csv?conditions={digest}" in nobody.page("/board", conditions=digest)
    assert lines(nobody.page("/board.csv", level="3")) == lines(nobody.page("/board.csv"))


def test_what_the_paper_reports_is_told_as_reported(nobody: Persona) -> None:
    a_field()
    text = text_of(nobody.page("/board"))
    assert "Reported by the paper: ComplexMCP" in text
    assert "its own 47 tasks, mean ± std of 3 runs; not comparable" in text
    assert [len(table["rows"]) for table in reported()["tables"]] == [17, 6]
    assert "Human 93.61 ± 1.74 97.73 ± 1.18 0.81 ± 0.27 10.11 0.51 0.00" in text


def test_the_number_of_queries_does_not_grow(nobody: Persona) -> None:
    def queries(path: str) -> int:
        forget()
        with CaptureQueriesContext(connection) as found:
            nobody.page(path)
        return len(found)

    a_field()
    before = {path: queries(path) for path in ("/board", "/board.csv", "/", "/tasks")}
    for seed in range(2, 6):
        for number in range(7):
            for name in ("good", "bad", f"agent {seed}"):
                scored(name, instance_of(f"task {number}", seed), seed % 2, calls=(OK, OK))
    assert {path: queries(path) for path in before} == before
    assert before["/board"] < 20


@pytest.mark.parametrize("path", ["/board", "/board.csv"])
def test_the_board_is_only_read(path: str, owner: Persona) -> None:
    assert owner.post(path).status_code == 405


def test_the_top_of_the_board_stands_on_the_front_page(nobody: Persona) -> None:
    assert "Top of the board" not in nobody.page("/")
    a_field()
    page = nobody.page("/")
    assert faults(page) == []
    text = text_of(page)
    assert "Top of the board" in text
    assert f'href="/contestants/{contestant_named("good").pk}"' in page
    assert "Read the board" in text
