"""The pages of imported records: nothing is lost, and each can be found."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from django.test import Client

from sandboxes.workflows.published import split_of
from tests.webapp.recovery.published import MARK, imported_records, lines
from webapp.accounts.models import Role, User
from webapp.recovery.imported import (
    RECORDS_A_PAGE,
    SPLIT_SEED,
    file_rows,
    found_records,
    kind_rows,
    read_record,
)
from webapp.recovery.importing import import_file
from webapp.recovery.models import ImportedFile, ImportedRecord

pytestmark = pytest.mark.django_db


def researcher() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("researcher", role=Role.RESEARCHER))
    return client


def page(path: str) -> str:
    answer = researcher().get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def found(**chosen: str) -> list[int]:
    """Numbers of the lines of the records that are found."""
    return [record.line for record in found_records(chosen)]


def test_a_file_tells_what_became_of_its_lines() -> None:
    imported_records()
    (row,) = file_rows()
    assert (row.records, row.figures) == (4, [4, 4, 0, 3, 1, 0])
    kinds = {kind.kind.value: (kind.count, kind.mended) for kind in kind_rows([row])}
    assert kinds == {
        "number_in_text": (1, True),
        "chinese_tag": (3, True),
        "dependency_in_text": (1, True),
        "field_unknown": (1, False),
        "arguments_free_text": (1, False),
    }


def test_an_import_that_was_broken_off_is_told() -> None:
    imported_records()
    ImportedFile.objects.update(counts={})
    assert file_rows()[0].figures is None
    assert "the import was not finished" in page("/recovery/imported")


def test_records_are_found_by_type_the_fifteenth_too() -> None:
    imported_records()
    assert found() == [1, 2, 3, 4]
    assert found(type="Serial_Error") == [1, 2]
    assert found(type="Type_Error") == [4]
    assert found(type="Parameter_Invalid") == [3]
    assert found(type="Wrong_Reaction") == [3]
    assert found(type="Null_Error") == []


def test_records_are_found_by_mend_and_by_what_was_not_mended() -> None:
    imported_records()
    assert found(mend="chinese_tag") == [2, 3]
    assert found(mend="number_in_text") == [2]
    assert found(mend="arguments_free_text") == [4]
    assert found(mend="chinese_tag", type="Serial_Error") == [2]
    assert found(mend="id_twice") == []


def test_records_are_found_by_file(tmp_path: Path) -> None:
    imported_records()
    path = tmp_path / "more.jsonl"
    path.write_text(lines()[0].replace("one egg", "no egg"), encoding="utf-8")
    import_file(path)
    first, second = ImportedFile.objects.order_by("pk")
    assert found(file=str(first.pk)) == [1, 2, 3, 4]
    assert found(file=str(second.pk)) == [1]


def test_the_two_sides_of_the_split_make_up_the_whole() -> None:
    records = imported_records()
    by_side = {
        side: [one.line for one in records if split_of(one.group, SPLIT_SEED) == side]
        for side in ("train", "test")
    }
    assert {side: found(split=side) for side in by_side} == by_side
    assert sorted(found(split="train") + found(split="test")) == [1, 2, 3, 4]


def test_a_record_keeps_its_tags_and_the_chinese_ones_they_came_under() -> None:
    records = imported_records()
    assert [
        [(tag.tag, tag.round, tag.chinese, tag.outside) for tag in read_record(one).tags]
        for one in records
    ] == [
        [("Serial_Error", None, "", False)],
        [("Serial_Error", None, "错误串行", False)],
        [
            ("Wrong_Reaction", 1, "异常应对错误", True),
            ("Parameter_Invalid", 2, "参数值非法", False),
        ],
        [("Type_Error", None, "", False)],
    ]


def test_the_original_is_on_the_page_to_the_byte() -> None:
    for record, text in zip(imported_records(), lines(), strict=True):
        client = Client()
        user, _ = User.objects.get_or_create(username="reader", role=Role.RESEARCHER)
        client.force_login(user)
        shown = client.get(f"/recovery/imported/{record.pk}").content.decode()
        kept = re.search(r'<pre id="original"[^>]*>(.*?)</pre>', shown, re.DOTALL)
        assert kept is not None
        assert html.unescape(kept[1]) == text
        sent = client.get(f"/recovery/imported/{record.pk}/original")
        assert sent.content == text.encode()


def test_a_carriage_return_in_the_original_stays_one(tmp_path: Path) -> None:
    path = tmp_path / "windows.jsonl"
    path.write_bytes(lines()[0].replace('", "', '",\r "').encode() + b"\r\n")
    import_file(path)
    record = ImportedRecord.objects.get()
    assert "\r" in record.original
    shown = read_record(record).original_html
    assert "\r" not in shown
    assert html.unescape(shown) == record.original


def test_what_was_mended_and_what_was_not_is_told_with_place_and_sentence() -> None:
    record = imported_records()[3]
    read = read_record(record)
    assert [(kind.kind.value, kind.changes[0].place) for kind in read.mends] == [
        ("dependency_in_text", "plan/tasks/2/dep")
    ]
    assert [
        (kind.kind.value, kind.changes[0].place, kind.changes[0].was) for kind in read.unmended
    ] == [
        ("field_unknown", "note", MARK),
        ("arguments_free_text", "plan/tasks/1/para", "four minutes"),
    ]
    shown = page(f"/recovery/imported/{record.pk}")
    for kind in (*read.mends, *read.unmended):
        assert html.escape(kind.kind.sentence) in shown
        assert kind.changes[0].place in shown


def test_plan_query_observations_and_reason_are_readable() -> None:
    record = imported_records()[3]
    shown = page(f"/recovery/imported/{record.pk}")
    assert "Boil &lt;b&gt;four&lt;/b&gt; eggs &amp; wait." in shown
    for heading in ("Thought", "Previous plan", "Observations", "Mended", "Not mended"):
        assert re.search(rf"<h2[^>]*>{heading}</h2>", shown)
    for part in ("Boil the eggs.", "Boiled.", html.escape(record.parsed["error_reason"])):
        assert part in shown


def test_a_record_without_a_plan_says_so(tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    path.write_text(line_without_a_plan(), encoding="utf-8")
    import_file(path)
    shown = page(f"/recovery/imported/{ImportedRecord.objects.get().pk}")
    assert "The plan could not be read" in shown
    assert "no plan at all" in shown


def line_without_a_plan() -> str:
    return '{"query": "Boil.", "plan": "no plan at all", "tag": "Type_Error", "fun_call": []}'


def test_the_list_is_paged_and_keeps_its_choice(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    many = [lines()[0].replace("one egg", f"{n} eggs") for n in range(RECORDS_A_PAGE + 3)]
    path.write_text("\n".join(many), encoding="utf-8")
    import_file(path)
    shown = page("/recovery/imported?type=Serial_Error&page=2")
    assert len(re.findall(r'href="/recovery/imported/\d+"', shown)) == 3
    assert "?type=Serial_Error&amp;page=1" in shown


def test_a_choice_that_is_none_shows_all() -> None:
    imported_records()
    shown = page("/recovery/imported?file=x&type=Nothing_Error")
    assert len(re.findall(r'href="/recovery/imported/\d+"', shown)) == 4


def test_where_nothing_matches_or_nothing_is_there_the_page_says_so() -> None:
    assert "Nothing has been imported yet." in page("/recovery/imported")
    imported_records()
    client = Client()
    client.force_login(User.objects.get())
    answer = client.get("/recovery/imported?type=Null_Error")
    assert "No record matches." in answer.content.decode()


@pytest.mark.parametrize("role", [Role.PARTICIPANT, Role.ANNOTATOR])
def test_others_than_researchers_find_nothing(role: Role) -> None:
    record = imported_records()[0]
    client = Client()
    client.force_login(User.objects.create_user("other", role=role))
    for path in ("", f"/{record.pk}", f"/{record.pk}/original"):
        assert client.get(f"/recovery/imported{path}").status_code == 404
