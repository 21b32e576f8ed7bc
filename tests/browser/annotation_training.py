"""Graded responses to choose training data from, for the prepared site."""

from __future__ import annotations

from tests.webapp.annotation.builders import ITEMS, campaign, graded
from tests.webapp.annotation.training import sampled
from tests.webapp.recovery.acting import acted
from tests.webapp.recovery.builders import recovery_instance_of
from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.training_data import Asked, candidates, choose
from webapp.attempts.opening import agent, conditions_for, open_attempt

_TASKS = ("alerts_for_the_watch_list-1", "tell_two_travellers-1", "tell_two_travellers-2")
_GIVEN = {"oracle": 1.0, "unchanged": 0.5}


def graded_for_training(engineer: User, annotator: User, researcher: User) -> None:
    """A closed campaign with good and bad responses; one candidate is kept, the others wait.

    Args:
        engineer: Whose agents have responded.
        annotator: Who has graded them.
        researcher: Who has kept one.
    """
    where = campaign("Candidates for training", graders=1, closed_at=clock.now())
    for task in _TASKS:
        record = recovery_instance_of(task)
        for subject, value in _GIVEN.items():
            whose = agent(f"Model that is {subject}", {}, engineer)
            attempt = open_attempt(record, whose, conditions_for(record), engineer)
            sample = sampled(where, acted(subject, attempt))
            graded(sample, annotator, {**dict.fromkeys(ITEMS, value), "D4": 0.5})
    first = candidates(Asked()).found[0]
    choose(researcher, Asked(), first.key, keep=True)
