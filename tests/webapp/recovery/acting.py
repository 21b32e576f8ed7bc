"""Built-in agents and single submissions, in attempts at recovery."""

from __future__ import annotations

import re
from typing import Any

from agents import make_agent
from sandboxes.workflows import RecoveryInstance
from tests.webapp.builders import entry_of
from webapp.attempts import services
from webapp.attempts.hot import made_instance
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt


def made_of(attempt: Attempt) -> RecoveryInstance:
    """What an attempt is made at."""
    instance = made_instance(attempt.instance)
    assert isinstance(instance, RecoveryInstance)
    return instance


def acted(agent: str, attempt: Attempt) -> Attempt:
    """The attempt after a built-in agent has acted in it."""
    make_agent(agent, made_of(attempt)).act(DoorEnvironment(entry_of(attempt)))
    attempt.refresh_from_db()
    return attempt


def submitted(attempt: Attempt, plan: Any, thought: str = "") -> str:
    """The answer to a plan."""
    sent = {"thought": thought, "plan": plan}
    return services.call_tool(entry_of(attempt), "submit_plan", sent).wait().text


_TITLE_IN_A_DRAWING = re.compile(r"(<g [^>]*>)<title>[^<]*</title>")


def without_drawn_titles(html: str) -> str:
    """A page without the titles of its drawings' parts, of which there may be any number."""
    return _TITLE_IN_A_DRAWING.sub(r"\1", html)
