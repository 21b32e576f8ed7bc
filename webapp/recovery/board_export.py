"""The recovery board as a table for programs: every number as it was calculated."""

from __future__ import annotations

import csv
import io
from typing import Any

from evaluators.sde import DIMENSIONS
from webapp.leaderboard.export import plain
from webapp.recovery.board import RecoveryBoard, Row
from webapp.recovery.corrected import AVERAGE
from webapp.recovery.lines import Line
from webapp.recovery.opinions import PEOPLE
from webapp.recovery.repairs import RULE


def board_csv(board: RecoveryBoard) -> str:
    """A line for each row and level, under a line of names. What is unscored is left empty."""
    text = io.StringIO()
    rows = [*board.rows, *board.limits]
    sources = sorted({RULE, *board.sources})
    lines = [_line(row, line, board, sources) for row in rows for line in row.lines]
    writer = csv.DictWriter(
        text, list(lines[0]) if lines else ["rank_low", "rank_high", "contestant"]
    )
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue()


def _line(row: Row, line: Line, board: RecoveryBoard, sources: list[str]) -> dict[str, Any]:
    return {
        "rank_low": None if row.rank is None else row.rank.low,
        "rank_high": None if row.rank is None else row.rank.high,
        "contestant": plain(row.name),
        "contestant_id": row.contestant,
        "kind": row.kind,
        "level": "both" if line.level is None else line.level,
        **_counts(line),
        "solved": line.solved.mean,
        "solved_low": line.solved.low,
        "solved_high": line.solved.high,
        **{name: mean.value for name, mean in line.measures.items()},
        "plans": line.invalid.of,
        "plans_invalid": line.invalid.part,
        "first_plans": line.first_invalid.of,
        "first_plans_invalid": line.first_invalid.part,
        **_rules(line),
        **_sde(line, sources),
        "not_ranked": row.why_unranked,
        "manner": row.manner,
        "conditions": row.conditions,
        "compared_by": "" if board.chosen is None else board.chosen.digest,
    }


def _counts(line: Line) -> dict[str, Any]:
    counts = line.counts
    low, high = counts.bounds if counts.declared else (None, None)
    return {
        "workflows": line.workflows,
        "declared": counts.declared,
        "scored": counts.scored,
        "correct": counts.correct,
        "errored": counts.errored,
        "unfinished": counts.unfinished,
        "bound_low": low,
        "bound_high": high,
    }


def _rules(line: Line) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for rule in line.rules:
        found[f"rule_{rule.item}"] = rule.mean.value
        found[f"rule_{rule.item}_unscored"] = rule.unscored
    return found


def _sde(line: Line, sources: list[str]) -> dict[str, Any]:
    """SI, DR, ES and their mean by each source that there is on the board."""
    known, found = {one.source: one for one in line.sde}, dict[str, Any]()
    corrected = {one.source: one for one in line.corrected}
    for source in sources:
        one = known.get(source)
        for name in DIMENSIONS:
            found[f"{source}_{name}"] = None if one is None else one.dimensions[name].value
        found[f"{source}_Avg"] = None if one is None else one.average.value
        if source in (RULE, PEOPLE):
            continue
        mended = corrected.get(source)
        for name in (*DIMENSIONS, AVERAGE):
            estimate = None if mended is None else mended.dimensions[name]
            for part in ("mean", "low", "high"):
                value = None if estimate is None else getattr(estimate, part)
                found[f"{source}_{name}_corrected_{part}"] = value
    return found
