"""What a measurement comes to, and how times are summed up."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from typing import NamedTuple

TAIL = 3.0
"""The 95th percentile may be this many times the median: a subject that waits notices the tail."""


class Figure(NamedTuple):
    """One measurement.

    Args:
        name: What was measured.
        value: The median where it is a time.
        unit: Of the value; p95, where given, is in ms.
        n: How many times it was measured.
        p95: The 95th percentile.
        limit: What the value must keep to; see `ok`.
        ok: Whether it keeps to the limit, and its 95th percentile to the median; None where
            nothing was promised.
    """

    name: str
    value: float
    unit: str
    n: int
    p95: float | None = None
    limit: float | None = None
    ok: bool | None = None

    def line(self) -> str:
        """The figure as one JSON object, without what does not apply to it."""
        return json.dumps({k: v for k, v in self._asdict().items() if v is not None})


def at_most(name: str, value: float, unit: str, n: int, limit: float) -> Figure:
    """A figure that must not exceed its limit."""
    return Figure(name, value, unit, n, limit=limit, ok=value <= limit)


def at_least(name: str, value: float, unit: str, n: int, limit: float) -> Figure:
    """A figure that must reach its limit."""
    return Figure(name, value, unit, n, limit=limit, ok=value >= limit)


def latency(name: str, seconds: Sequence[float], limit: float | None = None) -> Figure:
    """Median and 95th percentile in ms; the tail is always judged, the median if it has a limit."""
    middle, tail = 1e3 * median(seconds), 1e3 * percentile_95(seconds)
    ok = tail <= TAIL * middle and (limit is None or middle <= limit)
    return Figure(name, middle, "ms", len(seconds), p95=tail, limit=limit, ok=ok)


def percentile_95(values: Sequence[float]) -> float:
    """The value that 95 of 100 do not exceed."""
    return quantiles(values, n=20, method="inclusive")[-1]


def timed(action: Callable[[], object]) -> float:
    """Seconds that one call of the action takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start
