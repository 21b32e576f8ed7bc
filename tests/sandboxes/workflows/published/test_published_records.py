"""The published records: each is imported, and the lists of what was mended are pinned."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sandboxes.workflows import layers, problems
from sandboxes.workflows.published import (
    Groups,
    Record,
    RecordKind,
    published_line,
    read_line,
    read_published,
)
from tests.shared_data import SHARED

PARARECOVER = SHARED / "pararecover"
FILES = {
    "level1_real": (23, 0, 1, RecordKind.REAL),
    "level1_augmented": (10, 0, 1, RecordKind.AUGMENTED),
    "level2_real": (10, 1, 2, RecordKind.REAL),
}
MENDS = {
    "level1_real": {
        "arguments_absent": 4,
        "arguments_empty_list": 5,
        "arguments_in_list": 14,
        "chinese_tag": 23,
        "json_in_text": 6,
        "name_of_end": 4,
    },
    "level1_augmented": {
        "arguments_empty_list": 2,
        "arguments_in_list": 14,
        "json_in_text": 24,
        "name_of_end": 17,
        "number_in_text": 30,
    },
    "level2_real": {
        "arguments_empty_list": 2,
        "arguments_in_list": 23,
        "chinese_tag": 16,
        "json_in_text": 5,
    },
}
UNMENDED = {
    ("level1_real", 432, "tool_absent", "plan/tasks/3/name"),
    ("level1_real", 432, "schema_as_value", "plan/tasks/5/para/ground_coffee"),
    ("level1_real", 432, "schema_as_value", "fun_call/1/arguments/ground_coffee"),
    ("level1_real", 433, "tool_absent", "plan/tasks/3/name"),
    ("level1_real", 1421, "tool_absent", "plan/tasks/4/name"),
    ("level1_real", 1421, "tool_absent", "plan/tasks/5/name"),
    ("level1_augmented", 838, "tool_absent", "plan/tasks/6/name"),
    ("level1_augmented", 838, "response_absent", "plan/tasks"),
    ("level2_real", 2810, "arguments_without_names", "plan/tasks/3/para"),
}

pytestmark = pytest.mark.skipif(
    not PARARECOVER.is_dir(), reason="no published records: TOUCHSTONE_SHARED/data/pararecover"
)


def path_of(name: str) -> Path:
    """Where a published file is."""
    return PARARECOVER / f"{name}.jsonl"


def records(name: str) -> list[Record]:
    """The records of a published file; a refusal fails the test."""
    found = list(read_published(path_of(name)))
    assert [item for item in found if not isinstance(item, Record)] == []
    return [item for item in found if isinstance(item, Record)]


@pytest.mark.parametrize("name", FILES)
def test_every_record_is_imported_and_every_line_accounted_for(name: str) -> None:
    count, blank, level, kind = FILES[name]
    reading = read_published(path_of(name))
    found = list(reading)
    assert (len(found), reading.blank_lines, reading.lines) == (count, blank, count + blank)
    assert {(item.level, item.kind) for item in found if isinstance(item, Record)} == {
        (level, kind)
    }


@pytest.mark.parametrize("name", FILES)
def test_the_list_of_mends_is_this(name: str) -> None:
    counts = Counter(mend.kind.value for record in records(name) for mend in record.mends)
    assert dict(sorted(counts.items())) == MENDS[name]


def test_the_list_of_what_can_not_be_mended_is_this() -> None:
    assert {
        (name, record.published_id, left.kind.value, left.place)
        for name in FILES
        for record in records(name)
        for left in record.unmended
    } == UNMENDED


@pytest.mark.parametrize("name", FILES)
def test_lines_are_kept_byte_for_byte_and_read_the_same_again(name: str) -> None:
    lines = path_of(name).read_bytes().split(b"\n")
    for record in records(name):
        assert published_line(record).encode() == lines[record.line - 1]
        again = read_line(record.original, file=record.file, number=record.line)
        assert again == record


def test_colliding_numbers_are_kept_apart() -> None:
    found = [record for name in FILES for record in records(name)]
    numbers = Counter(record.published_id for record in found)
    assert numbers[1] == 2
    assert len({record.key for record in found}) == len(found) == 43


def test_records_of_one_query_share_a_group_over_all_files() -> None:
    groups = Groups()
    by_query: dict[str, set[tuple[int | None, str]]] = {}
    for name in FILES:
        for record in read_published(path_of(name), groups=groups):
            assert isinstance(record, Record)
            by_query.setdefault(record.query, set()).add((record.query_id, record.group))
    assert len(by_query) == 38
    assert all(len(found) == 1 for found in by_query.values())
    assert len({group for found in by_query.values() for _, group in found}) == 38
    assert groups.renamed() == {}


def test_labels_are_english_and_of_level_2_with_their_rounds() -> None:
    by_id = {record.published_id: record for record in records("level2_real")}
    assert [(label.round, label.tag) for label in by_id[2602].labels] == [
        (1, "Toolcall_Redundancy"),
        (2, "Parallelism_Error"),
        (3, "Dependence_Error"),
    ]
    (label,) = records("level1_real")[0].labels
    assert (label.round, label.tag) == (None, "Type_Error")


def test_plans_are_in_our_form() -> None:
    """Most are graphs that could be run; of the others it is told what keeps them from it."""
    found = {
        (name, record.published_id): [problem.text for problem in problems(record.plan)]
        for name in FILES
        for record in records(name)
    }
    assert {key: texts for key, texts in found.items() if texts} == {
        ("level1_augmented", 838): ["The plan needs a node with the id response, where it ends."],
        ("level1_real", 1326): [
            f"Node response depends on {n}, which is not in the plan." for n in (1, 2, 5, 6)
        ],
        ("level1_real", 1421): [
            f"Node {n} depends on nothing; what can begin at once depends on root." for n in (2, 3)
        ],
    }
    first = records("level1_real")[0].plan
    assert layers(first) == [["root"], ["1", "2"], ["3", "4"], ["5"], ["response"]]
    assert first.by_id["5"].arguments == {
        "composition1": "task3 result",
        "composition2": "task4 result",
    }
