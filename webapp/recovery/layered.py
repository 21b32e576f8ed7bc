"""Layered drawings of acyclic graphs, left to right, with few crossings. It knows no plans.

The layers are given; long edges get a place of their own in every layer that they pass, so that
they run between the boxes and not through them. The order within the layers comes from barycentre
sweeps, heights from a least-squares fit that keeps boxes apart. Nothing depends on chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

GAP_X, GAP_Y, MARGIN = 40, 22, 14
_SWEEPS, _FITS, _THIN = 8, 6, 8
_BEND, _LOOP = GAP_X / 2, 3 * GAP_X

Edge = tuple[str, str]
Size = tuple[int, int]


@dataclass(frozen=True)
class Laid:
    """Where everything is, in pixels.

    Args:
        width: Of the whole.
        height: Of the whole.
        boxes: Upper left corner of each box.
        paths: The line of each edge, as SVG path data.
    """

    width: int
    height: int
    boxes: dict[str, tuple[int, int]]
    paths: dict[Edge, str]


@dataclass
class _Grid:
    """What is being laid out: boxes, and places of long edges, by layer.

    Args:
        columns: Keys by layer, from top to bottom.
        sizes: Width and height by key.
        before: Keys to the left of each that it is joined to.
        after: Those to the right.
        chains: The keys that an edge passes, its ends included; none if it leads nowhere right.
    """

    columns: list[list[str]]
    sizes: dict[str, Size]
    before: dict[str, list[str]] = field(default_factory=dict)
    after: dict[str, list[str]] = field(default_factory=dict)
    chains: dict[Edge, list[str]] = field(default_factory=dict)


def lay_out(
    order: Sequence[str], layer: Mapping[str, int], sizes: Mapping[str, Size], edges: Iterable[Edge]
) -> Laid:
    """Lay a graph out.

    Args:
        order: Keys of its nodes, without a slash, as they are to stand where nothing else decides.
        layer: The layer of each, from 0; edges lead to later layers, as a rule.
        sizes: Width and height of each box.
        edges: From node to node.
    """
    grid = _grid(order, layer, sizes, edges)
    _untangle(grid)
    heights = _heights(grid)
    widths = [max((grid.sizes[key][0] for key in keys), default=0) for keys in grid.columns]
    lefts = [MARGIN + sum(widths[:place]) + GAP_X * place for place in range(len(widths))]
    middle = {
        key: (left, left + width, heights[key])
        for keys, left, width in zip(grid.columns, lefts, widths, strict=True)
        for key in keys
    }
    boxes = {
        key: (
            round((middle[key][0] + middle[key][1] - sizes[key][0]) / 2),
            round(middle[key][2] - sizes[key][1] / 2),
        )
        for key in order
    }
    for key in order:  # edges meet boxes where heads are drawn, to the pixel
        left, right, _ = middle[key]
        middle[key] = (left, right, boxes[key][1] + sizes[key][1] // 2)
    bottom = max((heights[key] + size[1] / 2 for key, size in grid.sizes.items()), default=0)
    width = (lefts[-1] + widths[-1] if widths else 0) + MARGIN
    paths = {edge: _path(chain, middle, boxes, sizes) for edge, chain in grid.chains.items()}
    return Laid(width, round(bottom) + MARGIN, boxes, paths)


def _grid(
    order: Sequence[str], layer: Mapping[str, int], sizes: Mapping[str, Size], edges: Iterable[Edge]
) -> _Grid:
    columns: list[list[str]] = [[] for _ in range(max(layer.values(), default=-1) + 1)]
    for key in order:
        columns[layer[key]].append(key)
    grid = _Grid(columns, dict(sizes))
    for place, (source, target) in enumerate(edges):
        between = range(layer[source] + 1, layer[target])
        passing = [f"{place}/{column}" for column in between]
        for key, column in zip(passing, between, strict=True):
            columns[column].append(key)
            grid.sizes[key] = (0, _THIN)
        grid.chains[source, target] = [source, *passing, target]
        if layer[source] < layer[target]:
            chain = grid.chains[source, target]
            for left, right in pairwise(chain):
                grid.after.setdefault(left, []).append(right)
                grid.before.setdefault(right, []).append(left)
    return grid


def _untangle(grid: _Grid) -> None:
    """Sort the layers by where their neighbours are, to and fro; the best order is kept."""
    best, fewest = [list(keys) for keys in grid.columns], _crossings(grid)
    for sweep in range(_SWEEPS):
        forth = sweep % 2 == 0
        towards = grid.before if forth else grid.after
        for column in _across(grid, forth=forth):
            keys = grid.columns[column]
            beside = {
                key: place for place, key in enumerate(grid.columns[column + (-1 if forth else 1)])
            }
            here = {key: float(place) for place, key in enumerate(keys)}
            weights = {
                key: _mean([float(beside[other]) for other in towards.get(key, ())], here[key])
                for key in keys
            }
            keys.sort(key=lambda key, weights=weights: weights[key])  # type: ignore[misc]
        crossings = _crossings(grid)
        if crossings < fewest:
            best, fewest = [list(keys) for keys in grid.columns], crossings
    grid.columns[:] = best


def _across(grid: _Grid, *, forth: bool) -> range:
    """The layers that have one before them on the way, in order."""
    last = len(grid.columns) - 1
    return range(1, last + 1) if forth else range(last - 1, -1, -1)


def crossings_of(columns: Sequence[Sequence[str]], after: Mapping[str, Sequence[str]]) -> int:
    """How many pairs of edges cross between neighbouring layers."""
    total = 0
    for left, right in pairwise(columns):
        place = {key: number for number, key in enumerate(right)}
        ends = [sorted(place[other] for other in after.get(key, ())) for key in left]
        seen: list[int] = []
        for group in ends:
            total += sum(end < other for end in group for other in seen)
            seen.extend(group)
    return total


def _crossings(grid: _Grid) -> int:
    return crossings_of(grid.columns, grid.after)


def _heights(grid: _Grid) -> dict[str, float]:
    """The height of each key's middle: near those of its neighbours, and none on another."""
    heights: dict[str, float] = {}
    for keys in grid.columns:
        apart = _apart(grid, keys)
        heights.update(zip(keys, (at - apart[-1] / 2 for at in apart), strict=True) if keys else ())
    for fit in range(_FITS):
        forth = fit % 2 == 0
        for column in _across(grid, forth=forth):
            _fit(
                grid,
                heights,
                grid.columns[column],
                _beside(grid, both=fit >= _FITS - 2, forth=forth),
            )
    top = min((heights[key] - grid.sizes[key][1] / 2 for key in heights), default=0)
    return {key: height - top + MARGIN for key, height in heights.items()}


