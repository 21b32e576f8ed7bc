"""import_pararecover tells what became of each file, and exits with 1 if anything was refused."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.sandboxes.workflows.published.builders import line
from webapp.recovery.models import ImportedRecord

pytestmark = pytest.mark.django_db


def imported(*paths: Path, error: str = "") -> dict[str, Any]:
    """What the command prints with --json; with an error it ends with that."""
    printed = StringIO()
    _run(*paths, "--json", printed=printed, error=error)
    found: dict[str, Any] = json.loads(printed.getvalue())
    return found


def shown(*paths: Path, error: str = "") -> str:
    """What the command prints for people."""
    printed = StringIO()
    _run(*paths, printed=printed, error=error)
    return printed.getvalue()


def _run(*arguments: Path | str, printed: StringIO, error: str) -> None:
    words = [str(argument) for argument in arguments]
    if not error:
        call_command("import_pararecover", *words, stdout=printed)
        return
    with pytest.raises(CommandError) as caught:
        call_command("import_pararecover", *words, stdout=printed)
    assert str(caught.value) == error
    assert caught.value.returncode == 1


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A file of two records and a blank line."""
    path = tmp_path / "good.jsonl"
    path.write_text(f"{line(tag='错误串行')}\n{line(id=8)}\n\n", encoding="utf-8")
    return path


COUNTS = {
    "read": 2,
    "imported": 2,
    "known": 0,
    "mended": 1,
    "incomplete": 0,
    "refused": 0,
    "blank_lines": 1,
    "mends": {"chinese_tag": 1},
    "unmended": {},
    "by_type": {"Serial_Error": 1, "Type_Error": 1},
}


def test_one_document_tells_the_counts_of_all_and_of_each_file(good: Path) -> None:
    assert imported(good) == COUNTS | {
        "files": [{"file": str(good), "error": None} | COUNTS | {"refusals": []}]
    }


def test_the_second_time_nothing_is_added_and_that_is_said(good: Path) -> None:
    imported(good)
    again = imported(good)
    assert (again["read"], again["imported"], again["known"]) == (2, 0, 2)
    assert ImportedRecord.objects.count() == 2
    assert "good.jsonl brought nothing new: its records are here." in shown(good)


def test_a_file_with_broken_lines_keeps_the_others_and_names_the_lines(
    good: Path, tmp_path: Path
) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(f"[]\n{line(id=9)}\n{{\n", encoding="utf-8")
    found = imported(path, good, error=f"{path}: 2 of 3 lines were refused.")
    assert (found["read"], found["imported"], found["refused"]) == (5, 3, 2)
    assert [(r["line"], r["kind"]) for r in found["files"][0]["refusals"]] == [
        (1, "not_an_object"),
        (3, "not_json"),
    ]
    text = shown(path, error=f"{path}: 2 of 3 lines were refused.")
    assert "broken.jsonl, line 1: The line is a JSON list;" in text
    assert "broken.jsonl, line 3: The line is no JSON: Expecting property name" in text


def test_people_are_shown_twenty_refused_lines(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("id,query\n" * 23, encoding="utf-8")
    text = shown(path, error=f"{path}: 23 of 23 lines were refused.")
    assert "table.csv, line 20: " in text
    assert "table.csv, line 21: " not in text
    assert "and 3 more refused lines of table.csv" in text


def test_an_empty_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text("\n\n", encoding="utf-8")
    found = imported(path, error=f"{path} holds no records.")
    assert (found["read"], found["blank_lines"]) == (0, 2)


def test_wrong_files_stop_no_right_one(good: Path, tmp_path: Path) -> None:
    picture, wide = tmp_path / "picture.png", tmp_path / "wide.jsonl"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\n\n")
    wide.write_text(line(), encoding="utf-16")
    nowhere = tmp_path / "nowhere.jsonl"
    wanted = "what is imported is UTF-8 text, a JSON object a line."
    errors = [
        f"{picture} is a PNG picture; {wanted}",
        f"{wide} is UTF-16; {wanted}",
        f"{tmp_path} is a folder; name the files in it.",
        f"{nowhere} is not there.",
    ]
    found = imported(picture, wide, tmp_path, nowhere, good, error="\n".join(errors))
    assert [file["error"] for file in found["files"]] == [*errors, None]
    assert (found["read"], found["imported"]) == (2, 2)


def test_a_json_array_is_refused_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "array.json"
    path.write_text(json.dumps([json.loads(line())], indent=1), encoding="utf-8")
    count = len(path.read_text(encoding="utf-8").splitlines())
    found = imported(path, error=f"{path}: {count} of {count} lines were refused.")
    assert (found["imported"], found["refused"]) == (0, count)
    path.write_text(json.dumps([json.loads(line())]), encoding="utf-8")
    (refusal,) = imported(path, error=f"{path}: 1 of 1 lines were refused.")["files"][0]["refusals"]
    assert refusal == {
        "line": 1,
        "kind": "not_an_object",
        "reason": "The line is a JSON list; a file has one object a line and no list around them.",
    }


@pytest.mark.verify
def test_50_mb_are_imported(tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    count = 0
    with path.open("w", encoding="utf-8") as file:
        while file.tell() < 50_000_000:
            file.write(line(id=count, query=f"{count} " + "x" * 8_000) + "\n")
            count += 1
    found = imported(path)
    assert (found["read"], found["imported"], found["refused"]) == (count, count, 0)
    assert ImportedRecord.objects.count() == count
