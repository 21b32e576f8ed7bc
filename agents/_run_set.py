"""Many attempts of one agent, on all cores, and what they add up to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Any

from agents._agent import make_agent
from agents._attempt import AttemptResult, RecordingEnvironment, run_attempt
from sandboxes import CallClass, parallel_map
from sandboxes.tasks import Decline, chosen_tasks, find_instance

Job = tuple[str, int]


@dataclass(frozen=True)
class RunSet:
    """The attempts of one agent.

    Args:
        results: Every attempt.
        declined: How many (template, seed) pairs gave no instance.
    """

    results: tuple[AttemptResult, ...]
    declined: int

    def as_json(self) -> dict[str, Any]:
        """The figures: rates over scored attempts, means over those in which T > 0."""
        scores = [result.score for result in self.results if result.score is not None]
        correct = sum(score.correct for score in scores)
        return {
            "attempts": len(self.results),
            "scored": len(scores),
            "correct": correct,
            "errored": len(self.results) - len(scores),
            "declined": self.declined,
            "success_rate": correct / len(scores) if scores else None,
            "completion_rate": _mean([score.completion_rate for score in scores]),
            "misbehaving_rate": _mean([score.misbehaving_rate for score in scores]),
            "calls": {
                kind.value: sum(result.calls[kind.value] for result in self.results)
                for kind in CallClass
            },
        }


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def run_set(
    agent: str,
    suite: str,
    tasks: Sequence[str],
    seeds: Sequence[int],
    *,
    repeats: int = 1,
    profile: str = "default",
    traps: bool = True,
    on_done: Callable[[int, int], None] = lambda done, total: None,
) -> RunSet:
    """Let an agent attempt many instances.

    Args:
        agent: Name of the agent.
        suite: Name of the suite.
        tasks: Template ids; none for all.
        seeds: Instance seeds.
        repeats: Attempts at each instance.
        profile: Name of the fault profile.
        traps: Whether the templates' traps are set.
        on_done: Told after each instance how many of how many are done.

    Raises:
        TaskError: there is no such suite or template.
    """
    jobs = [(task, seed) for task in chosen_tasks(suite, tasks) for seed in seeds]
    attempt = partial(_attempts, agent, suite, repeats, profile, traps)
    results: list[AttemptResult] = []
    declined = 0
    for done, found in enumerate(parallel_map(attempt, jobs), start=1):
        if found is None:
            declined += 1
        else:
            results += found
        on_done(done, len(jobs))
    return RunSet(tuple(results), declined)


def _attempts(
    agent: str, suite: str, repeats: int, profile: str, traps: bool, job: Job
) -> list[AttemptResult] | None:
    task, seed = job
    try:
        instance = find_instance(suite, task, seed, traps=traps)
    except Decline:
        return None
    return [
        run_attempt(
            make_agent(agent, instance, repeat),
            RecordingEnvironment(instance, profile),
            instance.id,
        )
        for repeat in range(1, repeats + 1)
    ]
