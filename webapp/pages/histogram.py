"""A histogram, drawn: one bar for each span of values.

Lengths are in units of the drawing, which is WIDTH wide and HEIGHT high.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 440, 220
_LEFT, _TOP, _BOTTOM = 30, 10, 26
_LABEL = 34
"""Room that a label needs; where bars are narrower, some go without."""
_GAP = 3
_MOST_TICKS = 4
_NICE = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


@dataclass(frozen=True)
class Bar:
    """A span of values.

    Args:
        label: The span in words, such as "5-8".
        is_labelled: Whether there is room for the label below it.
        count: How many values lie in it.
        x: Left edge.
        y: Upper edge.
        width: Width.
        height: Height.
    """

    label: str
    is_labelled: bool
    count: int
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """Where its label stands."""
        return round(self.x + self.width / 2, 1)

    @property
    def below(self) -> float:
        """Where it stands on the axis."""
        return HEIGHT - _BOTTOM


@dataclass(frozen=True)
class Tick:
    """A line across, with its value."""

    value: int
    y: float


@dataclass(frozen=True)
class Histogram:
    """How values are distributed.

    Args:
        what: What is counted along the axis, such as "calls".
        of: What the values are of, such as "instances".
        bars: The spans.
        ticks: Lines across.
        count: How many values.
        least: The smallest.
        median: The middle one.
        most: The largest.
    """

    what: str
    of: str
    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    count: int
    least: int
    median: float
    most: int

    @property
    def sentence(self) -> str:
        """The same in words."""
        return (
            f"{self.count:,} {self.of}: {self.least} to {self.most} {self.what}, "
            f"median {self.median:g}"
        )


def histogram(values: Sequence[int], *, what: str, of: str, span: int, last: int) -> Histogram:
    """Draw a histogram.

    Args:
        values: Positive whole numbers; at least one.
        what: What they count.
        of: What they are of.
        span: How many values share a bar.
        last: Values above it share the last bar.
    """
    spans = math.ceil(last / span)
    counts = [0] * (spans + (max(values) > last))
    for value in values:
        counts[min((value - 1) // span, len(counts) - 1)] += 1
    step = next(nice for nice in _NICE if max(counts) / nice <= _MOST_TICKS)
    top = step * math.ceil(max(counts) / step)
    width = (WIDTH - _LEFT) / len(counts)
    every = math.ceil(_LABEL / width)
    high = HEIGHT - _TOP - _BOTTOM
    bars = tuple(
        Bar(
            _label(place, span, is_last=place == spans),
            place % every == 0,
            count,
            x=round(_LEFT + place * width + _GAP / 2, 1),
            y=round(_TOP + high * (1 - count / top), 1),
            width=round(width - _GAP, 1),
            height=round(high * count / top, 1),
        )
        for place, count in enumerate(counts)
    )
    ticks = (
        Tick(value, round(_TOP + high * (1 - value / top), 1)) for value in range(0, top + 1, step)
    )
    ordered = sorted(values)
    middle = (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
    return Histogram(what, of, bars, tuple(ticks), len(values), ordered[0], middle, ordered[-1])


def _label(place: int, span: int, *, is_last: bool) -> str:
    first = place * span + 1
    if is_last:
        return f"{first}+"
    return str(first) if span == 1 else f"{first}-{first + span - 1}"
