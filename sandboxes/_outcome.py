"""What a call comes to: one of four statuses, each of exactly one class."""

from __future__ import annotations

import enum
import json
from dataclasses import dataclass
from typing import Any

import orjson

_PLAIN = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_SORTED = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False, sort_keys=True
)


class CallClass(enum.Enum):
    """How a call is counted (docs/worlds.md). Every call has exactly one class."""

    VALID = "valid"
    FAILED = "failed"
    FAULT = "fault"
    SYNTACTIC = "syntactic"


STATUS_CLASSES = {
    "ok": CallClass.VALID,
    "failed": CallClass.FAILED,
    "internal_error": CallClass.FAULT,
    "error": CallClass.SYNTACTIC,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to a call.

    Args:
        status: ok, failed (refused by the state), internal_error (a fault of the world) or error
            (not understood).
        output: JSON: the result, or a sentence that says what to change.
    """

    status: str
    output: Any

    @property
    def ok(self) -> bool:
        """Whether the tool did what it says."""
        return self.status == "ok"

    @property
    def call_class(self) -> CallClass:
        """How the call is counted."""
        return STATUS_CLASSES[self.status]

    def canonical(self) -> str:
        """The one text form that every transport sends: ``{"status", "output"}``."""
        return canonical_json({"status": self.status, "output": self.output})


class Refused(Exception):
    """A tool's refusal: well-formed, but the state does not allow it. The subject reads the text.

    A tool raises it before its first write, so the state stays as it was.
    """


def canonical_json(value: Any) -> str:
    """Compact JSON in the value's own order, without NaN or infinity.

    Raises:
        ValueError: the value holds NaN or infinity.
    """
    try:
        text = orjson.dumps(value).decode()
    except TypeError:  # a named tuple, a huge number, half a surrogate pair
        return _PLAIN.encode(value)
    # The fast encoder writes null for NaN, too: where there is a null, the strict one looks.
    return _PLAIN.encode(value) if "null" in text else text


def sorted_json(value: Any) -> str:
    """Compact JSON with sorted keys: the form that is hashed and compared to the byte."""
    return _SORTED.encode(value)
