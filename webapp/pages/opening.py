"""Opening an attempt as it was chosen in the form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.accounts.models import User
from webapp.attempts.models import Attempt
from webapp.attempts.opening import agent, conditions_for, open_attempt, person
from webapp.benchmark.models import Instance
from webapp.pages.forms import AGENT


def open_chosen(user: User, instance: Instance, chosen: Mapping[str, Any]) -> Attempt:
    """Open an attempt.

    Args:
        user: Whose it is.
        instance: At what.
        chosen: The cleaned data of an `OpenForm`.

    Raises:
        DoorError: it can't be opened.
    """
    by_agent = chosen["contestant"] == AGENT
    found_by_searching = not by_agent and chosen["access"] == "all"
    conditions = conditions_for(
        instance,
        profile=chosen["profile"],
        access="palette" if found_by_searching else chosen["access"],
        distractors=chosen["distractors"],
        view="json" if by_agent else "readable",
    )
    contestant = agent(chosen["agent"], {}, user) if by_agent else person(user)
    return open_attempt(instance, contestant, conditions, user)
