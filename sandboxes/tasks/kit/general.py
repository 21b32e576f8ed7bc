"""Picking from candidates; a seed whose world has none is declined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from sandboxes._streams import Stream
from sandboxes.tasks._template import Decline

T = TypeVar("T")


def one_of(draw: Stream, candidates: Sequence[T], what: str) -> T:
    """One of the candidates.

    Raises:
        Decline: there is none.
    """
    if not candidates:
        raise Decline(f"no {what}")
    return draw.choice(candidates)


def some_of(draw: Stream, candidates: Sequence[T], count: int, what: str) -> list[T]:
    """So many different ones of the candidates.

    Raises:
        Decline: there are not enough.
    """
    if len(candidates) < count:
        raise Decline(f"fewer than {count} {what}")
    return draw.sample(candidates, count)
