"""Sets of runs for tests, asked of a local server that speaks the protocol of models."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from tests.webapp.builders import SUITE, public_instance
from webapp.benchmark.loading import stored_suite
from webapp.benchmark.models import Instance
from webapp.runs.making import Choice, Plan, make_set
from webapp.runs.models import Run, RunSet
from webapp.runs.working import work

MODEL = "gpt-4o-mini"
TASKS = ("share_contact", "star_shop_and_item")


def asking(base_url: str, strategy: str = "full_context", **more: Any) -> Choice:
    """An agent that asks the model at an address."""
    usual: dict[str, Any] = {
        "model": MODEL,
        "conditions": {"profile": "none"},
        "asking": {"tries": 3, "timeout": 60.0},
    }
    return Choice(agent=strategy, base_url=base_url, **{**usual, **more})


def planned(*choices: Choice, instances: Sequence[Instance] | None = None, **more: Any) -> RunSet:
    """A set that a command would make; at one instance if nothing else is said."""
    chosen = [public_instance()] if instances is None else list(instances)
    usual: dict[str, Any] = {"by_command": True, "concurrency": 2}
    return make_set(Plan(stored_suite(SUITE), chosen, choices, **{**usual, **more}), None)


def worked(run_set: RunSet) -> RunSet:
    """The set, when all its runs were made."""
    work(run_set, threading.Event())
    run_set.refresh_from_db()
    return run_set


def only_run(run_set: RunSet) -> Run:
    """Its only run, as it is now."""
    return Run.objects.select_related("attempt", "entrant").get(run_set=run_set)
