"""One piece of logic for threads and coroutines: a generator that yields what it has to wait for.

The transports are coroutines, the built-in agents and the REST views are threads. The door is
written once, as generators over `concurrent.futures.Future`; a caller awaits the steps or waits
for them.
"""

from __future__ import annotations

import asyncio
import functools
import threading
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future
from typing import Any, Generic, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

LONGEST_LINE = 64
"""How many may wait for one attempt: a model calls a few tools in parallel, not hundreds."""

Waits = Generator["Future[Any]", Any, T]
"""A generator of futures that returns a T."""


class Steps(Generic[T]):
    """Work in steps: `await` it in a coroutine, or `wait()` for it in a thread; once."""

    def __init__(self, generator: Waits[T]) -> None:
        self._generator = generator

    def __await__(self) -> Generator[Any, None, T]:
        return self._driven().__await__()

    def wait(self) -> T:
        """Do the work, blocking this thread while it waits."""
        advance: Callable[[], Future[Any]] = functools.partial(next, self._generator)
        try:
            while True:
                try:
                    future = advance()
                except StopIteration as stop:
                    result: T = stop.value
                    return result
                advance = self._continued(future.result)
        finally:
            self._generator.close()

    async def _driven(self) -> T:
        advance: Callable[[], Future[Any]] = functools.partial(next, self._generator)
        try:
            while True:
                try:
                    future = advance()
                except StopIteration as stop:
                    result: T = stop.value
                    return result
                await _settled(future)
                advance = self._continued(future.result)
        finally:
            # Also when the caller was cancelled: whatever the work holds is given back.
            self._generator.close()

    def _continued(self, result: Callable[[], Any]) -> Callable[[], Future[Any]]:
        """How the generator goes on: with the result, or with what was raised instead."""
        try:
            value = result()
        except Exception as error:  # noqa: BLE001 - handed to the generator, whose it is
            return functools.partial(self._generator.throw, error)
        return functools.partial(self._generator.send, value)


def in_steps(function: Callable[P, Waits[T]]) -> Callable[P, Steps[T]]:
    """Let a generator function return `Steps`."""

    @functools.wraps(function)
    def steps(*args: P.args, **kwargs: P.kwargs) -> Steps[T]:
        return Steps(function(*args, **kwargs))

    return steps


async def _settled(future: Future[Any]) -> None:
    """Wait until a future is done, without cancelling it when the waiter is cancelled.

    `asyncio.wrap_future` would pass the cancellation on to work that others wait for as well.
    """
    if future.done():
        return
    loop = asyncio.get_running_loop()
    woken = loop.create_future()

    def wake() -> None:
        if not woken.done():
            woken.set_result(None)

    def done(_: Future[Any]) -> None:
        try:
            loop.call_soon_threadsafe(wake)
        except RuntimeError:  # the loop was closed meanwhile: nobody waits any more
            return

    future.add_done_callback(done)
    await woken


class Turn:
    """A place in a line.

    Args:
        line: The line.
        come: Done when it is this one's turn; None if it is already.
    """

    __slots__ = ("_line", "come")

    def __init__(self, line: Line, come: Future[None] | None) -> None:
        self._line = line
        self.come = come

    def leave(self) -> None:
        """Give way to the next; whoever never came gives up the place instead."""
        if self.come is None or self.come.done() or not self.come.cancel():
            self._line.advance()


class Line:
    """A fair lock: first come, first served, threads and coroutines alike."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._busy = False
        self._waiting: deque[Future[None]] = deque()

    @property
    def busy(self) -> bool:
        """Whether it is somebody's turn."""
        return self._busy

    def join(self) -> Turn | None:
        """Take the last place; None if the line is too long already."""
        with self._guard:
            if not self._busy:
                self._busy = True
                return Turn(self, None)
            if len(self._waiting) >= LONGEST_LINE:
                return None
            come: Future[None] = Future()
            self._waiting.append(come)
        return Turn(self, come)

    def advance(self) -> None:
        """Let the next one come."""
        while True:
            with self._guard:
                self._busy = bool(self._waiting)
                if not self._busy:
                    return
                come = self._waiting.popleft()
            if come.set_running_or_notify_cancel():  # else it has given up: the one after it
                come.set_result(None)
                return
