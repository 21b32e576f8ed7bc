"""One piece of logic for threads and coroutines: a generator that yields what it has to wait for.

The transports are coroutines, the built-in agents and the REST views are threads. The door is
written once, as generators over `concurrent.futures.Future`; a caller awaits the steps or waits
for them.
"""

from __future__ import annotations

import asyncio
import functools
import threading
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
    """A place in a line: wait for `come`, then `leave`."""

    def __init__(self, come: Future[None] | None) -> None:
        self.left: Future[None] = Future()
        self.come: Future[None] = come or _already()

    def leave(self) -> None:
        """Let the next one come; if this one never came, only when it would have."""
        self.come.add_done_callback(lambda _: self.left.set_result(None))


class Line:
    """A fair lock: first come, first served, threads and coroutines alike."""

    def __init__(self) -> None:
        self._last: Future[None] | None = None
        self._length = 0
        self._guard = threading.Lock()

    def join(self) -> Turn | None:
        """Take the last place; None if the line is too long already."""
        with self._guard:
            if self._length >= LONGEST_LINE:
                return None
            self._length += 1
            turn = Turn(self._last)
            self._last = turn.left
        turn.left.add_done_callback(self._shorten)
        return turn

    def _shorten(self, _: Future[None]) -> None:
        with self._guard:
            self._length -= 1


def _already() -> Future[None]:
    future: Future[None] = Future()
    future.set_result(None)
    return future
