"""Asking a model for no longer than its reply is of use."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait

from agents.model import Function, Message, Model, Reply
from agents.react import Interrupted

_LOOK_EVERY = 0.5
GRACE = 5.0
"""Seconds that a reply under way still has when its process is about to end, or its run is lost."""


class UntilStopped:
    """A model whose replies are not waited for when the process ends or the run is cancelled.

    A request can't be called back, and a reply may take minutes: it is made in a thread that the
    end of the process does not wait for. What it brings then is lost, and asked for anew.

    Args:
        model: The model.
        stopped: Whether the process is about to end, or the reply is of no use to it any more.
    """

    def __init__(self, model: Model, stopped: Callable[[], bool]) -> None:
        self._model, self._stopped = model, stopped

    def reply(self, messages: Sequence[Message], functions: Sequence[Function]) -> Reply:
        """Answer a conversation, as the model does.

        Raises:
            ModelUnreachable: there is no reply to be had.
            Interrupted: it is not waited for any longer.
        """
        coming: Future[Reply] = Future()
        threading.Thread(
            target=self._ask, args=(coming, messages, functions), name="asking", daemon=True
        ).start()
        left = GRACE
        while not wait([coming], timeout=_LOOK_EVERY).done:
            left -= _LOOK_EVERY * self._stopped()
            if left <= 0:
                raise Interrupted
        return coming.result()

    def _ask(
        self, coming: Future[Reply], messages: Sequence[Message], functions: Sequence[Function]
    ) -> None:
        try:
            coming.set_result(self._model.reply(messages, functions))
        except BaseException as error:  # noqa: BLE001 - raised where the reply is waited for
            coming.set_exception(error)
