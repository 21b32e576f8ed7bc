"""Looking for tools: a control tool of attempts in which none is listed beforehand."""

from __future__ import annotations

import functools
import time
from typing import Any

from agents.retrieval import RETRIEVERS, Retriever, RetrieverUnavailable, make_retriever
from sandboxes import Outcome
from webapp import clock
from webapp.attempts import errors
from webapp.attempts.drafts import Draft, repeated, started
from webapp.attempts.hot import HotAttempt
from webapp.attempts.models import EventKind
from webapp.attempts.offers import offered_tools
from webapp.attempts.steps import Waits, in_steps
from webapp.attempts.stored import checked_key, stored_arguments
from webapp.attempts.telling import Answer
from webapp.attempts.turns import Entry, append, in_turn, in_worker, require_open, require_seat

MOST_FOUND = 100
USUAL_K = 30
_LONGEST_QUERY = 2_000


def retriever_of_today(name: str) -> str:
    """A retriever's name with the version that today's code has.

    Raises:
        NotOffered: there is none of that name, or it is not installed.
    """
    found = _retriever(name)
    return f"{found.name} {found.version}"


def nearest(retriever: str, text: str, k: int) -> list[str]:
    """Names of the tools that fit a text best.

    Args:
        retriever: Name and version.
        text: What is wanted.
        k: How many.

    Raises:
        NotOffered: there is no such retriever.
        Outdated: today's code has another version of it.
    """
    found = _retriever(retriever.split()[0])
    if f"{found.name} {found.version}" != retriever:
        raise errors.Outdated(
            f"The attempt was opened with the retriever {retriever}, and today's is "
            f"{found.name} {found.version}. It can be read and regraded, but not continued."
        )
    return found.best(text, k)


@in_steps
def retrieve_tools(
    entry: Entry, query: object, k: object = USUAL_K, *, key: object = None
) -> Waits[Answer]:
    """Look for tools; from then on they are listed. It is no call and uses up none.

    Args:
        entry: The way in.
        query: What is wanted, in words; what is none is answered with an error.
        k: How many tools.
        key: Idempotency key.

    Raises:
        NotOffered: the attempt's tools are not to be looked for.
        DoorError: the attempt is over, paused or outdated.
    """
    arguments = stored_arguments({"query": query, "k": k})
    draft = Draft(EventKind.RETRIEVE, entry.channel, arguments, checked_key(key))

    def act(hot: HotAttempt) -> Waits[Answer]:
        if not hot.conditions.retrieves:
            raise errors.NotOffered("In this attempt there is nothing to be retrieved.")
        earlier = yield from repeated(hot, draft)
        if earlier is not None:
            return earlier
        require_open(hot)
        require_seat(entry, hot)
        began = time.perf_counter()
        outcome = yield in_worker(_found, hot, query, k)
        now = clock.now()
        event = draft.event(
            now,
            status=outcome.status,
            answer=outcome.canonical(),
            seconds=time.perf_counter() - began,
        )
        events, then = started(hot, now, entry.channel)
        yield from append(hot, *events, event, then=then)
        return Answer(event.number, event.status, event.answer)

    return (yield from in_turn(entry, act, key=draft.key))


def _found(hot: HotAttempt, query: object, k: object) -> Outcome:
    """What is answered to a retrieval."""
    if hot.retrievals >= hot.call_budget:
        return Outcome("error", f"Tools were looked for {hot.retrievals} times; that is all.")
    if not isinstance(query, str) or not 0 < len(query.strip()) <= _LONGEST_QUERY:
        return Outcome("error", f"query: a text of 1 to {_LONGEST_QUERY:,} characters.")
    if not isinstance(k, int) or isinstance(k, bool) or not 1 <= k <= MOST_FOUND:
        return Outcome("error", f"k: a whole number from 1 to {MOST_FOUND}.")
    return Outcome("ok", list(_described(tuple(nearest(hot.conditions.retriever, query, k)))))


def _described(names: tuple[str, ...]) -> tuple[dict[str, Any], ...]:
    """Tools as a retrieval tells of them."""
    return tuple(
        {
            "name": tool["name"],
            "description": tool["description"],
            "input_schema": tool["inputSchema"],
        }
        for tool in offered_tools(names)
    )


@functools.cache
def _retriever(name: str) -> Retriever:
    try:
        return make_retriever(name)
    except KeyError as error:
        known = ", ".join(RETRIEVERS)
        raise errors.NotOffered(f"retriever: there is no {name!r}; there are {known}.") from error
    except RetrieverUnavailable as error:
        raise errors.NotOffered(f"retriever: {error}") from error
