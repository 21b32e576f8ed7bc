"""A form in which something is published."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sandboxes.workflows.published import Record


@dataclass(frozen=True)
class Form:
    """A line, what is read from it, and what is noted: (kind, place) each.

    Args:
        name: What it shows.
        text: The line.
        read: Takes what matters from the record.
        value: What that is.
        mends: What was changed.
        unmended: What could not be: (kind, place, what stands there).
    """

    name: str
    text: str
    read: Callable[[Record], Any]
    value: Any
    mends: tuple[tuple[str, str], ...] = ()
    unmended: tuple[tuple[str, str, Any], ...] = ()
