"""Work that goes on beside the site."""

from __future__ import annotations

from webapp.celery import app
from webapp.runs import builtin


@app.task
def run_attempt(*, attempt_id: int) -> None:
    """Let a built-in agent make its attempt."""
    builtin.run(attempt_id)


def take_up_unfinished() -> int:
    """Queue what is still to be made; twice does no harm, as each call is made once.

    Returns:
        How many attempts.
    """
    waiting = builtin.unfinished()
    for attempt_id in waiting:
        run_attempt.delay(attempt_id=attempt_id)
    return len(waiting)
