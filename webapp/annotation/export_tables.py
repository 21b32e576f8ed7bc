"""Grades as tables: a row for each item of each response, or one for each response."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandboxes.tasks import CANARY
from webapp.annotation.exporting import SKIPPED, Export, Record, records
from webapp.annotation.models import Judge
from webapp.annotation.resolved import Provenance

Cell = float | int | str | None
_ABOUT = ("sample", "digest", "cluster", "level", "role", "rubric", "rubric_digest")
_CAME_TO = ("resolved", "provenance", "cause", "adjudication_note")


@dataclass(frozen=True)
class Table:
    """A table on its way out.

    Args:
        columns: Names of the columns.
        rows: Its rows, each as wide as that; read once.
    """

    columns: list[str]
    rows: Iterator[list[Cell]]

    def lines(self) -> Iterator[list[Cell]]:
        """The names of the columns, and then the rows."""
        yield list(self.columns)
        yield from self.rows


def long_table(export: Export) -> Table:
    """A row for each item of each response, with all that was given.

    Each grader has a column for what was given, one for the note, and one for the evidence as JSON;
    each judge has one. A cell is empty where nobody gave anything.

    Args:
        export: What goes out.
    """
    columns = [*_ABOUT, "item"]
    for name in sorted(export.graders.values()):
        columns += [name, f"{name}_note", f"{name}_evidence"]
    columns += [*_CAME_TO, *(f"judge_{one.identity}" for one in export.judges), "canary"]
    rows = ([_row(record).get(name) for name in columns] for record in records(export))
    return Table(columns, rows)


def published_table(export: Export, judge: Judge | None) -> Table:
    """A row for each response: by item what people came to, and what a judge gave.

    What is not settled among people is empty, as is what the judge has not read.

    Args:
        export: What goes out.
        judge: Whose grades stand beside people's; None: nobody's.
    """
    columns = ["sample", "digest", "cluster", "level", "rubric", "rubric_digest"]
    wide = [f"{item}_{source}" for item in export.items for source in ("human", "model")]
    rows = (
        [line.get(name) for name in [*columns, *wide, "judge", "canary"]]
        for line in _by_response(export, judge)
    )
    return Table([*columns, *wide, "judge", "canary"], rows)


def chosen_judge(export: Export, identity: str) -> Judge | None:
    """The judge with an identity; without one, the first that has read anything; None: no such.

    Args:
        export: What goes out.
        identity: Of the judge; empty: whoever was first.
    """
    found = [one for one in export.judges if identity in ("", one.identity)]
    return found[0] if found else None


def _row(record: Record) -> dict[str, Cell]:
    cells: dict[str, Cell] = {name: record[name] for name in (*_ABOUT, "item", "canary")}
    cells |= {name: record[name] or None for name in _CAME_TO[1:]}
    cells["resolved"] = _resolved(record)
    for name, given in record["grades"].items():
        cells[name] = _given(given)
        cells[f"{name}_note"] = given["note"] or None
        cells[f"{name}_evidence"] = _as_json(given["evidence"]) if given["evidence"] else None
    for identity, given in record["judges"].items():
        cells[f"judge_{identity}"] = _judged(given)
    return cells


def _by_response(export: Export, judge: Judge | None) -> Iterator[dict[str, Cell]]:
    """The cells of each response; the records of one follow each other."""
    line: dict[str, Cell] = {}
    for record in records(export):
        if line and line["sample"] != record["sample"]:
            yield line
            line = {}
        if not line:
            line = {name: record[name] for name in _ABOUT}
            line |= {"judge": None if judge is None else judge.identity, "canary": CANARY}
        line[f"{record['item']}_human"] = _resolved(record)
        given = None if judge is None else record["judges"].get(judge.identity)
        line[f"{record['item']}_model"] = None if given is None else _judged(given)
    if line:
        yield line


def _resolved(record: Record) -> Cell:
    """What an item counts for; if nobody could judge it, that and why; empty: not settled."""
    value: Cell = record["resolved"]
    if value is not None:
        return value
    if record["provenance"] == Provenance.ADJUDICATED:
        return _skipped(record["adjudication_note"])
    reasons = [one["skipped"] for one in record["grades"].values()]
    return _skipped("; ".join(reasons)) if reasons and all(reasons) else None


def _given(given: Record) -> Cell:
    value: Cell = given["value"]
    return _skipped(given["skipped"]) if value is None else value


def _judged(given: Record) -> Cell:
    value: Cell = given["value"]
    if given["state"] != "scored":
        return str(given["state"])
    return _skipped(given["reason"]) if value is None else value


def _skipped(why: str) -> str:
    return f"{SKIPPED}: {why}"


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
