"""Errors of what tools return: nothing, or not in time. They change nothing in the world."""

from __future__ import annotations

from collections.abc import Iterator

from sandboxes._outcome import Outcome
from sandboxes.workflows._errors import ErrorType
from sandboxes.workflows.injection._flaw import Flaw, Site

NOTHING = Outcome("internal_error", None)
TIMED_OUT = Outcome("internal_error", "The call timed out; nothing was changed.")


def null_error(site: Site) -> Iterator[Flaw]:
    """A call of the coming wave returns nothing."""
    yield from _fails(site, ErrorType.NULL_ERROR, NOTHING)


def timeout_error(site: Site) -> Iterator[Flaw]:
    """A call of the coming wave times out."""
    yield from _fails(site, ErrorType.TIMEOUT_ERROR, TIMED_OUT)


def _fails(site: Site, error: ErrorType, outcome: Outcome) -> Iterator[Flaw]:
    coming = [node for node in site.pending if site.depths[node.id] == 1]
    for node in site.draw.shuffled(coming):
        label = site.label(error, node.id, "output", None, outcome.output)
        yield Flaw(label, fault=outcome)
