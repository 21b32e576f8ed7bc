"""Published records are kept once each, whatever file brings them, and none loses another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sandboxes.workflows.published import PublishedFileError, Record, file_hash, read_line
from tests.sandboxes.workflows.published.builders import ABSENT, line
from tests.webapp.builders import Time
from webapp.recovery import importing
from webapp.recovery.importing import Tally, import_file
from webapp.recovery.models import ImportedFile, ImportedRecord

pytestmark = pytest.mark.django_db


def written(folder: Path, *lines: str, name: str = "made.jsonl") -> Path:
    """A file with these lines."""
    path = folder / name
    path.write_text("".join(f"{text}\n" for text in lines), encoding="utf-8")
    return path


def figures(tally: Tally) -> tuple[int, ...]:
    """Read, imported, known, mended, incomplete, refused."""
    return (
        tally.read,
        tally.imported,
        tally.known,
        tally.mended,
        tally.incomplete,
        tally.refused,
    )


def test_a_record_is_kept_with_its_line_and_what_was_done(tmp_path: Path, time: Time) -> None:
    text = line(tag="错误串行", round_gt="3", note="x")
    path = written(tmp_path, text)
    assert figures(import_file(path)) == (1, 1, 0, 1, 1, 0)
    kept = ImportedRecord.objects.select_related("file").get()
    record = read_line(text)
    assert isinstance(record, Record)
    assert (kept.key, kept.group, kept.line) == (record.key, record.group, 1)
    assert (kept.level, kept.kind, kept.query_id) == (1, "real", 70)
    assert kept.labels == [{"tag": "Serial_Error", "round": None}]
    assert kept.original == text
    assert kept.parsed == record.as_json()
    assert [mend["kind"] for mend in kept.mends] == ["chinese_tag", "number_in_text"]
    assert kept.unmended == [{"kind": "field_unknown", "place": "note", "was": "x"}]
    assert (kept.file.name, kept.file.sha256) == ("made.jsonl", file_hash(path))
    assert kept.file.imported_at == time.at
    assert kept.file.counts["mends"] == {"chinese_tag": 1, "number_in_text": 1}


def test_the_same_file_adds_nothing_and_keeps_what_it_came_to(tmp_path: Path) -> None:
    path = written(tmp_path, line(), "{", line(id=8))
    assert figures(import_file(path)) == (3, 2, 0, 0, 0, 1)
    assert figures(import_file(path)) == (3, 0, 2, 0, 0, 1)
    assert ImportedRecord.objects.count() == 2
    assert ImportedFile.objects.get().counts["imported"] == 2


def test_a_line_that_stands_twice_is_one_record(tmp_path: Path) -> None:
    path = written(tmp_path, line(), line())
    assert figures(import_file(path)) == (2, 1, 1, 0, 0, 0)


def test_another_file_adds_only_what_is_new(tmp_path: Path) -> None:
    import_file(written(tmp_path, line()))
    found = import_file(written(tmp_path, line(), line(id=8), name="more.jsonl"))
    assert figures(found) == (2, 1, 1, 0, 0, 0)
    assert list(ImportedRecord.objects.values_list("file__name", "line")) == [
        ("made.jsonl", 1),
        ("more.jsonl", 2),
    ]


def test_colliding_numbers_are_two_records(tmp_path: Path) -> None:
    import_file(written(tmp_path, line(), line(error_reason=ABSENT), line(round_gt=9)))
    keys = ImportedRecord.objects.values_list("key", flat=True)
    assert [key.partition("-")[0] for key in keys] == [
        "level1_real/7",
        "level1_augmented/7",
        "level1_real/7",
    ]
    assert len(set(keys)) == 3


def test_a_file_without_records_leaves_no_trace(tmp_path: Path) -> None:
    assert figures(import_file(written(tmp_path))) == (0, 0, 0, 0, 0, 0)
    assert figures(import_file(written(tmp_path, "a,b", "1,2"))) == (2, 0, 0, 0, 0, 2)
    assert ImportedFile.objects.count() == 0


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(PublishedFileError, match="is not there"):
        import_file(tmp_path / "nowhere.jsonl")


def test_broken_lines_in_every_batch_lose_no_record(tmp_path: Path) -> None:
    lines = [line(id=n) if n % 3 else "{" for n in range(700)]
    told: list[int] = []
    found = import_file(written(tmp_path, *lines), told.append)
    assert figures(found) == (700, 466, 0, 0, 0, 234)
    assert [refusal.line for refusal in found.refusals] == list(range(1, 701, 3))
    assert told == [200, 400, 600, 700]
    assert ImportedRecord.objects.count() == 466


def test_no_more_than_a_thousand_refusals_are_held(tmp_path: Path) -> None:
    found = import_file(written(tmp_path, *["{"] * 1_001))
    assert (found.refused, len(found.refusals)) == (1_001, 1_000)


def test_large_records_are_kept_in_small_batches(tmp_path: Path) -> None:
    lines = [line(id=n, query="x" * 1_500_000) for n in range(7)]
    told: list[int] = []
    assert figures(import_file(written(tmp_path, *lines), told.append)) == (7, 7, 0, 0, 0, 0)
    assert told == [3, 6, 7]


def test_an_import_that_breaks_off_is_finished_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, *(line(id=n) for n in range(500)))

    def stop(lines: int) -> None:
        if lines == 400:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_file(path, stop)
    assert (ImportedRecord.objects.count(), ImportedFile.objects.get().counts) == (400, {})
    assert figures(import_file(path)) == (500, 100, 400, 0, 0, 0)
    assert ImportedFile.objects.get().counts["read"] == 500


def test_groups_span_files_and_become_one_when_a_later_record_joins_them(tmp_path: Path) -> None:
    import_file(written(tmp_path, line(query="a", query_id=1), line(query="b", query_id=2)))
    assert len(set(groups())) == 2
    import_file(written(tmp_path, line(query="c", query_id=1), name="second.jsonl"))
    assert len(set(groups())) == 2
    import_file(written(tmp_path, line(query="b", query_id=1), name="third.jsonl"))
    assert len(set(groups())) == 1
    import_file(written(tmp_path, line(query="", query_id=None), name="fourth.jsonl"))
    assert len(set(groups())) == 2


def groups() -> list[str]:
    """The groups of all records, in the order they were imported in."""
    return list(ImportedRecord.objects.order_by("pk").values_list("group", flat=True))


def test_what_a_database_can_not_keep_is_replaced(tmp_path: Path) -> None:
    text = line(query=5).replace('"query": 5', r'"query": "a\u0000b\ud800"')
    assert figures(import_file(written(tmp_path, text))) == (1, 1, 0, 1, 0, 0)
    kept = ImportedRecord.objects.get()
    assert kept.parsed["query"] == "a\ufffdb\ufffd"
    assert kept.original == text


def test_totals_add_up(tmp_path: Path) -> None:
    total = Tally()
    for number in range(2):
        total.add(import_file(written(tmp_path, line(id=number, tag="错误串行"), "{", "")))
    wanted: dict[str, Any] = {
        "read": 4,
        "imported": 2,
        "known": 0,
        "mended": 2,
        "incomplete": 0,
        "refused": 2,
        "blank_lines": 2,
        "mends": {"chinese_tag": 2},
        "unmended": {},
        "by_type": {"Serial_Error": 2},
    }
    assert total.as_json() == wanted
    assert json.loads(json.dumps(wanted)) == wanted


def test_a_record_with_a_type_in_two_rounds_counts_once_in_it(tmp_path: Path) -> None:
    text = line(tag=ABSENT, tag_1="Null_Error", tag_2="Null_Error", tag_3="Type_Error")
    assert importing.import_file(written(tmp_path, text)).by_type == {
        "Null_Error": 1,
        "Type_Error": 1,
    }
