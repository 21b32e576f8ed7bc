"""How far graders agree is told of the right pairs, by item, person and week, and by judge."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from evaluators.agreement import Pair, agreement
from tests.webapp.annotation.builders import (
    ITEMS,
    MOMENT,
    annotator,
    campaign,
    graded,
    samples,
)
from tests.webapp.annotation.readings import judge, read
from tests.webapp.pages.markup import faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.accounts.models import Role as AccountRole
from webapp.annotation.adjudication import adjudicate
from webapp.annotation.agreement_report import Report, agreement_report
from webapp.annotation.comparing import Gathered
from webapp.annotation.models import Adjudication, Campaign, Cause, Role, Sample
from webapp.leaderboard.kept import forget

pytestmark = pytest.mark.django_db(transaction=True)
_VALUES = (1.0, 0.5, 0.0, 1.0, 1.0)


@pytest.fixture(autouse=True)
def _fresh(db: None) -> Iterator[None]:
    """Nothing that was made of another test's records stays."""
    forget()
    yield
    forget()


def two_by_two(where: Campaign, count: int = 10) -> list[Sample]:
    """Samples that Ana and Bao have graded; of each fifth they differ on S1 alone."""
    made = samples(where, count)
    ana, bao = annotator("ana"), annotator("bao")
    for place, sample in enumerate(made):
        value = _VALUES[place % 5]
        graded(sample, ana, value)
        own = dict.fromkeys(ITEMS, value)
        graded(sample, bao, {**own, "S1": 0.5 if place % 5 == 0 else value})
    return made


def test_people_are_compared_item_by_item_and_over_all_items() -> None:
    where = campaign()
    made = two_by_two(where)
    report = agreement_report(where)

    rows = {row.item: row for row in report.people.rows}
    assert list(rows) == list(ITEMS)
    expected = [
        Pair(sample.cluster, value, 0.5 if place % 5 == 0 else value)
        for place, sample in enumerate(made)
        for value in [_VALUES[place % 5]]
    ]
    assert rows["S1"].agreement == agreement(expected)
    assert rows["S1"].agreement.exact.value == 0.8
    assert rows["S2"].agreement.exact.value == 1.0
    assert report.people.overall is not None
    assert report.people.overall.agreement.n == 130
    assert report.people.overall.agreement.exact.value == pytest.approx(128 / 130)
    assert rows["S1"].reliability is not None
    assert rows["S1"].reliability.n == 10
    assert rows["S1"].reliability.alpha.value is not None
    assert rows["S1"].reliability.alpha.value < 1
    assert (report.unsettled, report.several) == (2, 130)


def test_what_waits_for_an_adjudicator_is_unsettled_and_gold_is_not_compared() -> None:
    where = campaign(graders=3, closed_at=MOMENT)
    (sample,), (gold,) = samples(where, 1), samples(where, 1, role=Role.GOLD)
    # a majority, a grade alone against two who can't judge, one for each, and nobody who can
    told = {
        "S1": (1.0, 1.0, 0.0),
        "S2": (1.0, None, None),
        "S3": (1.0, 0.5, 0.0),
        "S4": (None,) * 3,
    }
    for place, name in enumerate(("ana", "bao", "chidi")):
        grader = annotator(name)
        graded(sample, grader, {item: values[place] for item, values in told.items()})
        graded(gold, grader, 0.5 * place)
    report = agreement_report(where)
    assert (report.unsettled, report.several) == (2, 3)
    assert {row.item: row.agreement.n for row in report.people.rows} == {"S1": 3, "S3": 3}
    for item in ("S2", "S3"):
        adjudicate(annotator(f"for {item}", AccountRole.RESEARCHER), sample.pk, item, 1.0, "slip")
    assert agreement_report(where).unsettled == 0


def test_who_differs_from_the_others_and_in_which_week_is_told() -> None:
    where = campaign()
    one, two = samples(where, 2)
    ana, bao, chidi = (annotator(name) for name in ("ana", "bao", "chidi"))
    for grader, value in ((ana, 1.0), (bao, 1.0), (chidi, 0.0)):
        graded(one, grader, value)
    graded(two, ana, 0.5)
    late = graded(two, bao, 0.5)
    late.saved_at = MOMENT + timedelta(days=8)
    late.save()

    report = agreement_report(where)
    assert {line.name: line.agreement.exact.value for line in report.persons} == {
        "ana": pytest.approx(2 / 3),
        "bao": pytest.approx(2 / 3),
        "chidi": 0.0,
    }
    assert {line.name: line.agreement.second_mean.value for line in report.persons}["chidi"] == 1.0
    weeks = {line.name: line.agreement for line in report.weeks}
    assert list(weeks) == ["2026, week 10", "2026, week 11"]
    assert weeks["2026, week 10"].exact.value == pytest.approx(1 / 3)
    assert weeks["2026, week 11"].exact.value == 1.0


