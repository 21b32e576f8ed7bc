"""Whatever a judge answers is seen on the page of its run for what it is, raw text and all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.utils.html import escape

from evaluators.rubrics import rubric
from tests.agents.fake_openai import Body, FakeOpenAI, Step, says, status
from tests.webapp.annotation.builders import campaign, samples
from tests.webapp.annotation.test_judging import graded, items_in
from tests.webapp.pages.personas import Persona
from webapp.annotation.judging import known_judge, start_run
from webapp.annotation.models import JudgeRun, Reading
from webapp.annotation.working import work

pytestmark = pytest.mark.django_db(transaction=True)
PROSE = "Here is what I think.\n{whole}\nI hope this helps."
CHINESE = "这个计划很好。"


@dataclass(frozen=True)
class Case:
    """What a judge says to each question, first and when it is told what is wrong with that.

    Args:
        says: Both answers, by the items that are asked for.
        state: What becomes of the reading, in the words of the page.
        told: What the page says was wrong; empty: nothing was.
        given: The values that count, of all items.
    """

    says: Callable[[list[str]], tuple[str, str]]
    state: str
    told: str
    given: set[float | None]


def twice(text: Callable[[list[str]], str]) -> Callable[[list[str]], tuple[str, str]]:
    """The same both times."""
    return lambda items: (text(items), text(items))


CASES = {
    "whole": Case(twice(graded), "scored", "", {0.5}),
    "prose around it": Case(
        twice(lambda items: PROSE.format(whole=graded(items))),
        "unscored",
        "it is no JSON object",
        set(),
    ),
    "prose, then whole": Case(
        lambda items: (PROSE.format(whole=graded(items)), graded(items, 1)), "scored", "", {1.0}
    ),
    "a comma too many": Case(
        twice(lambda items: graded(items).replace("}}", "},}")),
        "unscored",
        "it is no JSON object",
        set(),
    ),
    "half of the items": Case(
        twice(lambda items: graded(items[:2])), "partly scored", "is missing", {0.5}
    ),
    "another half, the second time": Case(
        lambda items: (graded(items[:2], 1), graded(items[1:], 0)),
        "scored",
        "is missing",
        {1.0, 0.0},
    ),
    "another language": Case(twice(lambda items: CHINESE), "unscored", "no JSON object", set()),
    "nothing": Case(twice(lambda items: ""), "unscored", "it is empty", set()),
    "between the levels": Case(
        twice(lambda items: graded(items, 0.7)), "unscored", "is one of", set()
    ),
    "an item that is none": Case(
        twice(lambda items: graded([*items, "X1"])), "scored", "X1 was not asked for", {0.5}
    ),
    "cut off": Case(twice(lambda items: graded(items)[:-30]), "unscored", "no JSON object", set()),
    "can't be judged": Case(twice(lambda items: graded(items, None)), "scored", "", {None}),
}


def run_over(script: Callable[[Body], Step]) -> JudgeRun:
    """A run over one sample, as far as it goes by itself."""
    where = campaign()
    samples(where, 1)
    with FakeOpenAI(script) as fake:
        judge = known_judge("grader", "grader", fake.base_url, {}, rubric("sde"))
        run = start_run(judge, where, None, concurrency=1)
        work(run, lambda: False, lambda done, total: None)
    return run


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_an_answer_is_shown_for_what_it_is(case: Case, researcher: Persona) -> None:
    def script(body: Body) -> Step:
        return says(case.says(items_in(body))[len(body["messages"]) > 2])

    run = run_over(script)
    page = researcher.page(f"/judges/runs/{run.pk}", 200, show="all")
    assert page.count(f'">{case.state}</span></h3>') == 3
    assert ">finished<" in page
    assert "Tokens" in page
    given = [one["value"] for each in Reading.objects.all() for one in each.grades.values()]
    assert set(given) == case.given
    assert (
        (case.told in page)
        if case.told
        else not any(
            problem in page for problem in ("is missing", "JSON object", "it is empty", "is one of")
        )
    )
    for reading in Reading.objects.all():
        assert escape(reading.raw) in page
        assert escape(reading.repaired) in page
        assert bool(reading.problems) is bool(case.told)


def test_an_address_that_is_dead_is_ours_and_the_page_says_so(researcher: Persona) -> None:
    run = run_over(lambda body: status(401, message="no such key here"))
    page = researcher.page(f"/judges/runs/{run.pk}")
    assert "Why it is paused" in page
    assert "401" in page
    assert ">paused<" in page
    assert not Reading.objects.exclude(state="waiting").exists()
    assert "Go on" in page
