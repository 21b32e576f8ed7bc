"""docs/importing.md lists the kinds as they are, and its example shows what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandboxes.workflows.published import (
    MendKind,
    Record,
    RefusalKind,
    UnmendedKind,
    read_published,
)

DOCS = Path(__file__).parents[4] / "docs"
DOCUMENT = (DOCS / "importing.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("title", "kinds"),
    [("what is done", MendKind), ("what it means", UnmendedKind), ("why", RefusalKind)],
)
def test_a_table_of_kinds_is_that_of_the_enumeration(
    title: str, kinds: type[MendKind] | type[UnmendedKind] | type[RefusalKind]
) -> None:
    table = DOCUMENT.partition(f"| kind | {title} |\n| --- | --- |\n")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (\w+) \| (.*) \|$", table, re.M)
    assert rows == [(kind.value, kind.sentence) for kind in kinds]


def test_the_example_is_three_records_of_two_groups_and_a_blank_line() -> None:
    reading = read_published(DOCS / "examples" / "pararecover.jsonl")
    records = [item for item in reading if isinstance(item, Record)]
    assert [(r.level, r.kind.value, r.published_id) for r in records] == [
        (1, "real", 1),
        (1, "augmented", 1),
        (2, "real", 2),
    ]
    assert records[0].group == records[1].group != records[2].group
    assert (reading.lines, reading.blank_lines) == (4, 1)
