"""Many attempts of one agent, on all cores, and what they add up to."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Any

from agents._agent import AGENTS, make_agent
from agents._attempt import AttemptResult, run_attempt
from evaluators import Score
from evaluators.plans import PlanScore
from sandboxes import PROFILES, CallClass, parallel_map
from sandboxes.suites import AnyInstance, find_suite, known_tasks
from sandboxes.tasks import SUITES, Decline, TaskError, find_instance

logger = logging.getLogger(__name__)
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
        """The figures.

        Returns:
            ``attempts, scored, correct, errored, declined``; ``success_rate`` = correct / scored,
            and its ``bounds`` if all errored attempts were wrong or right; ``completion_rate`` and
            ``misbehaving_rate``: means over the ``rated_instances`` in which something had to
            change, of each instance's mean; ``damaged``: the share of scored attempts with
            Mb > 0; ``calls`` by class. Rates are None where there is nothing to divide by.
        """
        scores = [result.score for result in self.results if result.score is not None]
        attempts, scored = len(self.results), len(scores)
        correct = sum(score.correct for score in scores)
        errored = attempts - scored
        completion = self._means(lambda score: score.completion_rate)
        return {
            "attempts": attempts,
            "scored": scored,
            "correct": correct,
            "errored": errored,
            "declined": self.declined,
            "success_rate": _share(correct, scored),
            "bounds": [_share(correct, attempts), _share(correct + errored, attempts)],
            "completion_rate": _mean(completion),
            "misbehaving_rate": _mean(self._means(lambda score: score.misbehaving_rate)),
            "rated_instances": len(completion),
            "damaged": _share(sum(bool(score.misbehaving) for score in scores), scored),
            "calls": {
                kind.value: sum(result.calls[kind.value] for result in self.results)
                for kind in CallClass
            },
        }

    def _means(self, rate: Callable[[Score | PlanScore], float | None]) -> list[float]:
        """The mean rate of each instance in which it is defined."""
        by_instance: dict[str, list[float]] = {}
        for result in self.results:
            value = None if result.score is None else rate(result.score)
            if value is not None:
                by_instance.setdefault(result.instance, []).append(value)
        return [fmean(values) for values in by_instance.values()]


def _mean(values: list[float]) -> float | None:
    return fmean(values) if values else None


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


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
        KeyError: there is no such agent or profile.
        TaskError: there is no such suite or template, or no traps are set in it.
    """
    chosen, agents = known_tasks(suite, tasks), AGENTS[suite]
    if agent not in agents or profile not in PROFILES:
        raise KeyError(f"agents: {', '.join(agents)}; profiles: {', '.join(PROFILES)}")
    if not traps and suite not in SUITES:
        raise TaskError(f"suite {suite} sets no traps that could be left out")
    jobs = [(task, seed) for task in chosen for seed in seeds]
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


def _instance(suite: str, task: str, seed: int, traps: bool) -> AnyInstance:
    if traps:
        return find_suite(suite).instance(task, seed)
    return find_instance(suite, task, seed, traps=False)


def _attempts(
    agent: str, suite: str, repeats: int, profile: str, traps: bool, job: Job
) -> list[AttemptResult] | None:
    """The attempts at one instance; a template of ours that breaks down errors all of them."""
    task, seed = job
    try:
        instance = _instance(suite, task, seed, traps)
        return [
            run_attempt(make_agent(agent, instance, repeat), instance, profile)
            for repeat in range(1, repeats + 1)
        ]
    except Decline:
        return None
    except Exception:
        logger.exception("%s/%s could not be set up", task, seed)
        return [AttemptResult(f"{task}/{seed}", None)] * repeats
