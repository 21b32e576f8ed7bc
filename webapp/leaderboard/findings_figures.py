"""The plots of the findings, for Plotly. The page puts in its own colours."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import Any

from evaluators import Estimate
from webapp.leaderboard.findings import Who
from webapp.leaderboard.findings_cost import Parts, Spend, Spending
from webapp.leaderboard.findings_curve import ALL, Curves, Line
from webapp.leaderboard.findings_patterns import COLUMNS, PatternRow, Patterns
from webapp.leaderboard.findings_recall import RecallRow, Recalls
from webapp.pages.words import legible

MOST_DRAWN = 8
"""More lines or groups than that nobody tells apart; the table has all."""
_LONGEST_NAME, _LONGEST_LINE = 26, 20
_QUIET = {"color": "var(--ink-2)", "size": 12.5, "family": "Inter, system-ui, sans-serif"}
_LOOKS = (
    # Told apart by form as well as by colour.
    ("var(--ink)", "solid", "circle"),
    ("var(--gold-fill)", "solid", "diamond"),
    ("var(--line-strong)", "solid", "square"),
    ("var(--ink)", "dash", "circle-open"),
    ("var(--gold-fill)", "dash", "diamond-open"),
    ("var(--line-strong)", "dash", "square-open"),
    ("var(--ink)", "dot", "triangle-up"),
    ("var(--gold-fill)", "dot", "triangle-up-open"),
)
_FAINT = "var(--line)"
"""Needs an edge to be seen."""
_FILLS = (
    ("var(--ink)", ""),
    ("var(--line-strong)", "/"),
    ("var(--gold-fill)", ""),
    ("var(--ink-2)", "\\"),
    (_FAINT, "."),
)
_GROUPED = (0, 1, 2, 4)
_ABOVE, _BELOW = 40, 48
_BAR, _BETWEEN = 38, 72
"""Heights in pixels: around a plot, of a bar with its surroundings, between two plots."""
Figure = dict[str, Any]


def curve_figure(curves: Curves) -> str:
    """Success against the number of distractors; empty where there is nothing to draw."""
    lines = curves.drawn[:MOST_DRAWN]
    if not lines:
        return ""
    numbers = sorted({point.distractors for line in lines for point in line.points})
    places = {number: place for place, number in enumerate(numbers)}
    step = min(0.08, 0.4 / len(lines))
    traces = [
        _curve(line, places, step * (number - (len(lines) - 1) / 2), _LOOKS[number])
        for number, line in enumerate(lines)
    ]
    x = _axis("Tools listed besides the needed ones")
    x |= {
        "range": [-0.4, len(numbers) - 0.6],
        "tickvals": list(places.values()),
        "ticktext": ["all" if number == ALL else f"{number:,}" for number in numbers],
        "showgrid": False,
    }
    y = _axis("Success, %") | {"range": [-4, 104]}
    return _figure(traces, 290, x, y)


def cost_figure(spending: Spending) -> str:
    """Tokens by component, and below what they cost in relative prices."""
    rows = spending.drawn[:MOST_DRAWN]
    if not rows:
        return ""
    upper, lower = 2 * _BAR * len(rows), _BAR * len(rows)
    area = upper + _BETWEEN + lower
    x = _amounts("Tokens for each attempt") | {"anchor": "y"}
    words = [word for row in rows for word in (_label(row.who, ", new"), "billed")]
    y = _names(words, _pairs(rows)) | {"domain": [1 - upper / area, 1]}
    figure = json.loads(_figure([*_tokens(rows), *_relative(rows)], area, x, y))
    below = _amounts("Price, in uncached tokens") | {"anchor": "y2"}
    names = _names([_label(row.who) for row in rows]) | {"anchor": "x2"}
    figure["layout"] |= {
        "barmode": "stack",
        "xaxis2": below,
        "yaxis2": names | {"domain": [0, lower / area]},
    }
    return json.dumps(figure)


def pattern_figure(patterns: Patterns) -> str:
    """The share of failed attempts that show each pattern."""
    rows = patterns.drawn[:MOST_DRAWN]
    words = [pattern.replace("_", " ") for pattern in COLUMNS]
    words[-1] = "none of them"
    groups = [[share.failed for share in row.shares] for row in rows]
    return _grouped(rows, words, groups, "Share of failed attempts, %")


def recall_figure(recalls: Recalls) -> str:
    """Recall of the needed tools and the latent ones."""
    rows = recalls.rows[:MOST_DRAWN]
    words = [word.lower() for word, _ in rows[0].figures] if rows else []
    groups = [[found for _, found in row.figures] for row in rows]
    return _grouped(rows, words, groups, "Recall, %")


def _curve(line: Line, places: dict[int, int], aside: float, look: tuple[str, str, str]) -> Figure:
    colour, dash, symbol = look
    name = escape(_name(line.who))
    return {
        "type": "scatter",
        "name": name,
        "mode": "lines+markers",
        "x": [places[point.distractors] + aside for point in line.points],
        "y": [_percent(point.success.mean) for point in line.points],
        "line": {"color": colour, "dash": dash, "width": 2},
        "marker": {"color": colour, "symbol": symbol, "size": 9},
        "error_y": _errors([point.success for point in line.points], colour),
        "text": [f"{name}, {point.word} others<br>{_told(point.success)}" for point in line.points],
        "hovertemplate": "%{text}<extra></extra>",
    }


def _pairs(rows: Sequence[Spend]) -> list[float]:
    """Where the two bars of each contestant stand, close together."""
    return [2 * place + aside for place in range(len(rows)) for aside in (0.08, 0.84)]


def _tokens(rows: Sequence[Spend]) -> list[Figure]:
    """Two bars a contestant: what was new, and under it what was billed."""
    places = _pairs(rows)
    new = [row.new for row in rows if row.new is not None]
    billed = [row.billed for row in rows if row.billed is not None]
    output = [parts.output for pair in zip(new, billed, strict=True) for parts in pair]
    return [
        _bars("prompt, once", places[::2], [parts.first for parts in new], 0),
        _bars("billed uncached", places[1::2], [parts.first for parts in billed], 3),
        _bars("responses", places[::2], [parts.second for parts in new], 1),
        _bars("billed cached", places[1::2], [parts.second for parts in billed], 4),
        _bars("output", places, output, 2),
    ]


def _relative(rows: Sequence[Spend]) -> list[Figure]:
    known: list[Parts] = [row.relative for row in rows if row.relative is not None]
    places = [float(place) for place in range(len(known))]
    made = [
        _bars("uncached", places, [one.first for one in known], 3),
        _bars("cached", places, [one.second for one in known], 4),
        _bars("output", places, [one.output for one in known], 2),
    ]
    return [{**bar, "xaxis": "x2", "yaxis": "y2", "showlegend": False} for bar in made]


def _bars(name: str, places: list[float], values: list[float], fill: int) -> Figure:
    return {
        "type": "bar",
        "orientation": "h",
        "name": name,
        "x": values,
        "y": places,
        "width": 0.62,
        "marker": _filled(fill),
        "hovertemplate": f"{name}: %{{x:,.0f}}<extra></extra>",
    }


def _grouped(
    rows: Sequence[PatternRow] | Sequence[RecallRow],
    words: list[str],
    groups: list[list[Estimate]],
    title: str,
) -> str:
    """A group of bars for each contestant, with intervals."""
    if not rows:
        return ""
    traces = []
    for number, word in enumerate(words):
        column = [group[number] for group in groups]
        traces.append(
            {
                "type": "bar",
                "orientation": "h",
                "name": word,
                # A bar of no length would be drawn as its edge, and look like a dash.
                "x": [_percent(found.mean) or None for found in column],
                "y": list(range(len(rows))),
                "marker": _filled(_GROUPED[number]),
                "error_x": _errors(column, "var(--line-strong)"),
                "text": [f"{word}<br>{_told(found)}" for found in column],
                "textposition": "none",
                "hovertemplate": "%{text}<extra></extra>",
            }
        )
    y = _names([_label(row.who) for row in rows])
    x = _axis(title) | {"range": [0, 102]}
    figure = json.loads(_figure(traces, (16 * len(words) + 14) * len(rows), x, y))
    figure["layout"] |= {"barmode": "group", "bargap": 0.22}
    return json.dumps(figure)


def _filled(number: int) -> Figure:
    colour, shape = _FILLS[number]
    pattern = {
        "shape": shape,
        "fillmode": "overlay",
        "fgcolor": "var(--surface)",
        "fgopacity": 0.55,
        "size": 6,
        "solidity": 0.25,
    }
    edge = {"width": int(colour == _FAINT), "color": "var(--line-strong)"}
    return {"color": colour, "pattern": pattern, "line": edge}


def _errors(found: Sequence[Estimate], colour: str) -> Figure:
    """The way from each mean to the ends of its interval."""

    def ways(one: Estimate) -> tuple[float | None, float | None]:
        if one.mean is None or one.low is None or one.high is None or one.low == one.high:
            return None, None
        return 100 * (one.high - one.mean), 100 * (one.mean - one.low)

    return {
        "type": "data",
        "array": [ways(one)[0] for one in found],
        "arrayminus": [ways(one)[1] for one in found],
        "color": colour,
        "thickness": 1.2,
        "width": 4,
    }


def _figure(traces: list[Figure], area: int, x: Figure, y: Figure) -> str:
    """A figure with a legend, its plot of a height.

    Args:
        traces: What is in it.
        area: The height in pixels.
        x: The axis below.
        y: The axis at the side.
    """
    import plotly.graph_objects as go  # type: ignore[import-untyped]  # and slow to import

    layout = {
        "template": "none",
        "height": area + _ABOVE + _BELOW,
        "margin": {"l": 8, "r": 16, "t": _ABOVE, "b": _BELOW},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": _QUIET,
        "showlegend": True,
        "legend": {
            "orientation": "h",
            "traceorder": "normal",
            "x": 0,
            "xanchor": "left",
            "y": 1,
            "yanchor": "bottom",
        },
        "hoverlabel": {
            "bgcolor": "var(--surface)",
            "bordercolor": "var(--line-strong)",
            "font": {**_QUIET, "color": "var(--ink)"},
        },
        "xaxis": x,
        "yaxis": y,
    }
    made: str = go.Figure(traces, layout).to_json()
    return made


def _axis(title: str) -> Figure:
    return {
        "fixedrange": True,
        "automargin": True,
        "gridcolor": "var(--line)",
        "zeroline": False,
        "tickformat": ",",
        "title": {"text": title, "standoff": 10, "font": _QUIET},
    }


def _amounts(title: str) -> Figure:
    """An axis of large numbers, told so that they stand side by side on a narrow screen as well."""
    shape = {"rangemode": "tozero", "tickformat": "~s", "nticks": 5, "tickangle": 0}
    return _axis(title) | shape


def _names(words: list[str], places: list[float] | None = None) -> Figure:
    """An axis with a name at each place, the first on top."""
    return {
        "range": [len(words) - 0.4, -0.6],
        "fixedrange": True,
        "automargin": True,
        "showgrid": False,
        "zeroline": False,
        "ticklabelstandoff": 8,
        "tickvals": list(range(len(words))) if places is None else places,
        "ticktext": words,
    }


def _name(who: Who) -> str:
    name = legible(who.name)
    short = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
    return f"{short} {who.mark}".strip()


def _label(who: Who, more: str = "") -> str:
    """A name beside an axis, broken so that it leaves room for the plot on a narrow screen.

    It shows as it is: Plotly takes labels for markup.
    """
    return "<br>".join(map(escape, wrap(f"{_name(who)}{more}", _LONGEST_LINE)))


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def _told(found: Estimate) -> str:
    if found.mean is None:
        return "of none"
    told = f"{100 * found.mean:.1f} %"
    if found.low is None or found.high is None:
        return f"{told}; no interval from one task"
    return f"{told}, {100 * found.low:.1f} to {100 * found.high:.1f} %"
