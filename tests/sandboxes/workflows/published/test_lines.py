"""Lines and files as they come: broken, blank, too long, of a wrong sort."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sandboxes.workflows.published import (
    PublishedFileError,
    Record,
    Refusal,
    file_hash,
    read_line,
    read_published,
)
from tests.sandboxes.workflows.published.builders import line

LONG = 2 * 1024 * 1024


def told(item: Record | Refusal) -> Any:
    """What a test compares."""
    return "record" if isinstance(item, Record) else (item.line, item.kind.value, item.reason)


BROKEN = {
    '{"id": 1,': (
        "not_json",
        "The line is no JSON: Expecting property name enclosed in double quotes at character 10.",
    ),
    "id,query,plan": ("not_json", "The line is no JSON: Expecting value at character 1."),
    '{"query": NaN}': ("not_json", "The line is no JSON: NaN is no JSON."),
    '{"query": 1e999}': ("not_json", "The line is no JSON: a number is too large."),
    f'{{"query": {"9" * 5_000}}}': (
        "not_json",
        "The line is no JSON: a number has too many digits.",
    ),
    "[{}]": (
        "not_an_object",
        "The line is a JSON list; a file has one object a line and no list around them.",
    ),
    '"text"': ("not_an_object", "The line is JSON, but no object."),
    '{"query": "x", "tag": "Type_Error"}': (
        "no_record",
        "The object is no record: it has no plan.",
    ),
    '{"text": "x"}': (
        "no_record",
        "The object is no record: it has no query and no plan and no tag.",
    ),
    '{"query": ' + "[" * 41 + "]" * 41 + "}": (
        "too_deep",
        "The line is nested more than 40 levels deep.",
    ),
    '{"query": ' + "[" * 100_000: ("too_deep", "The line is nested more than 40 levels deep."),
    '{"query": "\ud800"}': ("not_utf8", "The line is no UTF-8."),
}


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_line_is_refused_with_a_sentence(text: str) -> None:
    assert told(read_line(text, number=4)) == (4, *BROKEN[text])


def test_broken_lines_stop_no_other(tmp_path: Path) -> None:
    good = line().encode()
    path = tmp_path / "mixed.jsonl"
    path.write_bytes(b"\n".join([good, b"", b"{", b"\xff\xfe", b"  \r", b"x" * (LONG + 9), good]))
    reading = read_published(path)
    assert [told(item) for item in reading] == [
        "record",
        (3, "not_json", BROKEN['{"id": 1,'][1].replace("10", "2")),
        (4, "not_utf8", "The line is no UTF-8, from byte 1 on."),
        (6, "too_long", "The line is longer than 2 MiB."),
        "record",
    ]
    assert (reading.lines, reading.blank_lines) == (7, 2)


@pytest.mark.parametrize("end", ["\n", ""])
def test_a_line_of_2_mib_is_read_and_one_byte_more_is_refused(tmp_path: Path, end: str) -> None:
    padding = LONG - len(line(query="").encode())
    texts = [line(query="x" * n) for n in (padding, padding + 1, padding)]
    path = tmp_path / "long.jsonl"
    path.write_text("\n".join(texts) + end, encoding="utf-8")
    assert [told(item) for item in read_published(path)] == [
        "record",
        (2, "too_long", "The line is longer than 2 MiB."),
        "record",
    ]


def test_windows_ends_and_the_mark_before_the_first_line_are_taken(tmp_path: Path) -> None:
    path = tmp_path / "windows.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + line().encode() + b"\r\n" + line(id=8).encode() + b"\r\n")
    first, second = read_published(path)
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert [mend.kind.value for mend in first.mends] == ["byte_order_mark"]
    assert first.original == f"\ufeff{line()}\r"
    assert (second.published_id, second.mends) == (8, ())


@pytest.mark.parametrize(
    ("start", "what"),
    [
        (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
        ("{".encode("utf-16"), "UTF-16"),
        (b"PK\x03\x04", "a ZIP archive or an Office document"),
        (b"\x1f\x8b\x08", "compressed by gzip"),
    ],
)
def test_a_file_that_holds_no_lines_is_refused_whole(
    tmp_path: Path, start: bytes, what: str
) -> None:
    path = tmp_path / "wrong.jsonl"
    path.write_bytes(start + b"\n\n\n")
    with pytest.raises(PublishedFileError) as caught:
        next(read_published(path))
    assert str(caught.value) == (
        f"{path} is {what}; what is imported is UTF-8 text, a JSON object a line."
    )


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found = {}
    for path in (tmp_path, tmp_path / "nowhere", pipe, tmp_path / "\0"):
        for read in (file_hash, lambda path: next(read_published(path))):
            with pytest.raises(PublishedFileError) as caught:
                read(path)
            found[path] = str(caught.value)
    assert list(found.values()) == [
        f"{tmp_path} is a folder; name the files in it.",
        f"{tmp_path}/nowhere is not there.",
        f"{pipe} is no file.",
        f"{tmp_path}/\0 is not there.",
    ]


def test_an_empty_file_has_no_records(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.touch()
    reading = read_published(path)
    assert (list(reading), reading.lines) == ([], 0)


READ = """
import json, resource, sys
from sandboxes.workflows.published import Record, read_published
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
kinds = [0, 0]
for item in read_published(sys.argv[1]):
    kinds[isinstance(item, Record)] += 1
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"refused": kinds[0], "read": kinds[1], "kib": after - before}))
"""


def read_apart(path: Path) -> dict[str, int]:
    """Read a file in a process of its own: how many there were, and what memory that took."""
    done = subprocess.run(
        [sys.executable, "-c", READ, str(path)], capture_output=True, text=True, check=True
    )
    found: dict[str, int] = json.loads(done.stdout)
    return found


def test_a_line_of_50_mb_is_refused_without_being_held(tmp_path: Path) -> None:
    path = tmp_path / "one_line.jsonl"
    path.write_bytes(b'{"query": "' + b"x" * 50_000_000 + b'"}\n' + line().encode())
    found = read_apart(path)
    assert (found["refused"], found["read"]) == (1, 1)
    assert found["kib"] < 16 * 1024


@pytest.mark.verify
def test_a_file_of_50_mb_is_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    text = line(query="x" * 8_000).encode() + b"\n"
    count = 50_000_000 // len(text) + 1
    path.write_bytes(text * count)
    found = read_apart(path)
    assert (found["refused"], found["read"]) == (0, count)
    assert found["kib"] < 16 * 1024