def _beside(grid: _Grid, *, both: bool, forth: bool) -> Callable[[str], list[str]]:
    def beside(key: str) -> list[str]:
        before, after = grid.before.get(key, []), grid.after.get(key, [])
        if both:
            return [*before, *after]
        return before if forth else after

    return beside


def _fit(
    grid: _Grid, heights: dict[str, float], keys: list[str], beside: Callable[[str], list[str]]
) -> None:
    """Bring a layer as near to its neighbours as its boxes allow: isotonic regression."""
    apart = _apart(grid, keys)
    blocks: list[tuple[float, int]] = []
    for key, at in zip(keys, apart, strict=True):
        wanted = _mean([heights[other] for other in beside(key)], heights[key]) - at
        block = (wanted, 1)
        while blocks and blocks[-1][0] >= block[0]:
            mean, count = blocks.pop()
            total = count + block[1]
            block = ((mean * count + block[0] * block[1]) / total, total)
        blocks.append(block)
    fitted = [mean for mean, count in blocks for _ in range(count)]
    heights.update((key, mean + at) for key, mean, at in zip(keys, fitted, apart, strict=True))


def _apart(grid: _Grid, keys: Sequence[str]) -> list[float]:
    """How far below the first of a layer each must be at least."""
    found, at = [], 0.0
    for place, key in enumerate(keys):
        if place:
            at += (grid.sizes[keys[place - 1]][1] + grid.sizes[key][1]) / 2 + GAP_Y
        found.append(at)
    return found


def _mean(values: Sequence[float], without: float) -> float:
    return sum(values) / len(values) if values else without


def _path(
    chain: Sequence[str],
    middle: Mapping[str, tuple[int, int, float]],
    boxes: Mapping[str, tuple[int, int]],
    sizes: Mapping[str, Size],
) -> str:
    """The line of an edge: curves in the gaps between layers, straight through the layers."""
    source, target = chain[0], chain[-1]
    x, y = boxes[source][0] + sizes[source][0], round(middle[source][2])
    to_x, to_y = boxes[target][0], round(middle[target][2])
    if middle[source][0] >= middle[target][0]:
        # It leads back, or stays in its layer, as edges that are gone may.
        return f"M{x} {y}C{x + _LOOP:g} {y} {to_x - _LOOP:g} {to_y} {to_x} {to_y}"
    parts = [f"M{x} {y}"]
    for key, after in pairwise(chain):
        right, left = middle[key][1], middle[after][0]
        here, there = round(middle[key][2]), round(middle[after][2])
        bend = f"C{right + _BEND:g} {here} {left - _BEND:g} {there} {left} {there}"
        parts.append(f"H{right}{bend}")
    return "".join((*parts, f"H{to_x}"))
