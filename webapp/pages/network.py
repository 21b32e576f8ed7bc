"""The dependency network of the tools, drawn: tools on a circle, what ties them inside of it.

Lengths are in units of the drawing, which is SIZE wide and high; angles in degrees, clockwise from
the top.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sandboxes import Dependency, catalogue, dependencies, servers

SIZE = 1000
_CENTRE = SIZE / 2
_TOOLS = 322
_LABELS = 332
_SERVERS = 486
_GAP = 6.0
_HUB_HEIGHT = 20
_LETTER = 6.2
_RINGS = (215, 170, 125, 80, 250, 35)
_TURNS = tuple(sign * step for step in range(0, 90, 3) for sign in (1, -1))


@dataclass(frozen=True)
class Spoke:
    """A tool on the circle.

    Args:
        name: Its name.
        x: Where it is, from the left.
        y: Where it is, from the top.
        label_x: Where its name begins.
        label_y: Likewise.
        turn: How far the name is turned.
        is_left: Whether the name ends at the circle instead of beginning there.
    """

    name: str
    x: float
    y: float
    label_x: float
    label_y: float
    turn: float
    is_left: bool


@dataclass(frozen=True)
class Hub:
    """What ties tools together, as a box with its name.

    Args:
        name: What it is.
        x: Middle of the box.
        y: Likewise.
        width: Of the box.
    """

    name: str
    x: float
    y: float
    width: float

    @property
    def left(self) -> float:
        """Where the box begins."""
        return round(self.x - self.width / 2, 1)

    @property
    def top(self) -> float:
        """Where the box begins, from the top."""
        return round(self.y - _HUB_HEIGHT / 2, 1)

    def covers(self, other: Hub) -> bool:
        """Whether two boxes overlap or nearly touch."""
        return (
            abs(self.x - other.x) < (self.width + other.width) / 2 + 6
            and abs(self.y - other.y) < _HUB_HEIGHT + 6
        )


@dataclass(frozen=True)
class Drawing:
    """The whole network.

    Args:
        spokes: The tools that need something or that something needs.
        hubs: What ties them.
        gives: Paths from tools to what they make or tell.
        needs: Paths from tools to what they need.
        servers: Names of the servers, as spokes further out.
        ties: The same as a table.
    """

    spokes: tuple[Spoke, ...]
    hubs: tuple[Hub, ...]
    gives: tuple[str, ...]
    needs: tuple[str, ...]
    servers: tuple[Spoke, ...]
    ties: tuple[Dependency, ...]


@functools.cache
def drawn_network() -> Drawing:
    """The network of today's catalogue."""
    ties = dependencies()
    angles = _angles(ties)
    spokes = {name: _spoke(name, angle, _LABELS) for name, angle in angles.items()}
    hubs = {hub.name: hub for hub in _hubs(ties, angles)}
    return Drawing(
        tuple(spokes.values()),
        tuple(hubs.values()),
        tuple(_path(spokes[tool], hubs[tie.name]) for tie in ties for tool in tie.providers),
        tuple(_path(spokes[tool], hubs[tie.name]) for tie in ties for tool in tie.requirers),
        tuple(_server_names(angles)),
        ties,
    )


def _angles(ties: Iterable[Dependency]) -> dict[str, float]:
    """Where the tools are on the circle, those of a server together."""
    tied = {tool for tie in ties for tool in (*tie.providers, *tie.requirers)}
    groups = [
        [tool.name for tool in catalogue().values() if tool.server == s.name and tool.name in tied]
        for s in servers()
    ]
    groups = [group for group in groups if group]
    step = (360 - _GAP * len(groups)) / max(1, sum(map(len, groups)))
    angles, angle = {}, 0.0
    for group in groups:
        for name in group:
            angles[name] = angle + step / 2
            angle += step
        angle += _GAP
    return angles


def _at(angle: float, radius: float) -> tuple[float, float]:
    turned = math.radians(angle)
    x, y = _CENTRE + radius * math.sin(turned), _CENTRE - radius * math.cos(turned)
    return round(x, 1), round(y, 1)


def _spoke(name: str, angle: float, radius: float) -> Spoke:
    is_left = angle % 360 > 180
    turn = round(angle + (90 if is_left else -90), 1)
    return Spoke(name, *_at(angle, _TOOLS), *_at(angle, radius), turn, is_left)


def _server_names(angles: dict[str, float]) -> Iterator[Spoke]:
    for server in servers():
        own = [angle for name, angle in angles.items() if catalogue()[name].server == server.name]
        if own:
            middle = (own[0] + own[-1]) / 2
            spoke = _spoke(server.name, middle, _SERVERS)
            across = middle + (180 if 90 < middle < 270 else 0)
            yield Spoke(
                spoke.name, spoke.x, spoke.y, spoke.label_x, spoke.label_y, round(across, 1), False
            )


def _hubs(ties: Iterable[Dependency], angles: dict[str, float]) -> list[Hub]:
    """A box for each tie near its tools, none upon another; those with most tools choose first."""
    placed: list[Hub] = []
    for tie in sorted(ties, key=lambda tie: (-len(tie.providers) - len(tie.requirers), tie.name)):
        middle = _middle([angles[tool] for tool in (*tie.providers, *tie.requirers)])
        placed.append(_free_place(tie.name, middle, placed))
    return placed


def _middle(angles: list[float]) -> float:
    east = sum(math.sin(math.radians(angle)) for angle in angles)
    north = sum(math.cos(math.radians(angle)) for angle in angles)
    return math.degrees(math.atan2(east, north)) % 360


def _free_place(name: str, middle: float, placed: list[Hub]) -> Hub:
    width = round(len(name) * _LETTER + 16, 1)
    hubs = (Hub(name, *_at(middle + turn, ring), width) for turn in _TURNS for ring in _RINGS)
    return next((hub for hub in hubs if not any(map(hub.covers, placed))), next(hubs))


def _path(spoke: Spoke, hub: Hub) -> str:
    """A curve that leaves the circle towards its centre."""
    bend_x = round((spoke.x * 2 + _CENTRE) / 3, 1)
    bend_y = round((spoke.y * 2 + _CENTRE) / 3, 1)
    return f"M{spoke.x} {spoke.y}Q{bend_x} {bend_y} {hub.x} {hub.y}"
