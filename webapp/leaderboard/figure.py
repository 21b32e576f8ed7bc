"""The plot of success with its intervals."""

from __future__ import annotations

from html import escape
from typing import Any

from webapp.leaderboard.board import Board, Row
from webapp.leaderboard.kept import kept
from webapp.pages.words import legible

_LONGEST_NAME = 28
_ROW, _MARGINS = 34, 64
_KINDS = {
    # Told apart by form as well as by colour; the page puts in its own colours.
    "person": ("People", "diamond", "var(--gold)"),
    "people": ("All people", "diamond-open", "var(--gold)"),
    "agent": ("Agents", "circle", "var(--ink)"),
}


def kept_figure(board: Board) -> str:
    """The figure of a board, made once; empty where there is nothing to draw."""
    if all(row.rates.success.mean is None for row in board.rows):
        return ""
    return kept(("figure", *board.key), lambda: figure_of(board))


def figure_of(board: Board) -> str:
    """The figure as JSON for Plotly, the best on top."""
    import plotly.graph_objects as go  # type: ignore[import-untyped]  # and slow to import

    rows = [row for row in reversed(board.rows) if row.rates.success.mean is not None]
    rows.sort(key=lambda row: row.rates.success.mean or 0)
    places = {id(row): place for place, row in enumerate(rows)}
    traces = [
        _trace(go, kind, [row for row in rows if row.kind == kind], places)
        for kind in _KINDS
        if any(row.kind == kind for row in rows)
    ]
    made: str = go.Figure(traces, _layout(rows)).to_json()
    return made


def _layout(rows: list[Row]) -> dict[str, Any]:
    quiet = {"color": "var(--ink-2)", "size": 12.5, "family": "Inter, system-ui, sans-serif"}
    return {
        "template": "none",
        "height": _ROW * len(rows) + _MARGINS,
        "margin": {"l": 8, "r": 16, "t": 4, "b": 40},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": quiet,
        "showlegend": False,
        "hoverlabel": {
            "bgcolor": "var(--surface)",
            "bordercolor": "var(--line-strong)",
            "font": {**quiet, "color": "var(--ink)"},
        },
        "xaxis": {
            "range": [-2, 102],
            "fixedrange": True,
            "ticksuffix": " %",
            "gridcolor": "var(--line)",
            "zeroline": False,
            "title": {"text": "Success, with its 95 % interval", "standoff": 8, "font": quiet},
        },
        "yaxis": {
            "range": [-0.6, len(rows) - 0.4],
            "fixedrange": True,
            "automargin": True,
            "showgrid": False,
            "zeroline": False,
            "ticklabelstandoff": 8,
            "tickvals": list(range(len(rows))),
            "ticktext": [_label(row) for row in rows],
        },
    }


def _trace(go: Any, kind: str, rows: list[Row], places: dict[int, int]) -> Any:
    name, symbol, colour = _KINDS[kind]
    means = [100 * (row.rates.success.mean or 0) for row in rows]
    ends = [(row.rates.success.low, row.rates.success.high) for row in rows]
    up = [
        0 if high is None else 100 * high - mean
        for mean, (_, high) in zip(means, ends, strict=True)
    ]
    down = [
        0 if low is None else mean - 100 * low for mean, (low, _) in zip(means, ends, strict=True)
    ]
    return go.Scatter(
        name=name,
        x=means,
        y=[places[id(row)] for row in rows],
        mode="markers",
        marker={"size": 9, "symbol": symbol, "color": colour},
        error_x={
            "type": "data",
            "array": up,
            "arrayminus": down,
            "color": "var(--line-strong)",
            "thickness": 2,
            "width": 5,
        },
        text=[f"{_label(row)}<br>{_told(row)}" for row in rows],
        hovertemplate="%{text}<extra></extra>",
    )


def _label(row: Row) -> str:
    """A name that shows as it is: Plotly takes labels for markup."""
    name = legible(row.name)
    short = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
    return escape(f"{short} {row.mark}".strip())


def _told(row: Row) -> str:
    success, counts = row.rates.success, row.rates.counts
    told = f"{100 * (success.mean or 0):.1f} %: {counts.correct:,} of {counts.scored:,}"
    if success.low is None or success.high is None:
        return f"{told}; no interval from one task"
    return f"{told}<br>{100 * success.low:.1f} to {100 * success.high:.1f} %"
