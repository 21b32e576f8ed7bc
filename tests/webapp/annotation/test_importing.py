"""Grades come back as they went out; a row that is wrong is named, and nothing is guessed."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.webapp.annotation.builders import (
    ITEMS,
    MOMENT,
    annotator,
    campaign,
    graded,
    samples,
)
from tests.webapp.annotation.exports import (
    as_csv,
    fresh,
    grades_of,
    named,
    sheet_rows,
    written,
)
from webapp.accounts.models import Role as AccountRole
from webapp.accounts.models import User
from webapp.annotation.export_files import csv_lines, workbook
from webapp.annotation.export_tables import long_table, published_table
from webapp.annotation.exporting import jsonl, pseudonym, read_export
from webapp.annotation.importing import NotImported, Report, import_grades
from webapp.annotation.models import Campaign, Grade, Role, Sample, Sheet, SheetState, TrainingPass

pytestmark = pytest.mark.django_db(transaction=True)

HEADING: list[object] = ["sample", "item", "value"]


@pytest.fixture
def ana() -> User:
    return annotator("ana")


@pytest.fixture
def where() -> Campaign:
    """A campaign with two samples."""
    made = campaign()
    samples(made, 2)
    return made


@pytest.fixture
def first(where: Campaign) -> Sample:
    found = where.samples.first()
    assert found is not None
    return found


def imported(where: Campaign, path: Path, grader: User, column: str = "") -> Report:
    """The report of an import, whose numbers add up."""
    report = import_grades(where, path, grader, column)
    assert report.read == report.taken + report.refused + report.blank
    return report


def problems(report: Report) -> list[tuple[int, str]]:
    return [(one["row"], one["text"]) for one in report.as_json()["problems"]]


# Round trip

_TEXT = st.text(
    st.characters(codec="utf-8", exclude_characters="\x00")
    | st.sampled_from("'=+-@\t\r\n\x0b_x,;\""),
    max_size=30,
)
_LONG = st.builds(
    lambda text, times: text * times, st.sampled_from(["=a", "\r_", "ä😀"]), st.just(999)
)
_EVIDENCE = st.lists(
    st.fixed_dictionaries(
        {"kind": st.sampled_from(["node", "thought"]), "ref": _TEXT, "text": _TEXT | _LONG}
    ),
    max_size=20,
)
_GRADE = st.one_of(
    st.tuples(st.sampled_from([1.0, 0.5, 0.0]), st.just(""), _TEXT | _LONG, _EVIDENCE),
    st.tuples(st.none(), _TEXT.map(str.strip).filter(bool), _TEXT, _EVIDENCE),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("grades")


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(given=st.lists(_GRADE, min_size=len(ITEMS), max_size=len(ITEMS)))
def test_what_goes_out_comes_back_equal(
    given: list[tuple[Any, ...]], where: Campaign, ana: User, first: Sample, folder: Path
) -> None:
    Sheet.objects.all().delete()
    Campaign.objects.exclude(pk=where.pk).delete()
    Campaign.objects.filter(pk=where.pk).update(graders=1)
    where.refresh_from_db()
    sheet = graded(first, ana, dict.fromkeys(ITEMS, 1.0))
    for item, fields in zip(ITEMS, given, strict=True):
        names = ("value", "skipped", "note", "evidence")
        sheet.grades.filter(item=item).update(**dict(zip(names, fields, strict=True)))
    reader = User.objects.filter(username="ruth").first()
    export = read_export(reader or annotator("ruth", AccountRole.RESEARCHER), where)
    files: dict[str, bytes] = {
        "csv": "".join(csv_lines(long_table(export))).encode(),
        "xlsx": workbook(long_table(export), export),
        "jsonl": "".join(jsonl(export)).encode(),
    }
    expected = grades_of(where, ana)
    assert len(expected) == len(ITEMS)
    for ending, body in files.items():
        into = fresh(where, ending)
        path = written(folder, body, f"grades.{ending}")
        report = imported(into, path, ana)
        assert (report.problems, report.taken, report.handed_in) == ([], len(ITEMS), 1)
        assert grades_of(into, ana) == expected
        again = imported(into, path, ana)
        assert (again.taken, again.handed_in, again.problems) == (len(ITEMS), 0, [])
        assert Sheet.objects.filter(sample__campaign=into).count() == 1
        Sheet.objects.filter(sample__campaign=into).delete()
        into.delete()


def test_each_graders_column_goes_to_its_grader(where: Campaign, ana: User, tmp_path: Path) -> None:
    bao = annotator("bao")
    for sample in where.samples.all():
        graded(sample, ana, 1.0)
        graded(sample, bao, dict.fromkeys(ITEMS, 0.5) | {"E4": None})
    export = read_export(annotator("ruth", AccountRole.RESEARCHER), where)
    path = written(tmp_path, "".join(csv_lines(long_table(export))))
    into = fresh(where)
    with pytest.raises(NotImported, match="grades of several: grader_"):
        import_grades(into, path, ana)
    for grader in (ana, bao):
        assert imported(into, path, grader, pseudonym(where, grader.pk)).handed_in == 2
        assert grades_of(into, grader) == grades_of(where, grader)


def test_the_published_form_comes_back(where: Campaign, ana: User, tmp_path: Path) -> None:
    for sample in where.samples.all():
        for grader in (ana, annotator(f"with {sample.pk}")):
            graded(sample, grader, dict.fromkeys(ITEMS, 0.5) | {"S2": None})
    export = read_export(annotator("ruth", AccountRole.RESEARCHER), where)
    into = fresh(where)
    path = written(tmp_path, workbook(published_table(export, None), export), "published.xlsx")
    report = imported(into, path, ana)
    assert (report.read, report.taken, report.handed_in) == (2, 2, 2)
    values = {key: given[1] for key, given in grades_of(into, ana).items()}
    assert values == {key: given[1] for key, given in grades_of(where, ana).items()}


# What is wrong


def test_a_wrong_row_is_named_and_all_others_are_taken(
    where: Campaign, first: Sample, ana: User, tmp_path: Path
) -> None:
    rows = sheet_rows(first, S2="skipped: cut off", E4="0,5")
    other = where.samples.all()[1]
    wrong: list[list[object]] = [
        ["attempt-999-event-1", "S1", 1],
        [named(first), "X9", 1],
        ["", "S1", 1],
        [named(other), "S1", 0.7],
        [named(other), "S2", "skipped"],
        [named(other), "S3", "true"],
        [named(other), "S4", "nan"],
    ]
    path = written(tmp_path, as_csv([HEADING, *rows, *wrong]))
    report = imported(where, path, ana)
    assert (report.read, report.taken, report.refused) == (20, 12, 8)
    told = dict(problems(report))
    assert told.pop(2) == (
        f"{named(first)} is not whole: E4 missing. What is there is kept, and handed in with "
        "the rest."
    )
    assert told == {
        14: "E4 is '0,5': it takes 1, 0.5, 0, or skipped: and why.",
        15: "there is no sample 'attempt-999-event-1' in this campaign.",
        16: told[16],
        17: "it names no sample.",
        18: "S1 is '0.7': it takes 1, 0.5, 0, or skipped: and why.",
        19: "S2 is skipped without a reason: write skipped: and why.",
        20: "S3 is 'true': it takes 1, 0.5, 0, or skipped: and why.",
        21: "S4 is 'nan': it takes 1, 0.5, 0, or skipped: and why.",
    }
    assert "X9" in told[16]
    sheet = Sheet.objects.get()
    assert (sheet.state, sheet.grades.count()) == (SheetState.RESERVED, 12)
    skipped = sheet.grades.get(item="S2")
    assert (skipped.value, skipped.skipped) == (None, "cut off")


def test_a_half_filled_sheet_waits_for_the_rest(
    where: Campaign, first: Sample, ana: User, tmp_path: Path
) -> None:
    rows = sheet_rows(first, 0.5)
    half = [[*row[:2], row[2] if at < 6 else ""] for at, row in enumerate(rows)]
    report = imported(where, written(tmp_path, as_csv([HEADING, *half])), ana)
    assert (report.taken, report.blank, report.refused, report.handed_in) == (6, 7, 0, 0)
    assert "D3, D4, D5, E1, E2, E3, E4 missing" in problems(report)[0][1]
    assert grades_of(where, ana) == {}, "nothing of it counts yet"
    assert set(Grade.objects.values_list("value", flat=True)) == {0.5}
    whole = imported(where, written(tmp_path, as_csv([HEADING, *rows])), ana)
    assert (whole.taken, whole.handed_in, whole.problems) == (13, 1, [])
    assert len(grades_of(where, ana)) == 13


def test_rows_that_say_the_same_count_once_and_those_that_differ_not_at_all(
    first: Sample, ana: User, tmp_path: Path
) -> None:
    rows: list[list[object]] = [
        *map(list, sheet_rows(first)),
        [named(first), "S1", "1.0"],
        [named(first), "D1", 0],
    ]
    report = imported(first.campaign, written(tmp_path, as_csv([HEADING, *rows])), ana)
    told = dict(problems(report))
    assert (report.taken, report.refused) == (12, 3)
    assert told[15] == f"S1 of {named(first)} is in row 2 as well."
    assert told[6] == f"D1 of {named(first)} is in row 16 as well, otherwise: neither is taken."
    assert told[16] == f"D1 of {named(first)} is in row 6 as well, otherwise: neither is taken."
    assert not Grade.objects.filter(item="D1").exists()


def test_what_is_there_already_is_not_overwritten(first: Sample, ana: User, tmp_path: Path) -> None:
    graded(first, ana, 1.0)
    path = written(tmp_path, as_csv([HEADING, *sheet_rows(first, 1, S3=0)]))
    report = imported(first.campaign, path, ana)
    assert problems(report) == [
        (4, f"{named(first)}: S3 is there already (1.0), and not the same.")
    ]
    assert set(Grade.objects.values_list("value", flat=True)) == {1.0}


def test_what_was_graded_by_something_else_is_refused(
    first: Sample, ana: User, tmp_path: Path
) -> None:
    rows: list[list[object]] = [
        ["sample", "item", "value", "digest", "rubric_digest"],
        [named(first), "S1", 1, "0" * 32, first.campaign.rubric_digest],
        [named(first), "S2", 1, first.digest, "0" * 16],
        [named(first), "S3", 1, first.digest, first.campaign.rubric_digest],
    ]
    report = imported(first.campaign, written(tmp_path, as_csv(rows)), ana)
    assert (report.taken, report.refused) == (1, 2)
    told = dict(problems(report))
    assert "shows another response here" in told[2]
    assert "by another rubric" in told[3]


def test_nobody_grades_an_own_attempt_or_training_by_a_file(
    where: Campaign, ana: User, tmp_path: Path
) -> None:
    (own,) = samples(where, 1, owner=ana, contestant="of ana")
    (taught,) = samples(where, 1, role=Role.TRAINING, reference={"S1": {"value": 1, "why": "x"}})
    rows: list[list[object]] = [HEADING, [named(own), "S1", 1], [named(taught), "S1", 1]]
    path = written(tmp_path, as_csv(rows))
    report = import_grades(where, path, ana, is_trained_elsewhere=True)
    assert report.refused == 2
    assert not TrainingPass.objects.exists(), "nothing was to be entered"
    assert "own" in problems(report)[0][1]
    assert "training" in problems(report)[1][1]
    assert not Sheet.objects.exists()


def test_broken_bytes_cost_their_row_alone(first: Sample, ana: User, tmp_path: Path) -> None:
    rows = sheet_rows(first, 1, S2="skipped: caf\u00e9")
    text = as_csv([HEADING, *rows]).encode().replace("\u00e9".encode(), b"\xe9")
    report = imported(first.campaign, written(tmp_path, text), ana)
    assert (report.taken, report.refused) == (12, 1)
    assert dict(problems(report))[3] == "value: character 13 is no UTF-8."
    lines = [json.dumps({"sample": named(first), "item": "D1", "value": 1}).encode()] * 2
    broken = b"\n".join([lines[0], b'{"sample": "\xe9"}', b"{", b"3", b'{"a": 1, "a": 2}'])
    told = dict(problems(imported(fresh(first.campaign), written(tmp_path, broken), ana)))
    assert told[2] == "byte 13 is no UTF-8."
    assert [told[at].partition(":")[0] for at in (3, 4, 5)] == [
        "it is no JSON",
        "it is no JSON object.",
        "it is no JSON",
    ]


def test_a_quotation_mark_that_is_missing_costs_what_comes_after(
    first: Sample, ana: User, tmp_path: Path
) -> None:
    rows = sheet_rows(first)
    text = as_csv([HEADING, *rows[:5]]) + f'{named(first)},"D2,1\r\n' + as_csv(rows[6:])
    report = imported(first.campaign, written(tmp_path, text), ana)
    assert (report.taken, report.refused) == (5, 1)
    assert "from here on the file can't be read" in dict(problems(report))[7]


def test_semicolons_and_a_mark_at_the_start_are_read(
    first: Sample, ana: User, tmp_path: Path
) -> None:
    text = "\ufeff" + as_csv([HEADING, *sheet_rows(first, 0.5)], ";")
    assert imported(first.campaign, written(tmp_path, text), ana).handed_in == 1


def test_rows_of_a_wrong_width_are_named(first: Sample, ana: User, tmp_path: Path) -> None:
    text = f"sample,item,value\n{named(first)},S1\n{named(first)},S2,1,1\n\n{named(first)},S3,1\n"
    report = imported(first.campaign, written(tmp_path, text), ana)
    told = dict(problems(report))
    assert (report.taken, set(told)) == (1, {2, 3, 5})
    assert told[2] == "it has 2 cells, and the first row names 3 columns."


def test_a_workbook_names_the_sheet_and_takes_no_formula_or_date(
    first: Sample, ana: User, tmp_path: Path
) -> None:
    book = Workbook()
    notes = book.active
    assert notes is not None
    notes.title = "notes"
    notes.append(["Dear all,"])
    sheet = book.create_sheet("mine")
    for row in [HEADING, *sheet_rows(first, 1, S1="=1", S2=MOMENT.replace(tzinfo=None), S3=True)]:
        sheet.append(row)
    book.create_sheet("empty")
    body = io.BytesIO()
    book.save(body)
    report = imported(first.campaign, written(tmp_path, body.getvalue(), "x.xlsx"), ana)
    assert (report.taken, report.refused) == (10, 4)
    told = {(one["sheet"], one["row"]): one["text"] for one in report.as_json()["problems"]}
    assert "the first row names no column 'sample'" in told["notes", 1]
    assert "a formula" in told["mine", 2]
    assert "a date" in told["mine", 3]
    assert told["mine", 4].startswith("S3 is 'True'")
    assert "not whole: S1, S2, S3 missing" in told["mine", 5]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is empty"),
        (b" \r\n \n", "it is empty"),
        (b"sample,item,value\n", "it has no rows"),
        (b"a,b\n1,2\n", "names no column 'sample'; columns are: a, b"),
        (b"sample,item,item\nx,S1,1\n", "'item' stands there twice"),
        (b"sample,item,note\nx,S1,1\n", "it has no grades"),
        (b"sample,value\nx,1\n", "it has no column 'item'"),
        (b"sample,item,value,S1_human\nx,S1,1,1\n", "grades of several"),
        ("sample,item,value\n".encode("utf-16"), "no text in UTF-8"),
        (b"\xd0\xcf\x11\xe0old", "save it as .xlsx"),
        (b"PK\x03\x04 and then nothing", "no workbook that can be read"),
        (b'[{"sample": "x"}]', "one JSON list"),
        (b'{"sample": ', "no JSON Lines"),
        (b"%PDF-1.7 something\n", "names no column"),
    ],
)
def test_a_wrong_file_is_refused_whole(
    content: bytes, why: str, where: Campaign, ana: User, tmp_path: Path
) -> None:
    with pytest.raises(NotImported, match=why.replace(".", r"\.")):
        import_grades(where, written(tmp_path, content, "file"), ana)
    assert not Sheet.objects.exists()


def test_a_closed_campaign_and_who_does_not_grade_take_nothing(
    where: Campaign, first: Sample, ana: User, tmp_path: Path
) -> None:
    path = written(tmp_path, as_csv([HEADING, *sheet_rows(first)]))
    with pytest.raises(NotImported, match="pat does not grade"):
        import_grades(where, path, annotator("pat", AccountRole.PARTICIPANT))
    with pytest.raises(NotImported, match="can't be read"):
        import_grades(where, tmp_path / "nothing.csv", ana)
    where.closed_at = MOMENT
    where.save()
    with pytest.raises(NotImported, match="closed"):
        import_grades(where, path, ana)


def test_who_has_not_passed_the_training_has_no_grades_imported_unless_it_was_elsewhere(
    where: Campaign, first: Sample, ana: User, tmp_path: Path
) -> None:
    known = {"S1": {"value": 1.0, "why": "x"}, "S2": {"value": 0.0, "why": "x"}}
    (training,) = samples(where, 1, role=Role.TRAINING, reference=known)
    path = written(tmp_path, as_csv([HEADING, *sheet_rows(first)]))
    with pytest.raises(NotImported, match=r"ana has not passed .*0 of 1 samples done.*elsewhere"):
        import_grades(where, path, ana)
    graded(training, ana, 1.0)
    with pytest.raises(NotImported, match=r"50 % agree, 70 % are asked for"):
        import_grades(where, path, ana)
    assert not first.sheets.exists()
    assert command(where, path, "--grader", "ana")[1].endswith("with --trained-elsewhere.")

    found, complaint = command(where, path, "--grader", "ana", "--trained-elsewhere")

    assert (found["handed_in"], complaint) == (1, "")
    only = TrainingPass.objects.get()
    assert (only.campaign, only.person, only.by) == (where, ana, None)
    assert imported(where, path, ana).refused == 0, "from then on it need not be said"


def test_who_has_passed_the_training_needs_no_word_of_it(
    where: Campaign, first: Sample, ana: User, tmp_path: Path
) -> None:
    known = {"S1": {"value": 1.0, "why": "x"}}
    (training,) = samples(where, 1, role=Role.TRAINING, reference=known)
    graded(training, ana, 1.0)
    path = written(tmp_path, as_csv([HEADING, *sheet_rows(first)]))
    assert imported(where, path, ana).handed_in == 1
    assert first.sheets.get().imported
    import_grades(where, path, ana, is_trained_elsewhere=True)
    assert not TrainingPass.objects.exists()


# The command


def command(where: Campaign, path: Path, *more: str) -> tuple[dict[str, Any], str]:
    """What the command reports, and what it complains of."""
    told, complaint = io.StringIO(), ""
    try:
        call_command("import_grades", where.name, str(path), "--json", *more, stdout=told)
    except CommandError as error:
        complaint = str(error)
    return json.loads(told.getvalue() or "{}"), complaint


def test_the_command_reports_and_fails_if_a_row_was_refused(
    where: Campaign, first: Sample, ana: User, tmp_path: Path
) -> None:
    path = written(tmp_path, as_csv([HEADING, *sheet_rows(first, 1, E4=7)]))
    found, complaint = command(where, path, "--grader", "ana")
    assert (found["read"], found["taken"], found["refused"]) == (13, 12, 1)
    assert found["problems"][-1] == {
        "sheet": None,
        "row": 14,
        "text": "E4 is '7': it takes 1, 0.5, 0, or skipped: and why.",
    }
    assert complaint == "1 of 13 rows were refused."
    mended = written(tmp_path, as_csv([HEADING, *sheet_rows(first)]))
    found, complaint = command(where, mended, "--grader", "ana")
    assert (found["handed_in"], complaint) == (1, "")
    assert command(where, mended, "--grader", "zoe") == ({}, "nobody is called 'zoe'.")
    assert command(where, mended, "--grader", "ana", "--column", "x")[1].endswith(
        "it has no column 'x'."
    )


def test_people_read_the_same(
    where: Campaign, first: Sample, ana: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, as_csv([HEADING, *sheet_rows(first, 1, E4="")]))
    told = io.StringIO()
    call_command("import_grades", where.name, str(path), "--grader", "ana", stdout=told)
    assert "13 rows: 12 taken, 0 refused, 1 without a grade." in told.getvalue()
    assert "row 2: attempt-" in told.getvalue()
