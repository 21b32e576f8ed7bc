"""A judge reads whole attempts by the rubric of patterns, as people see them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import CommandError

from evaluators.rubrics import rubric
from tests.agents.fake_openai import Body, FakeOpenAI, Step, says
from tests.webapp.annotation.builders import annotator, campaign, graded
from tests.webapp.annotation.test_judging import items_in, judged
from tests.webapp.builders import opened
from tests.webapp.pages.markup import faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.annotation.found import Found
from webapp.annotation.grades import judge_grades
from webapp.annotation.kinds import KINDS
from webapp.annotation.models import Campaign, Grade, Judge, Sample

pytestmark = pytest.mark.django_db(transaction=True)

BODY: dict[str, Any] = {
    "query": "Order two lamps.",
    "calls": [
        {
            "number": 2,
            "tool": "LightShop_pay",
            "arguments": {"cart": 7},
            "status": "internal_error",
            "output": "Internal error.",
        }
    ],
    "ended": "a-telling-end",
}
CHOSEN = {"P1": "defeatism", "P2": "no_retry"}


@pytest.fixture
def where() -> Campaign:
    """A campaign with a whole attempt in it."""
    known = rubric("patterns")
    made = campaign(kind="attempt", rubric=known.name, rubric_digest=known.digest)
    attempt = opened()
    found = Found(event_number=0, body=BODY, cluster="share_contact", level=1)
    Sample.objects.create(
        campaign=made,
        attempt=attempt,
        event_number=0,
        contestant=attempt.contestant,
        body=BODY,
        digest=found.digest,
        cluster=found.cluster,
        level=found.level,
        place=1,
    )
    return made


def chosen(body: Body) -> Step:
    """The choices that are asked for."""
    given = {name: {"value": CHOSEN[name], "reason": "Call 2."} for name in items_in(body)}
    return says(json.dumps(given))


def test_a_judge_reads_an_attempt_and_its_choices_are_kept(
    where: Campaign, researcher: Persona
) -> None:
    with FakeOpenAI(chosen) as fake:
        found = judged(fake.base_url)
        (asked,) = fake.bodies
    assert (found["readings"], found["scored"], found["failed"]) == (1, 1, 0)
    judge = Judge.objects.get()
    assert {one.item: one.value for one in judge_grades(where, judge)} == CHOSEN
    told = json.dumps(asked["messages"])
    assert "fault of the world" in told
    assert "a-telling-end" not in told, "the page doesn't show it either"
    for path in (f"/judges/{judge.pk}", f"/judges/runs/{found['run']}"):
        assert faults(researcher.page(path)) == []


def test_of_choices_only_exact_matches_are_told(where: Campaign, researcher: Persona) -> None:
    with FakeOpenAI(chosen) as fake:
        judged(fake.base_url)
    (sample,), judge = where.samples.all(), Judge.objects.get()
    for name in ("ana", "bao"):
        graded(sample, annotator(name), dict.fromkeys(CHOSEN, 1.0))
    for item, choice in CHOSEN.items():
        Grade.objects.filter(item=item).update(value=None, choice=choice)
    page = text_of(researcher.after(f"/judges/{judge.pk}/look", campaign=where.pk))
    cells = page.partition("Challenge pattern")[2].partition("P2")[0].split()
    assert cells.count("\u2013") == 4, "a difference and both means, and kappa, say nothing here"
    assert "1.000" in cells, "exact matches do"


def test_what_is_no_choice_of_the_rubric_is_unscored(where: Campaign) -> None:
    def levels(body: Body) -> Step:
        return says(json.dumps({n: {"value": 1, "reason": "so"} for n in items_in(body)}))

    with FakeOpenAI(levels) as fake:
        assert judged(fake.base_url)["unscored"] == 1
    assert judge_grades(where, Judge.objects.get()) == []


def test_probes_that_make_no_sense_of_an_attempt_are_refused(where: Campaign) -> None:
    assert KINDS["attempt"].probes == ("again",)
    with FakeOpenAI(chosen) as fake:
        assert judged(fake.base_url, "--probe", "again")["scored"] == 1
        with pytest.raises(CommandError, match="'longer' of whole attempts; there are: again"):
            judged(fake.base_url, "--probe", "longer")
