"""The one door: whoever acts in an attempt, over whatever transport, does it through here.

Every function gives `Steps`: a coroutine awaits them, a thread calls `wait()`. What they raise is a
`DoorError`, which each transport tells in its own terms.
"""

from __future__ import annotations

import time

from sandboxes import canonical_json
from sandboxes.tasks import OUTCOMES
from webapp import clock
from webapp.attempts import errors
from webapp.attempts.closing import close
from webapp.attempts.drafts import Draft, repeated, started
from webapp.attempts.hot import HotAttempt, places
from webapp.attempts.inner import with_inner_calls
from webapp.attempts.log import NewEvent
from webapp.attempts.models import AttemptToken, EndedBy, EventKind
from webapp.attempts.steps import Waits, in_steps
from webapp.attempts.stored import (
    checked_key,
    checked_text,
    stored_arguments,
    stored_json,
    stored_name,
)
from webapp.attempts.telling import Answer, TaskView, view_of
from webapp.attempts.turns import (
    Entry,
    append,
    end,
    end_by_bug,
    in_turn,
    in_worker,
    require_open,
    require_seat,
)
from webapp.secrets import digest_of

_LONGEST_ANSWER = 100_000
_LONGEST_REASON = 1_000
_KNOWN_TOKENS = 10_000
_FINISHED = {"status": "ok", "output": "The attempt is finished."}

_tokens: dict[str, int] = {}


@in_steps
def enter(token: str, channel: str) -> Waits[Entry]:
    """Find the attempt at an address.

    Raises:
        UnknownToken: there is none.
        RevokedToken: a newer address has taken its place.
    """
    digest = digest_of(token)
    known = _tokens.get(digest)
    if known is None:
        known = yield in_worker(_attempt_of, digest)
        if len(_tokens) >= _KNOWN_TOKENS:
            _tokens.clear()
        _tokens[digest] = known
    return Entry(known, digest, channel)


@in_steps
def call_tool(
    entry: Entry, name: object, arguments: object, *, key: object = None
) -> Waits[Answer]:
    """Call a tool. The answer leaves when the call is on the disk.

    Args:
        entry: The way in.
        name: Name of the tool; an unknown one is answered with an error that counts.
        arguments: Its arguments; what violates the schema is answered with an error that counts.
        key: Idempotency key: the same call again is answered as before, and not made again.

    Raises:
        NotACall: the name is no text, the arguments are no JSON, or the key can't be one.
        DoorError: the attempt is over, paused, outdated; the key was used for something else.
    """
    draft = Draft(
        EventKind.CALL,
        entry.channel,
        stored_arguments(arguments),
        checked_key(key),
        tool=stored_name(name),
    )

    def act(hot: HotAttempt) -> Waits[Answer]:
        earlier = yield from repeated(hot, draft)
        if earlier is not None:
            return earlier
        require_open(hot)
        require_seat(entry, hot)
        return (yield from _made(hot, draft, str(name), arguments))

    return (yield from in_turn(entry, act, key=draft.key))


def _made(hot: HotAttempt, draft: Draft, name: str, arguments: object) -> Waits[Answer]:
    """Make a call, and append it."""
    trial = hot.trial()
    began = time.perf_counter()
    try:
        outcome = trial.call(name, arguments)
        text, state_hash = outcome.canonical(), trial.state_hash
    except Exception as error:  # a bug of ours, whatever it is: the attempt errors
        yield from end_by_bug(hot, draft.channel)
        raise errors.AttemptErrored from error
    now = clock.now()
    call = draft.event(
        now,
        status=outcome.status,
        answer=text,
        state_hash=state_hash,
        unlisted=trial.knows(name) and not trial.offers(name),
        seconds=time.perf_counter() - began,
    )
    events, then = started(hot, now, draft.channel)
    events.append(call)
    if trial.inner_calls:
        then = with_inner_calls(call, trial.inner_calls, then)
    if trial.finished:
        ended_by = EndedBy(trial.ending)
        arguments_ = stored_json({"ended_by": ended_by})
        events.append(NewEvent(kind=EventKind.FINISH, at=now, arguments=arguments_))
        closing = yield in_worker(close, hot.attempt.pk, trial, ended_by, now)
        yield from end(hot, events, closing, then)
    else:
        yield from append(hot, *events, then=then)
        hot.environment = trial
    return Answer(call.number, outcome.status, text)


