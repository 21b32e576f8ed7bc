"""Imported records for tests of pages, each with something of its own."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.sandboxes.workflows.published.builders import (
    ABSENT,
    line,
    node,
    response,
    root,
    tasks,
)
from webapp.recovery.importing import import_file
from webapp.recovery.models import ImportedRecord

MARK = "mark-of-an-original"


def lines() -> list[str]:
    """Four records: as it should be, mended, of level 2 with the fifteenth tag, and incomplete."""
    return [
        line(id=1, query="Boil one egg.", query_id=1, tag="Serial_Error"),
        line(id=2, query="Boil two eggs.", query_id=2, tag="错误串行", round_gt="3"),
        line(
            id=3,
            query="Boil three eggs.",
            query_id=3,
            tag=ABSENT,
            tag_1="异常应对错误",
            tag_2="参数值非法",
            tag_3=None,
        ),
        line(
            id=4,
            query="Boil <b>four</b> eggs & wait.",
            query_id=4,
            tag="Type_Error",
            note=MARK,
            plan=json.dumps(tasks(root(), node(para="four minutes"), response(dep="1"))),
        ),
    ]


def imported_records() -> list[ImportedRecord]:
    """These, imported."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "made.jsonl"
        path.write_text("".join(f"{text}\n" for text in lines()), encoding="utf-8")
        import_file(path)
    return list(ImportedRecord.objects.order_by("line"))
