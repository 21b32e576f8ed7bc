"""Work that goes on beside the site."""

from __future__ import annotations

from collections.abc import Iterable

from webapp.celery import app
from webapp.runs import builtin


@app.task
def run_attempt(*, attempt_id: int) -> None:
    """Let a built-in agent make its attempt."""
    builtin.run(attempt_id)


def take_up_unfinished() -> int:
    """Queue what an end of the process has interrupted.

    Returns:
        How many attempts.
    """
    waiting = builtin.unfinished()
    take_up(waiting)
    return len(waiting)


def take_up(attempts: Iterable[int]) -> None:
    """Queue attempts of built-in agents; twice does no harm, as each call is made once."""
    for attempt_id in attempts:
        run_attempt.delay(attempt_id=attempt_id)