@in_steps
def finish(
    entry: Entry, outcome: object, answer: object = "", *, key: object = None
) -> Waits[Answer]:
    """End the attempt, for good, and score it.

    Args:
        entry: The way in.
        outcome: "done" or "cannot_be_done".
        answer: What the subject says besides.
        key: Idempotency key.

    Raises:
        NotACall: the outcome is neither, the answer no text, or the key can't be one.
        DoorError: the attempt is over, paused or outdated.
    """
    if outcome not in OUTCOMES:
        raise errors.NotACall(f"outcome: one of {', '.join(OUTCOMES)}.")
    said = checked_text("answer", answer, _LONGEST_ANSWER)
    draft = Draft(
        EventKind.FINISH,
        entry.channel,
        stored_json({"outcome": outcome, "answer": said, "ended_by": EndedBy.SUBJECT}),
        checked_key(key),
    )

    def act(hot: HotAttempt) -> Waits[Answer]:
        earlier = yield from repeated(hot, draft)
        if earlier is not None:
            return earlier
        require_open(hot)
        require_seat(entry, hot)
        assert hot.environment is not None
        trial = hot.environment.fork()
        trial.finish(str(outcome), said)
        now = clock.now()
        events, then = started(hot, now, entry.channel)
        last = draft.event(now, status="ok", answer=canonical_json(_FINISHED))
        closing = yield in_worker(close, hot.attempt.pk, trial, EndedBy.SUBJECT, now)
        yield from end(hot, [*events, last], closing, then)
        return Answer(last.number, last.status, last.answer)

    return (yield from in_turn(entry, act, key=draft.key))


@in_steps
def get_task(entry: Entry) -> Waits[TaskView]:
    """The instruction, the limits and what is left. Who reads it first starts the clock."""

    def act(hot: HotAttempt) -> Waits[TaskView]:
        if hot.started_at is None and hot.environment is not None:
            events, then = started(hot, clock.now(), entry.channel)
            yield from append(hot, *events, then=then)
        return view_of(hot)

    return (yield from in_turn(entry, act, fresh=True))


@in_steps
def peek(entry: Entry) -> Waits[TaskView]:
    """The same as `get_task`, without starting the clock."""

    def act(hot: HotAttempt) -> Waits[TaskView]:
        yield from ()
        return view_of(hot)

    return (yield from in_turn(entry, act, fresh=True))


@in_steps
def pause(entry: Entry, reason: object) -> Waits[None]:
    """Stop the clock, with a reason.

    Raises:
        NotACall: the reason is no text.
        DoorError: the attempt is over, outdated, paused already or not yet started.
    """
    arguments = stored_json({"reason": checked_text("reason", reason, _LONGEST_REASON)})

    def act(hot: HotAttempt) -> Waits[None]:
        require_open(hot)
        if hot.started_at is None:
            raise errors.AttemptPaused("The attempt has not been started, so it can't be paused.")
        event = NewEvent(
            kind=EventKind.PAUSE, at=clock.now(), channel=entry.channel, arguments=arguments
        )
        yield from append(hot, event)

    return (yield from in_turn(entry, act))


@in_steps
def resume(entry: Entry) -> Waits[None]:
    """Let the clock go on.

    Raises:
        DoorError: the attempt is over or not paused.
    """

    def act(hot: HotAttempt) -> Waits[None]:
        if hot.paused_at is None:
            require_open(hot)
            raise errors.AttemptPaused("The attempt is not paused.")
        yield from append(
            hot, NewEvent(kind=EventKind.RESUME, at=clock.now(), channel=entry.channel)
        )

    return (yield from in_turn(entry, act))


@in_steps
def take_seat(entry: Entry, seat: str) -> Waits[None]:
    """Let one window of the console act from now on, and no other.

    Args:
        entry: The way in.
        seat: By which the window is known.

    Raises:
        NotACall: it can't be that.
        DoorError: the attempt is over or outdated.
    """
    arguments = stored_json({"seat": checked_key(seat)})

    def act(hot: HotAttempt) -> Waits[None]:
        if hot.paused_at is None:
            require_open(hot)
        if hot.seat != seat:
            now = clock.now()
            events, then = started(hot, now, entry.channel)
            taken = NewEvent(
                kind=EventKind.TAKEOVER, at=now, channel=entry.channel, arguments=arguments
            )
            yield from append(hot, *events, taken, then=then)

    return (yield from in_turn(entry, act, fresh=True))


def forget() -> None:
    """Forget all live state: every attempt is folded anew from its log."""
    places.clear()
    _tokens.clear()


def _attempt_of(digest: str) -> int:
    token = AttemptToken.objects.filter(digest=digest).first()
    if token is None:
        raise errors.UnknownToken
    if token.revoked_at is not None:
        raise errors.RevokedToken
    return token.attempt_id
