"""Findings as tables for programs: every number as it was calculated."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from webapp.leaderboard.findings import Part
from webapp.leaderboard.findings_cost import cost_lines, read_spending
from webapp.leaderboard.findings_curve import curve_lines, read_curves
from webapp.leaderboard.findings_patterns import pattern_lines, read_patterns
from webapp.leaderboard.findings_recall import read_recalls, recall_lines

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def lines_of(what: str, part: Part | None, *, with_traps: bool) -> list[dict[str, Any]]:
    """The rows of a page, each with the conditions that they are compared by."""
    if part is None:
        return []
    found = {
        "distractors": lambda: curve_lines(read_curves(part.chosen, part.level, part.app)),
        "cost": lambda: cost_lines(read_spending(part)),
        "patterns": lambda: pattern_lines(read_patterns(part, with_traps=with_traps)),
        "recall": lambda: recall_lines(read_recalls(part, with_traps=with_traps)),
    }[what]()
    return [{**line, "compared_by": part.chosen.digest} for line in found]


def as_csv(lines: Sequence[dict[str, Any]]) -> str:
    """Lines as CSV, with a line of names. What there is none of is left empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(lines[0]) if lines else ["contestant", "compared_by"])
    writer.writeheader()
    writer.writerows({name: _plain(value) for name, value in line.items()} for line in lines)
    return text.getvalue()


def _plain(value: Any) -> Any:
    """A text that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
