"""Whether a run is to go on: its set may be paused, its lease lost, the caps of the set reached."""

from __future__ import annotations

import time
from collections.abc import Callable

from agents.react import Interrupted
from webapp.runs.caps import reached_cap
from webapp.runs.control import pause_set
from webapp.runs.leases import held
from webapp.runs.models import RunSet, RunSetStatus

_LOOK_EVERY = 1.0


class Watch:
    """Looked at before every step of a run; at the database once a second.

    Args:
        run_id: Which run.
        run_set_id: Of which set.
        stopped: Whether its process is about to end.
    """

    def __init__(self, run_id: int, run_set_id: int, stopped: Callable[[], bool]) -> None:
        self._run_id, self._run_set_id = run_id, run_set_id
        self._stopped = stopped
        self._looked_at = self._held_at = float("-inf")
        self._is_over = self._is_lost = False

    def is_over(self) -> bool:
        """Whether to stop before the next step."""
        if self._is_over or self._stopped():
            return True
        now = time.monotonic()
        if now - self._looked_at >= _LOOK_EVERY:
            self._looked_at = now
            self._is_over = self._is_stopped()
        return self._is_over

    def is_gone(self) -> bool:
        """Whether a reply under way is of no use: the process ends, or the run is another's by now,
        or nobody's, as when its set was cancelled. Of a paused set replies are waited for."""
        if self._is_lost or self._stopped():
            return True
        now = time.monotonic()
        if now - self._held_at >= _LOOK_EVERY:
            self._held_at = now
            self._is_lost = not held(self._run_id).exists()
        return self._is_lost

    def sleep(self, seconds: float) -> None:
        """Wait, as long as the run is to go on.

        Raises:
            Interrupted: it is not.
        """
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if self.is_over():
                raise Interrupted
            time.sleep(min(left, _LOOK_EVERY))

    def _is_stopped(self) -> bool:
        if not held(self._run_id).exists():
            return True
        run_set = RunSet.objects.get(pk=self._run_set_id)
        if run_set.status != RunSetStatus.RUNNING:
            return True
        why = reached_cap(run_set)
        if why:
            pause_set(run_set, why)
        return bool(why)
