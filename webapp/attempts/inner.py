"""Calls that submitted plans make: kept beside the event of the submission, in its transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandboxes.workflows import NodeRun
from webapp.attempts.log import NewEvent
from webapp.attempts.models import InnerCall
from webapp.attempts.stored import stored_json


def with_inner_calls(
    call: NewEvent, runs: Sequence[NodeRun], then: Callable[[], None] | None
) -> Callable[[], None]:
    """What is to be written with an event, and the calls that its plan made besides.

    Args:
        call: The event; it gets its number when it is appended.
        runs: What the wave ran.
        then: What is to be written anyhow.
    """

    def write() -> None:
        if then is not None:
            then()
        InnerCall.objects.bulk_create(_inner_call(call, run) for run in runs)

    return write


def _inner_call(call: NewEvent, run: NodeRun) -> InnerCall:
    return InnerCall(
        attempt_id=call.attempt_id,
        event_number=call.number,
        round=run.round,
        node=stored_json(run.node)[1:-1],
        tool=stored_json(run.tool)[1:-1],
        arguments=stored_json(dict(run.arguments)),
        status=run.outcome.status,
        output=stored_json(run.outcome.output),
    )
