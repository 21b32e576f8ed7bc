"""A suite as its page tells of it: how large its tasks are, what they hold, what the gate did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from webapp.benchmark.loading import PUBLIC_SEEDS, waiting
from webapp.benchmark.models import Instance, PrivateDraw, Suite, Task
from webapp.pages.histogram import Histogram, histogram

LEVELS = {1: "2 to 8 calls", 2: "9 to 20 calls", 3: "more than 20 calls"}


@dataclass(frozen=True)
class Share:
    """Some of the tasks.

    Args:
        name: Which.
        note: What that means.
        tasks: How many.
        of: Of how many.
    """

    name: str
    note: str
    tasks: int
    of: int

    @property
    def share(self) -> float:
        """The share of them."""
        return self.tasks / self.of if self.of else 0.0


@dataclass(frozen=True)
class Gated:
    """What the gate did over all public instances.

    Args:
        instances: How many it spoke about.
        passed: How many passed.
        declined: How many seeds templates declined.
        right: Right ways that it tried.
        wrong: Wrong ways that it tried.
        waiting: How many instances it has still to speak about.
    """

    instances: int
    passed: int
    declined: int
    right: int
    wrong: int
    waiting: int


@dataclass(frozen=True)
class SuitePage:
    """What is told of a suite.

    Args:
        suite: The suite.
        tasks: Number of its tasks.
        levels: Tasks by level.
        crossings: Tasks by how many apps they need.
        apps: Tasks by app.
        traps: Tasks by trap.
        gated: What the gate did.
        calls: Calls of the golds, drawn; None if there is no instance.
        tools: Distinct tools of the golds, drawn.
        draw: The private instances in use, if any were drawn.
    """

    suite: Suite
    tasks: int
    levels: list[Share]
    crossings: list[Share]
    apps: list[Share]
    traps: list[Share]
    gated: Gated
    calls: Histogram | None
    tools: Histogram | None
    draw: PrivateDraw | None

    @property
    def drawings(self) -> list[Histogram]:
        """Both histograms, if there are any."""
        return [drawn for drawn in (self.calls, self.tools) if drawn is not None]


def read_suite(suite: Suite) -> SuitePage:
    """All that the page of a suite tells."""
    tasks = list(suite.tasks.all())
    instances = list(Instance.objects.filter(task__suite=suite, draw=None))
    golds = [instance.gold for instance in instances if instance.gold]
    return SuitePage(
        suite,
        len(tasks),
        levels=_levels(tasks),
        crossings=_crossings(tasks),
        apps=list(_shares((app for task in tasks for app in task.apps), len(tasks))),
        traps=list(_shares((trap for task in tasks for trap in task.traps), len(tasks))),
        gated=_gated(suite, tasks, instances),
        calls=calls_drawn([gold["calls"] for gold in golds]),
        tools=tools_drawn([len(gold["tools"]) for gold in golds]),
        draw=suite.draws.filter(retired_at=None).last(),
    )


def calls_drawn(calls: Sequence[int]) -> Histogram | None:
    """How many calls golds take."""
    return histogram(calls, what="calls", of="instances", span=4, last=64) if calls else None


def tools_drawn(tools: Sequence[int]) -> Histogram | None:
    """How many distinct tools golds use."""
    return histogram(tools, what="tools", of="instances", span=2, last=36) if tools else None


def _levels(tasks: Sequence[Task]) -> list[Share]:
    counts = Counter(task.level for task in tasks)
    return [Share(f"Level {n}", note, counts[n], len(tasks)) for n, note in LEVELS.items()]


def _crossings(tasks: Sequence[Task]) -> list[Share]:
    counts = Counter(min(len(task.apps), 3) for task in tasks)
    names = {1: "One app", 2: "Two apps", 3: "Three or more"}
    return [Share(name, "", counts[n], len(tasks)) for n, name in names.items()]


def _shares(names: Iterable[str], of: int) -> Iterator[Share]:
    for name, count in sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])):
        yield Share(name, "", count, of)


def _gated(suite: Suite, tasks: Sequence[Task], instances: Sequence[Instance]) -> Gated:
    public = {str(seed) for seed in PUBLIC_SEEDS}
    return Gated(
        instances=len(instances),
        passed=sum(instance.gate_passed for instance in instances),
        declined=sum(len(public & task.declined.keys()) for task in tasks),
        right=sum(instance.gate.get("passing_ways", 0) for instance in instances),
        wrong=sum(instance.gate.get("failing_variants", 0) for instance in instances),
        waiting=waiting(suite),
    )
