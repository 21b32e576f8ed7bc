"""Saturation, as far as one trajectory can tell: a needed tool never came into view."""

from __future__ import annotations

from evaluators.trajectory._facts import TaskFacts
from evaluators.trajectory._pattern import SATURATION, Pattern
from evaluators.trajectory._trajectory import Trajectory


def in_view(trajectory: Trajectory, tools: frozenset[str]) -> frozenset[str]:
    """Those of some tools that were listed from the start, or retrieved."""
    if trajectory.listed is None:
        return tools
    retrieved = (name for found in trajectory.retrievals for name in found.found)
    return tools.intersection(trajectory.listed.union(retrieved))


def called(trajectory: Trajectory, tools: frozenset[str]) -> frozenset[str]:
    """Those of some tools that were called, whatever came of it."""
    return tools.intersection(call.tool for call in trajectory.calls)


def saturation(trajectory: Trajectory, facts: TaskFacts) -> Pattern | None:
    """The pattern, if the attempt shows it.

    A needed tool was never listed, retrieved or called. Whether success falls as tools are added
    is another thing and told by paired attempts only.
    """
    needed = facts.needed
    missing = needed - in_view(trajectory, needed) - called(trajectory, needed)
    if not missing:
        return None
    names = tuple(sorted(missing))
    verb = "was" if len(names) == 1 else "were"
    return Pattern(
        SATURATION,
        f"{', '.join(names)} {verb} needed, and never listed, retrieved or called.",
        tools=names,
    )
