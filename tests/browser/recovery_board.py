"""What the prepared site shows of recovery: attempts of the built-in agents, a model and people."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from agents import AGENTS, make_agent
from sandboxes import AttemptFinished
from tests.webapp.recovery.builders import SUITE, recovery_instance_of
from webapp.accounts.models import User
from webapp.attempts.hot import made_instance
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt, Contestant
from webapp.attempts.opening import agent, conditions_for, open_attempt, person
from webapp.attempts.turns import Entry
from webapp.benchmark.models import Instance
from webapp.runs.builtin import builtin_agent

_SOME = ("average_of_a_sector", "tell_two_travellers")
_MORE = ("alerts_for_the_watch_list", "average_of_three_stations", "best_of_category")
_LEVELS = (1, 2)


def with_repairs(
    passes: Callable[..., None], engineer: User, people: tuple[User, ...], *, whole: bool
) -> None:
    """Attempts at recovery.

    Args:
        passes: Lets time pass.
        engineer: Whose the model is.
        people: Who repairs plans in the console.
        whole: At some workflows more.
    """
    workflows = (*_SOME, *_MORE) if whole else _SOME
    model = agent("Model A", {"model": "model-a-2026-01", "strategy": "replans"}, engineer)
    tasks = [f"{workflow}-{level}" for workflow in workflows for level in _LEVELS]
    for place, instance in enumerate(map(recovery_instance_of, tasks)):
        for name in AGENTS[SUITE]:
            _made(instance, builtin_agent(name), None, name)
        _made(instance, model, engineer, "naive" if place % 4 == 1 else "oracle")
        owner = people[place % len(people)]
        _made(instance, person(owner), owner, "unchanged" if place % 3 == 2 else "oracle")
        passes(minutes=7)


def _made(instance: Instance, contestant: Contestant, owner: User | None, like: str) -> Attempt:
    """An attempt that is made as a built-in agent makes it."""
    choices = {} if contestant.kind == "agent" else {"access": "palette", "view": "readable"}
    attempt = open_attempt(instance, contestant, conditions_for(instance, **choices), owner)
    made = made_instance(instance)
    assert made is not None
    with contextlib.suppress(AttemptFinished):
        make_agent(like, made).act(DoorEnvironment(Entry(attempt.pk, None, "agent")))
    return attempt
