"""The board as a table for programs: every number as it was calculated."""

from __future__ import annotations

import csv
import io
from typing import Any

from sandboxes import CallClass
from webapp.leaderboard.board import Board, Row

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def board_csv(board: Board) -> str:
    """The rows of a board as CSV, with a line of names. What there is none of is left empty."""
    text = io.StringIO()
    lines = [_line(row, board) for row in board.rows]
    writer = csv.DictWriter(
        text, list(lines[0]) if lines else ["rank_low", "rank_high", "contestant"]
    )
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue()


def _line(row: Row, board: Board) -> dict[str, Any]:
    rates, counts, success = row.rates, row.rates.counts, row.rates.success
    low, high = counts.bounds
    return {
        "rank_low": None if row.rank is None else row.rank.low,
        "rank_high": None if row.rank is None else row.rank.high,
        "contestant": plain(row.name),
        "contestant_id": row.contestant,
        "kind": row.kind,
        "success": success.mean,
        "success_low": success.low,
        "success_high": success.high,
        "tasks": rates.tasks,
        "mean": rates.spread.mean,
        "std": rates.spread.std,
        "std_over": "persons" if row.is_summary else "runs",
        "std_of": rates.spread.runs,
        "std_left_out": rates.spread.left_out,
        "std_instances": rates.spread.instances,
        "completion_rate": rates.completion.value,
        "completion_instances": rates.completion.n,
        "misbehaving_rate": rates.misbehaving.value,
        "misbehaving_instances": rates.misbehaving.n,
        "share_misbehaving": rates.damaged.value,
        "instances": rates.damaged.n,
        **{f"calls_{kind.value}": rates.per_attempt(kind) for kind in CallClass},
        "calls_unlisted": rates.unlisted_each,
        "declared": counts.declared,
        "scored": counts.scored,
        "correct": counts.correct,
        "errored": counts.errored,
        "unfinished": counts.unfinished,
        "bound_low": low,
        "bound_high": high,
        "not_ranked": row.why_unranked,
        "manner": row.manner,
        "conditions": row.conditions,
        "compared_by": "" if board.chosen is None else board.chosen.digest,
        "evaluators": " ".join(rates.evaluators),
    }


def plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(_FORMULA) else name
