"""Drawing private instances: seeds and a secret that only the server knows."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import transaction

from sandboxes.suites import find_suite, known_tasks
from webapp import clock
from webapp.benchmark.loading import judged, load_tasks, stored_suite
from webapp.benchmark.models import Instance, PrivateDraw
from webapp.secrets import new_secret

_LOWEST, _HIGHEST = 10**6, 2**48
_ROUNDS = 10
"""How often another seed is tried where a template declines one."""

OnDone = Callable[[int, int], None]


class NothingDrawn(Exception):
    """A drawing came to nothing, and those drawn before stay in use."""


@dataclass(frozen=True)
class Drawn:
    """What came of a drawing.

    Args:
        draw: The drawing.
        instances: How many instances it holds.
        refused: How many did not pass the gate; they are left out.
        short: Tasks that got fewer instances than were asked for.
    """

    draw: PrivateDraw
    instances: int
    refused: int
    short: tuple[str, ...]


def draw_private(
    name: str, per_task: int, on_done: OnDone = lambda done, total: None, tasks: Sequence[str] = ()
) -> Drawn:
    """Draw private instances of a suite anew; those drawn before are retired.

    Args:
        name: Name of the suite.
        per_task: How many instances of each task.
        on_done: Told after each instance how many of how many are done.
        tasks: Names of the tasks; none for all.

    Raises:
        TaskError: there is no such suite.
        NothingDrawn: no instance passed the gate.
    """
    wanted = known_tasks(name, tasks)
    rows = {task: row for task, row in load_tasks(name).items() if task in wanted}
    suite = stored_suite(name)
    last = suite.draws.last()
    draw = PrivateDraw(
        suite=suite,
        number=1 if last is None else last.number + 1,
        secret=new_secret(),
        drawn_at=clock.now(),
    )
    made, refused = [], 0
    owed = dict.fromkeys(rows, per_task)
    for _ in range(_ROUNDS):
        jobs = [(task, _seed()) for task, count in owed.items() for _ in range(count)]
        for verdict in find_suite(name).verdicts(jobs, secret=draw.secret):
            refused += bool(verdict.failures)
            if verdict.passed:
                facts = judged(rows[verdict.task], verdict, draw)
                made.append(Instance(task=rows[verdict.task], seed=verdict.seed, **facts))
                owed[verdict.task] -= 1
                on_done(len(made), per_task * len(rows))
    if not made:
        raise NothingDrawn(f"none of {refused} instances passed the gate; nothing is retired")
    with transaction.atomic():
        suite.draws.filter(retired_at=None).update(retired_at=draw.drawn_at)
        draw.save()
        Instance.objects.bulk_create(made)
    return Drawn(draw, len(made), refused, tuple(task for task, count in owed.items() if count))


def _seed() -> int:
    return _LOWEST + secrets.randbelow(_HIGHEST)
