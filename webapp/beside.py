"""What goes on beside the answers: the embedded worker, and the sweep of what nobody ends."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
from collections.abc import Callable
from typing import Any

from django.conf import settings

from webapp.attempts.offers import offered_tools
from webapp.attempts.sweep import sweep
from webapp.attempts.turns import in_worker

logger = logging.getLogger(__name__)
_SWEEP_SECONDS = 60
_HEAD_START = 1.0
"""Seconds that calls have for themselves at the start."""


class WorkBeside:
    """Takes up what an end of the process has interrupted, and works on it in this process.

    With Redis the work is handed to Celery workers of their own. Celery and the schemas of all
    tools are made ready in the thread, after the start: they would take a third of it.
    """

    def __init__(self) -> None:
        self._worker: Any = None
        self._stop_runs: Callable[[], None] | None = None
        self._stopped = threading.Event()
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start; call it in the event loop."""
        threading.Thread(target=self._work, name="worker", daemon=True).start()
        self._sweeper = asyncio.create_task(_sweep_for_ever())

    def stop(self) -> None:
        """Stop; what is under way is taken up again at the next start."""
        self._stopped.set()
        if self._stop_runs is not None:
            self._stop_runs()
        if self._sweeper is not None:
            self._sweeper.cancel()
        if self._worker is not None:
            self._worker.stop()

    def _work(self) -> None:
        from webapp.annotation import working as judging
        from webapp.celery import embedded_worker
        from webapp.runs.leases import take_back_queued
        from webapp.runs.loader import load_beside
        from webapp.runs.tasks import stop_runs, take_up_unfinished, tend

        if self._stopped.wait(_HEAD_START):
            return
        try:
            offered_tools(None)
            take_up_unfinished()
            if settings.REDIS_URL is None:
                self._worker, self._stop_runs = embedded_worker(), stop_runs
                take_back_queued()
                judging.take_back_queued()
            self._beside(tend)
            gc.freeze()
            if settings.LOADS_SUITES:
                self._beside(load_beside)
            if self._worker is not None:
                self._worker.start()
        except Exception:
            logger.exception("the work beside the site has stopped")

    def _beside(self, work: Callable[[threading.Event], None]) -> None:
        threading.Thread(
            target=work, args=(self._stopped,), name=work.__name__, daemon=True
        ).start()


async def _sweep_for_ever() -> None:
    while True:
        await asyncio.sleep(_SWEEP_SECONDS)
        await asyncio.wrap_future(in_worker(_swept))


def _swept() -> None:
    try:
        sweep()
    except Exception:
        logger.exception("the sweep failed; it is tried again")