def test_training_and_skipped_items_are_no_pairs() -> None:
    where = campaign()
    (taught,), (sample,) = samples(where, 1, role=Role.TRAINING), samples(where, 1)
    ana, bao = annotator("ana"), annotator("bao")
    for grader in (ana, bao):
        graded(taught, grader, 1.0)
        graded(sample, grader, {"S1": 1.0, "S2": None if grader is bao else 1.0})
    report = agreement_report(where)
    assert [(row.item, row.agreement.n) for row in report.people.rows] == [("S1", 1)]


def development(where: Campaign) -> list[Sample]:
    """Samples of the development half."""
    known = Gathered(where)
    return [one for one in known.samples.values() if known.half_of[one.cluster] == "development"]


def test_a_judge_is_compared_with_what_is_settled_and_never_on_the_locked_half() -> None:
    where = campaign()
    made = two_by_two(where)
    minos = judge()
    for sample in made:
        read(minos, sample, 1.0)
    half = development(where)
    assert 0 < len(half) < len(made)
    (first,) = agreement_report(where).judges
    rows = {row.item: row.agreement for row in first.table.rows}
    assert rows["S2"].n == len(half)
    settled = [one for one in half if _VALUES[made.index(one) % 5] != 1.0 or made.index(one) % 5]
    assert rows["S1"].n == len(settled), "what two graded differently is no reference"

    dea = annotator("dea")
    for place in (0, 5):
        facts = {"value": 1.0, "cause": Cause.SLIP, "by": dea, "at": MOMENT}
        Adjudication.objects.create(sample=made[place], item="S1", **facts)
    (again,) = agreement_report(where).judges
    assert {row.item: row.agreement.n for row in again.table.rows}["S1"] == len(half)


def test_judges_are_compared_with_each_other_and_rank_contestants() -> None:
    where = campaign()
    minos, rhada = judge("Minos"), judge("Rhada")
    for name, values in (("low", (0.0, 0.5)), ("middle", (0.5, 1.0)), ("high", (1.0, 0.0))):
        for sample in samples(where, 2, contestant=name):
            read(minos, sample, values[0])
            read(rhada, sample, values[1])
    (cross,) = agreement_report(where).cross
    assert (cross.first, cross.second) == (minos, rhada)
    assert cross.table.overall is not None
    assert cross.table.overall.agreement.exact.value == 0.0
    (level,) = cross.levels
    assert level.level == 1
    assert level.tau == pytest.approx(-1 / 3)
    assert {(rank.contestant.split()[0], rank.first, rank.second) for rank in level.ranks} == {
        ("low", 0.0, 50.0),
        ("middle", 50.0, 100.0),
        ("high", 100.0, 0.0),
    }


def test_a_report_is_kept_until_a_grade_is_added() -> None:
    where = campaign()
    (sample,) = samples(where, 1)
    graded(sample, annotator("ana"), 1.0)
    first: Report = agreement_report(where)
    assert agreement_report(where) is first
    graded(sample, annotator("bao"), 1.0)
    assert agreement_report(where).people.rows[0].agreement.n == 1


def test_choices_have_exact_matches_and_nothing_that_needs_an_order() -> None:
    where = campaign(rubric="patterns")
    (sample,) = samples(where, 1)
    for name in ("ana", "bao"):
        sheet = graded(sample, annotator(name), {})
        sheet.grades.create(item="P1", choice="defeatism")
    report = agreement_report(where)
    (row,) = report.people.rows
    assert (row.item, row.is_ordered, row.agreement.exact.value) == ("P1", False, 1.0)
    assert "Gave up" in row.levels
    assert (report.people.overall, report.persons, report.weeks) == (None, [], [])


def test_the_page_is_for_researchers_and_tells_each_figure(
    researcher: Persona, stranger: Persona
) -> None:
    where = campaign()
    path = f"/grading/campaigns/{where.pk}/agreement"
    empty = researcher.page(path)
    assert "No two people have graded the same sample yet." in empty
    assert faults(empty) == []

    made = two_by_two(where)
    for sample in made:
        read(judge("Minos"), sample, 1.0)
        read(judge("Rhada"), sample, 0.5)
    page = researcher.page(path)
    assert faults(page) == []
    for told in ("0.985", "All items", "2026, week 10", "ana", "tau", "Minos"):
        assert told in text_of(page)
    assert "2 of 130 items that several people graded are not settled" in text_of(page)
    stranger.page(path, 404)
