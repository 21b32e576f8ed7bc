"""The journal: every write to attempts goes through one thread, which commits many together.

A call is answered only after its event is committed. One commit costs a flush to the disk, so
that the writes which arrive while one is under way share the next.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from django.db import (
    DatabaseError,
    InterfaceError,
    OperationalError,
    connection,
    transaction,
)

from webapp.attempts.log import NewEvent, insert

logger = logging.getLogger(__name__)
_LARGEST_BATCH = 128


@dataclass
class Write:
    """What is to be committed as one.

    Args:
        events: New entries of one attempt's log.
        then: What else belongs to them; run in the same transaction, perhaps more than once.
    """

    events: Sequence[NewEvent] = ()
    then: Callable[[], None] | None = None
    done: Future[None] = field(default_factory=Future)

    def run(self) -> None:
        """Write it, inside a transaction."""
        if self.events:
            insert(self.events)
        if self.then is not None:
            self.then()


class Journal:
    """Commits writes in the order in which they came."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._guard = threading.Lock()

    def append(self, *events: NewEvent, then: Callable[[], None] | None = None) -> Future[None]:
        """Commit events, and what belongs to them.

        Returns:
            Done when they are on the disk. Raises IntegrityError if an event's number is taken,
            another DatabaseError if it could not be written; then nothing of it was.
        """
        write = Write(events, then)
        with self._guard:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
                self._thread.start()
            self._queue.put(write)
        return write.done

    def close(self) -> None:
        """Commit what was handed in, and end the thread; a later append starts another."""
        with self._guard:
            thread, self._thread = self._thread, None
            if thread is not None:
                self._queue.put(None)
        if thread is not None:
            thread.join()

    def _work(self) -> None:
        while True:
            batch = self._next_batch()
            writes = [write for write in batch if write is not None]
            if writes:
                _commit(writes)
            if len(writes) < len(batch):
                connection.close()
                return

    def _next_batch(self) -> list[Write | None]:
        batch = [self._queue.get()]
        while len(batch) < _LARGEST_BATCH and batch[-1] is not None:
            try:
                batch.append(self._queue.get_nowait())
            except queue.Empty:
                break
        return batch


def _commit(writes: list[Write]) -> None:
    """Commit all at once; if that fails, each for itself, so that each meets its own fate."""
    try:
        if any(write.then for write in writes):
            with transaction.atomic():
                for write in writes:
                    write.run()
        else:
            insert([event for write in writes for event in write.events])
    except Exception as error:  # noqa: BLE001 - handed to whoever waits for the write
        _forget_a_broken_connection(error)
        # A database that is locked or away would be so for each of them, one wait after another.
        alike = isinstance(error, OperationalError) and not any(write.then for write in writes)
        if len(writes) == 1 or alike:
            for write in writes:
                write.done.set_exception(error)
            return
        for write in writes:
            _commit([write])
    else:
        for write in writes:
            write.done.set_result(None)


def _forget_a_broken_connection(error: Exception) -> None:
    if isinstance(error, InterfaceError | DatabaseError) and not connection.is_usable():
        connection.close()


journal = Journal()
"""The one journal of this process."""
