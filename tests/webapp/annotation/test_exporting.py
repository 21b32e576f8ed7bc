"""Grades go out whole: nothing is cut, calculated, turned into zero, or told too early."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from sandboxes.tasks import CANARY
from tests.webapp.annotation.builders import ITEMS, MOMENT, annotator, campaign, graded, samples
from tests.webapp.annotation.exports import named
from tests.webapp.pages.personas import Persona
from webapp.accounts.models import Role as AccountRole
from webapp.annotation.adjudication import adjudicate
from webapp.annotation.cells import guarded, unguarded
from webapp.annotation.exporting import pseudonym
from webapp.annotation.models import (
    Campaign,
    Cause,
    Grade,
    Judge,
    JudgeRun,
    Reading,
    ReadingState,
    Role,
    Sample,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sample(researcher: Persona) -> Sample:
    """Two people agree on S1, and on S2 that it can't be judged; they differ on S3 and S4.

    S4 is adjudicated. A judge has read S1 to S4, of which S4 could not be read; D could not be
    asked.
    """
    (made,) = samples(campaign(), 1, contestant="a-telling-name")
    graded(made, annotator("ana"), dict.fromkeys(ITEMS, 1.0) | {"S2": None, "S3": 0.0, "S4": 0.0})
    graded(made, annotator("bao"), dict.fromkeys(ITEMS, 1.0) | {"S2": None, "D1": None})
    Grade.objects.filter(item="S2").update(skipped="cut off")
    adjudicate(researcher.user, made.pk, "S4", 0.5, Cause.GUIDELINE_GAP, "Both in part.")
    judge = judged(made)
    reading(made, judge, "SI", {"S1": 1.0, "S2": 0.5, "S3": None}, ReadingState.PARTLY)
    reading(made, judge, "DR", {}, ReadingState.FAILED)
    return made


def judged(sample: Sample, identity: str = "j1") -> Judge:
    return Judge.objects.create(
        name="Grader",
        model="grader-1",
        address="http://127.0.0.1",
        rubric="sde",
        rubric_digest=sample.campaign.rubric_digest,
        prompt_hash="p",
        identity=identity,
        made_at=MOMENT,
    )


def reading(
    sample: Sample, judge: Judge, dimension: str, values: dict[str, float | None], state: str
) -> None:
    run, _ = JudgeRun.objects.get_or_create(
        judge=judge, campaign=sample.campaign, defaults={"made_at": MOMENT}
    )
    given = {item: {"value": value, "reason": "seen"} for item, value in values.items()}
    Reading.objects.create(
        run=run, judge=judge, sample=sample, dimension=dimension, grades=given, state=state
    )


def exported(persona: Persona, where: Campaign, ending: str, **query: str) -> bytes:
    answer = persona.get(f"/grading/campaigns/{where.pk}/grades.{ending}", **query)
    assert answer.status_code == 200
    return answer.getvalue()


def by_item(body: bytes) -> dict[str, dict[str, str]]:
    rows = csv.DictReader(io.StringIO(body.decode(), newline=""))
    return {row["item"]: row for row in rows}


def test_a_row_tells_what_each_gave_and_what_it_came_to(
    sample: Sample, researcher: Persona
) -> None:
    where = sample.campaign
    rows = by_item(exported(researcher, where, "csv"))
    assert list(rows) == list(ITEMS)
    ana, bao = (
        pseudonym(where, sheet.grader_id) for sheet in sample.sheets.order_by("grader__username")
    )
    names = (ana, bao, "resolved", "provenance", "cause", "judge_j1")
    assert {item: tuple(rows[item][name] for name in names) for item in ITEMS[:5]} == {
        "S1": ("1.0", "1.0", "1.0", "unanimous", "", "1.0"),
        "S2": (
            "skipped: cut off",
            "skipped: cut off",
            "skipped: cut off; cut off",
            "unresolved",
            "",
            "0.5",
        ),
        "S3": ("0.0", "1.0", "", "unresolved", "", "skipped: seen"),
        "S4": ("0.0", "1.0", "0.5", "adjudicated", "guideline_gap", "unscored"),
        "D1": ("1.0", "skipped: can't be judged", "", "unresolved", "", "not answered"),
    }
    first = rows["S1"]
    assert (first["sample"], first["cluster"], first["level"]) == (
        named(sample),
        sample.cluster,
        "1",
    )
    assert first["canary"] == CANARY
    assert rows["S4"]["adjudication_note"] == "Both in part."
    assert rows["E1"]["judge_j1"] == "", "what nobody has read is empty"


def test_no_name_of_a_person_goes_out_and_a_pseudonym_stays_the_same(
    sample: Sample, researcher: Persona
) -> None:
    where = sample.campaign
    texts = [exported(researcher, where, ending).decode() for ending in ("csv", "jsonl")]
    for text in texts:
        assert CANARY in text
        for name in ("ana", "bao", "a-telling-name", "Parameter_Missing"):
            assert f'"{name}"' not in text
            assert f",{name}," not in text
    grader = sample.sheets.first()
    assert grader is not None
    name = pseudonym(where, grader.grader_id)
    assert all(name in text for text in texts)
    assert name != pseudonym(campaign("Second round"), grader.grader_id)


def test_json_lines_hold_values_as_they_are(sample: Sample, researcher: Persona) -> None:
    lines = exported(researcher, sample.campaign, "jsonl").decode().splitlines()
    found = {one["item"]: one for one in map(json.loads, lines)}
    name = pseudonym(sample.campaign, sample.sheets.order_by("pk")[0].grader_id)
    assert found["S2"]["grades"][name] == {
        "value": None,
        "skipped": "cut off",
        "note": "",
        "evidence": [],
    }
    assert (found["S2"]["resolved"], found["S3"]["resolved"]) == (None, None)
    assert found["S4"]["judges"]["j1"] == {"value": None, "reason": "", "state": "unscored"}
    assert found["S1"]["judges"]["j1"]["value"] == 1.0
    assert found["S1"]["canary"] == CANARY


def test_the_published_form_sets_people_beside_a_judge(sample: Sample, researcher: Persona) -> None:
    body = exported(researcher, sample.campaign, "csv", form="published").decode()
    (row,) = csv.DictReader(io.StringIO(body, newline=""))
    pairs = {item: (row[f"{item}_human"], row[f"{item}_model"]) for item in ITEMS}
    assert pairs["S1"] == ("1.0", "1.0")
    assert pairs["S2"] == ("skipped: cut off; cut off", "0.5")
    assert pairs["S3"] == ("", "skipped: seen")
    assert pairs["S4"] == ("0.5", "unscored")
    assert pairs["E1"] == ("1.0", "")
    assert (row["sample"], row["judge"], row["canary"]) == (named(sample), "j1", CANARY)


def test_another_judge_can_be_chosen_and_one_that_there_is_not_is_not_there(
    sample: Sample, researcher: Persona
) -> None:
    reading(sample, judged(sample, "j2"), "SI", {"S1": 0.0}, ReadingState.SCORED)
    where = sample.campaign
    body = exported(researcher, where, "csv", form="published", judge="j2").decode()
    (row,) = csv.DictReader(io.StringIO(body, newline=""))
    assert (row["judge"], row["S1_model"]) == ("j2", "0.0")
    path = f"/grading/campaigns/{where.pk}/grades.csv"
    assert researcher.get(path, form="published", judge="j9").status_code == 404
    assert researcher.get(path, form="wide").status_code == 404


def test_a_workbook_holds_numbers_and_tells_what_it_is(sample: Sample, researcher: Persona) -> None:
    book = load_workbook(io.BytesIO(exported(researcher, sample.campaign, "xlsx")))
    assert book.sheetnames == ["grades", "about"]
    heading, *rows = book["grades"].iter_rows(values_only=True)
    cells = dict(zip(heading, rows[0], strict=True))
    assert (cells["item"], cells["resolved"], cells["judge_j1"]) == ("S1", 1, 1)
    assert [type(cells[name]) for name in ("level", "resolved")] == [int, int]
    about = {row[0]: row[1] for row in book["about"].iter_rows(values_only=True)}
    assert (about["canary"], about["campaign"]) == (CANARY, "First round")
    assert about["judge_j1"] == "Grader"
    assert (about["opened"], about["of these gold"]) == ("2026-03-02T09:00:00+00:00", 0)
    assert about["samples that are here, gold ones among them"] == 1


def test_no_cell_is_a_formula_and_none_is_cut(sample: Sample, researcher: Persona) -> None:
    note = '=HYPERLINK("http://x.test")\x0b'
    text = "-1 " + "long \U0001f600" * 8_000
    Grade.objects.filter(item="S1").update(note=note)
    piece = {"kind": "thought", "ref": "", "text": text}
    Grade.objects.filter(item="S3").update(evidence=[piece] * 2, note="+1")
    body = exported(researcher, sample.campaign, "xlsx")
    book = load_workbook(io.BytesIO(body))
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type != "f"
                assert not str(cell.value).startswith(("=", "+", "-", "@"))
                assert len(str(cell.value).encode("utf-16-le")) // 2 <= 32_767
    heading, *rows = book["grades"].iter_rows(values_only=True)
    shown = {row[heading.index("item")]: dict(zip(heading, row, strict=True)) for row in rows}
    name = pseudonym(sample.campaign, sample.sheets.order_by("pk")[0].grader_id)
    assert shown["S3"][f"{name}_note"] == "'+1"
    assert str(shown["S3"][f"{name}_evidence"]).startswith("(see the sheet long: row 4")
    in_csv = by_item(exported(researcher, sample.campaign, "csv"))
    assert in_csv["S1"][f"{name}_note"] == f"'{note}"
    assert json.loads(in_csv["S3"][f"{name}_evidence"])[0]["text"] == text


@given(st.text(alphabet="'=+-@\t\r x"))
def test_what_was_guarded_comes_back_and_is_no_formula(text: str) -> None:
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r"))
    assert unguarded(guarded(text)) == text


def test_nobody_gets_grades_of_what_they_may_still_be_given(sample: Sample) -> None:
    where = sample.campaign
    gus = Persona("gus", AccountRole.RESEARCHER)
    (begun,), (mine,) = samples(where, 1), samples(where, 1)
    (gold,) = samples(where, 1, role=Role.GOLD, reference={"S1": {"value": 1.0, "why": "So."}})
    ana = sample.sheets.order_by("pk")[0].grader
    for one in (begun, mine, gold):
        graded(one, ana, 0.0)
    graded(mine, gus.user, 1.0)

    def told() -> set[str]:
        body = exported(gus, where, "csv").decode()
        return {row["sample"] for row in csv.DictReader(io.StringIO(body, newline=""))}

    assert told() == {named(sample), named(mine)}
    book = load_workbook(io.BytesIO(exported(gus, where, "xlsx")))
    left_out = [
        row for row in book["about"].iter_rows(values_only=True) if "left out" in str(row[0])
    ]
    assert [row[1] for row in left_out] == [2]
    where.closed_at = MOMENT
    where.save()
    assert told() == {named(sample), named(mine), named(begun), named(gold)}


def test_training_is_nobodys_grade(researcher: Persona) -> None:
    where = campaign(closed_at=MOMENT)
    (taught,) = samples(where, 1, role=Role.TRAINING, reference={"S1": {"value": 1, "why": "x"}})
    graded(taught, annotator("ana"), 1.0)
    assert exported(researcher, where, "jsonl") == b""
    assert exported(researcher, where, "csv").decode().startswith("sample,digest,cluster")


def test_it_is_for_researchers_alone(sample: Sample, stranger: Persona, nobody: Persona) -> None:
    dan = Persona("dan", AccountRole.ANNOTATOR)
    for ending in ("csv", "xlsx", "jsonl"):
        path = f"/grading/campaigns/{sample.campaign_id}/grades.{ending}"
        assert stranger.get(path).status_code == dan.get(path).status_code == 404
        assert nobody.get(path)["Location"].startswith("/sign-in")


def test_lines_are_sent_one_by_one_where_the_site_is_asynchronous(
    sample: Sample, researcher: Persona
) -> None:
    async def received() -> list[bytes]:
        client = AsyncClient()
        await client.aforce_login(researcher.user)
        answer: Any = await client.get(f"/grading/campaigns/{sample.campaign_id}/grades.jsonl")
        return [line async for line in answer]

    lines = async_to_sync(received)()
    assert len(lines) == len(ITEMS)
    assert json.loads(lines[0])["item"] == "S1"
