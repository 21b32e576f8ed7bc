"""What worlds, tasks, scores and built-in subjects cost, in process."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from statistics import median

from agents import run_set
from evaluators import reference_score
from sandboxes import World
from sandboxes.tasks import Decline, Instance, find_instance, templates
from tests.bench.attempts import oracle_rate
from tests.bench.figure import Figure, at_least, timed
from tests.shared_data import COMPLEXMCP, published_cases

SUITE = "interdependent"
SEEDS, PUBLIC = range(1, 21), range(1, 4)
ATTEMPTS_PER_SECOND = 80


def world_create() -> Figure:
    """A new world, with one read in each app that makes the app look at its people or goods."""

    def create(seed: int) -> None:
        world = World(seed)
        for tool, arguments in (
            ("now", {}),
            ("get_all_contacts", {}),
            ("search_items", {"item_name": "banana"}),
            ("get_current_weather", {"location": "Lisbon"}),
            ("get_fids_by_departure", {"departure": "Lisbon"}),
            ("search_stocks", {"query": "a"}),
            ("get_last_k_news", {"section": "Sports", "k": 5}),
        ):
            assert world.call(tool, arguments).ok, tool

    create(1)
    times = [timed(lambda seed=seed: create(seed)) for seed in range(2, 302)]  # type: ignore[misc]
    return Figure("world.create", 1e3 * median(times), "ms", len(times))


def instances() -> list[Instance]:
    """All instances of the suite at the seeds that fit."""
    found = []
    for task in templates(SUITE):
        for seed in SEEDS:
            try:
                found.append(find_instance(SUITE, task, seed))
            except Decline:
                continue
    return found


def world_fork(made: list[Instance]) -> Figure:
    """A fork of what each gold leaves behind."""
    worlds = [instance.ends[0].world for instance in made]
    times = [timed(world.fork) for world in worlds]
    return Figure("world.fork", 1e3 * median(times), "ms", len(times))


def tool_call(made: list[Instance]) -> Figure:
    """Every call of every gold trajectory, with the hash of the state after it."""
    times = []
    for instance in made:
        for end in instance.ends:
            world = instance.world.fork()
            for call in end.trace:
                start = time.perf_counter()
                world.call(call.tool, call.arguments)
                assert world.state_hash
                times.append(time.perf_counter() - start)
    return Figure("tool.call", 1e6 * median(times), "us", len(times))


def state_diff(made: list[Instance]) -> Figure:
    """The score of every gold end, evidence included."""
    times = []
    for instance in made:
        for end in instance.ends:
            times.append(timed(lambda i=instance, w=end.world: i.score(w)))  # type: ignore[misc]
    return Figure("score.state_diff", 1e3 * median(times), "ms", len(times))


def reference() -> Figure:
    """The published triples under the published judge."""
    times = [
        timed(lambda case=case: reference_score(case.old, case.truth, case.new))  # type: ignore[misc]
        for case in published_cases()
    ]
    return Figure("score.state_diff.reference", 1e3 * median(times), "ms", len(times))


def oracle() -> Iterator[Figure]:
    """The oracle over the public split, on all cores: with logs and scores, at instances that are
    at hand; and at instances that are made first, each for its one attempt."""
    rate, attempts = oracle_rate(PUBLIC)
    yield at_least("runs.oracle", rate, "attempts/s", attempts, ATTEMPTS_PER_SECOND)
    start = time.perf_counter()
    attempts = len(run_set("oracle", SUITE, [], PUBLIC).results)
    yield Figure(
        "runs.oracle.made_first", attempts / (time.perf_counter() - start), "attempts/s", attempts
    )


def figures() -> Iterator[Figure]:
    """All measurements."""
    yield world_create()
    made = instances()
    for instance in made:
        assert instance.ends
    # As a server does after its start: what lives for good is not looked at again and again.
    gc.collect()
    gc.freeze()
    yield world_fork(made)
    yield tool_call(made)
    yield state_diff(made)
    if COMPLEXMCP.is_dir():
        yield reference()
    yield from oracle()
