"""Ends that no subject asked for: it fell silent, its run's caps were reached, or ours gave up."""

from __future__ import annotations

from webapp import clock
from webapp.attempts.closing import Closing, close
from webapp.attempts.hot import HotAttempt
from webapp.attempts.log import NewEvent
from webapp.attempts.models import EndedBy, EventKind
from webapp.attempts.steps import Waits, in_steps
from webapp.attempts.stored import stored_json
from webapp.attempts.turns import Entry, end, ended, in_turn, in_worker, require_open


@in_steps
def end_unclaimed(entry: Entry, ended_by: EndedBy) -> Waits[None]:
    """End an attempt whose subject has not: it counts as "done", which the subject did not say.

    Args:
        entry: The way in.
        ended_by: What ended it: silence, a cap, the length of the conversation.

    Raises:
        DoorError: the attempt is over, paused or outdated.
    """

    def act(hot: HotAttempt) -> Waits[None]:
        require_open(hot)
        assert hot.environment is not None
        now, trial = clock.now(), hot.environment.fork()
        arguments = stored_json({"ended_by": ended_by})
        event = NewEvent(kind=EventKind.FINISH, at=now, channel=entry.channel, arguments=arguments)
        closing = yield in_worker(close, hot.attempt.pk, trial, ended_by, now)
        yield from end(hot, [event], closing)

    return (yield from in_turn(entry, act, fresh=True))


@in_steps
def give_up(entry: Entry, reason: str) -> Waits[None]:
    """End an attempt that can't go on for a reason of ours: errored, and not scored.

    Args:
        entry: The way in.
        reason: What kept it from going on; it is kept with the attempt.

    Raises:
        DoorError: the attempt is over.
    """

    def act(hot: HotAttempt) -> Waits[None]:
        if hot.ending is not None:
            raise ended(hot)
        now = clock.now()
        closing = Closing(hot.attempt.pk, now, EndedBy.ERROR, error=reason)
        event = NewEvent(kind=EventKind.ERROR, at=now, channel=entry.channel)
        yield from end(hot, [event], closing)

    return (yield from in_turn(entry, act, fresh=True))
