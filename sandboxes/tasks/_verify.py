"""The gate over many instances."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from sandboxes._parallel import parallel_map
from sandboxes.tasks._gate import Verdict, gate
from sandboxes.tasks._instance import find_template
from sandboxes.tasks._template import templates

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Verification:
    """What the gate said of many instances.

    Args:
        verdicts: One for each template and seed.
    """

    verdicts: tuple[Verdict, ...]

    def as_json(self) -> dict[str, Any]:
        """The figures and every failure."""
        used = [verdict for verdict in self.verdicts if verdict.declined is None]
        return {
            "templates": len({verdict.task for verdict in self.verdicts}),
            "instances": len(used),
            "passed": sum(verdict.passed for verdict in used),
            "declined": len(self.verdicts) - len(used),
            "variants": sum(verdict.failing for verdict in used),
            "dropped": sum(verdict.dropped for verdict in used),
            "failures": [asdict(failure) for verdict in used for failure in verdict.failures],
        }


def chosen_tasks(suite: str, tasks: Sequence[str]) -> list[str]:
    """The ids of the chosen templates; all of the suite if none is named.

    Raises:
        TaskError: there is no such suite or template.
    """
    return [find_template(suite, task).id for task in tasks] or list(templates(suite))


def verify(
    suite: str,
    tasks: Sequence[str],
    seeds: Sequence[int],
    *,
    traps: bool = True,
    on_done: Callable[[int, int], None] = lambda done, total: None,
) -> Verification:
    """Put instances through the gate, on all cores.

    Args:
        suite: Name of the suite.
        tasks: Template ids; none for all.
        seeds: Instance seeds.
        traps: Whether the templates' traps are set.
        on_done: Told after each instance how many of how many are done.

    Raises:
        TaskError: there is no such suite or template.
    """
    jobs = [(task, seed) for task in chosen_tasks(suite, tasks) for seed in seeds]
    found = []
    for verdict in verdicts(suite, jobs, traps=traps):
        found.append(verdict)
        on_done(len(found), len(jobs))
    return Verification(tuple(found))


def verdicts(
    suite: str, jobs: Sequence[tuple[str, int]], *, traps: bool = True, secret: str = ""
) -> Iterator[Verdict]:
    """What the gate says of instances, one after the other, worked out on all cores.

    Args:
        suite: Name of the suite.
        jobs: Template ids with instance seeds.
        traps: Whether the templates' traps are set.
        secret: What is mixed into the worlds' seeds, for private instances.
    """
    return parallel_map(partial(_verdict, suite, traps, secret), jobs)


def _verdict(suite: str, traps: bool, secret: str, job: tuple[str, int]) -> Verdict:
    """What the gate says; a template or gold that breaks down fails, and the others go on."""
    task, seed = job
    try:
        return gate(find_template(suite, task), seed, traps=traps, secret=secret)
    except Exception as error:
        logger.exception("the gate broke down at %s/%s", task, seed)
        verdict = Verdict(task, seed)
        verdict.blame("error", f"{type(error).__name__}: {error}")
        return verdict
