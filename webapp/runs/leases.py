"""Who has a run in hand: a lease that is renewed while its process lives, and lapses when it dies.

Nothing is decided by a lease alone. A process that was taken for dead and goes on finds each of its
calls answered already, and each reply kept: two of them can't make an attempt twice.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from datetime import timedelta
from uuid import uuid4

from django.db import DatabaseError, connection
from django.db.models import F, Q, QuerySet

from webapp import clock
from webapp.runs.models import Run, RunSetStatus, RunState

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
QUEUED_FOR = timedelta(minutes=5)
"""How long a message to a worker may take before it is taken for lost."""
RENEW_EVERY = 8.0
"""Seconds: three times within a lease, so that one lost renewal loses nothing."""
MOST_LOSSES = 10
LOST = "lost"
"""Class of the error of a run that takes its process with it."""
IN_HAND = (RunState.QUEUED, RunState.RUNNING)

_HOST = socket.gethostname()[:40]
_MARK = uuid4().hex[:12]


def this_process() -> str:
    """This process as the owner of leases. Of a fork it is another one."""
    return f"{_HOST}/{os.getpid()}/{_MARK}"


def claim(run_id: int) -> Run | None:
    """Take a run in hand; None if it is not to be had.

    Args:
        run_id: Which.
    """
    now = clock.now()
    free = Q(state__in=(RunState.WAITING, RunState.QUEUED)) | Q(
        state=RunState.RUNNING, lease_until__lt=now
    )
    taken = Run.objects.filter(free, pk=run_id, run_set__status=RunSetStatus.RUNNING).update(
        state=RunState.RUNNING,
        lease_owner=this_process(),
        lease_until=now + LEASE,
        tries=F("tries") + 1,
    )
    if not taken:
        return None
    related = ("run_set", "entrant__contestant", "instance__task__suite", "instance__draw")
    run = Run.objects.select_related(*related).get(pk=run_id)
    heart.take(run_id)  # last: what could not be read is in nobody's hand, and its lease lapses
    return run


def held(run_id: int) -> QuerySet[Run]:
    """A run, as long as this process has it in hand."""
    return Run.objects.filter(pk=run_id, state=RunState.RUNNING, lease_owner=this_process())


def let_go(run_id: int, state: RunState, **facts: object) -> bool:
    """Give a run out of hand; whether it was still in this one's.

    Args:
        run_id: Which.
        state: How far it is now.
        facts: What else is to be noted of it.
    """
    heart.leave(run_id)
    return bool(held(run_id).update(state=state, lease_owner="", lease_until=None, **facts))


def take_back_lost() -> int:
    """Let others have what processes that are gone held, and what was queued and never came.

    Returns:
        How many runs.
    """
    gone = Q(lease_until__lt=clock.now()) | Q(lease_owner__in=_dead_neighbours())
    lost = Run.objects.filter(gone, state__in=IN_HAND)
    lost.filter(tries__gte=MOST_LOSSES).update(
        state=RunState.FAILED,
        lease_owner="",
        lease_until=None,
        error_class=LOST,
        error=f"Its process was lost {MOST_LOSSES} times: it may be what ends it.",
        ended_at=clock.now(),
    )
    return lost.update(state=RunState.WAITING, lease_owner="", lease_until=None)


def take_back_queued() -> int:
    """Let runs wait again that were queued in a process that has ended, its queue with it."""
    return Run.objects.filter(state=RunState.QUEUED).update(
        state=RunState.WAITING, lease_owner="", lease_until=None
    )


def _dead_neighbours() -> list[str]:
    """Owners of leases that were processes of this machine, and are gone."""
    owners = (
        Run.objects.filter(state=RunState.RUNNING, lease_owner__startswith=f"{_HOST}/")
        .order_by()
        .values_list("lease_owner", flat=True)
        .distinct()
    )
    return [owner for owner in owners if not _is_alive(int(owner.split("/")[1]))]


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class Heart:
    """Renews the leases of this process for as long as it has any."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._pid = 0
        self._held: set[int] = set()
        self._rest = threading.Event()

    def take(self, run_id: int) -> None:
        """Renew the lease of a run from now on."""
        with self._guard:
            if self._pid != os.getpid():  # a fork has neither the threads nor the leases
                self._pid, self._held = os.getpid(), set()
            if not self._held:
                self._rest = threading.Event()
                threading.Thread(
                    target=self._live, args=(self._rest,), name="leases", daemon=True
                ).start()
            self._held.add(run_id)

    def leave(self, run_id: int) -> None:
        """Renew it no longer."""
        with self._guard:
            self._held.discard(run_id)
            if not self._held:
                self._rest.set()

    def stop(self) -> None:
        """Renew none any more."""
        with self._guard:
            self._held.clear()
            self._rest.set()

    def _live(self, rest: threading.Event) -> None:
        try:
            while not rest.wait(RENEW_EVERY):
                self._renew()
        finally:
            connection.close()

    def _renew(self) -> None:
        with self._guard:
            taken = list(self._held)  # not all of this process: one may not have been let go
        mine = Run.objects.filter(state=RunState.RUNNING, lease_owner=this_process())
        try:
            mine.filter(pk__in=taken).update(lease_until=clock.now() + LEASE)
        except DatabaseError:
            logger.exception("leases could not be renewed; it is tried again")
            connection.close()


heart = Heart()
"""Of this process."""
