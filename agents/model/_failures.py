"""What kept a reply away, read from what an address answered."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from agents.model._errors import ErrorClass

_LONGEST_MESSAGE = 500
_LONGEST_SEARCHED = 10_000
"""Characters of a message that are looked at; beyond, searching takes longer than any answer."""
_BLANKS = re.compile(r"[\s\x00-\x1f\x7f]+")
_NO_MONEY = {"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"}
_TOO_LONG_CODES = {"context_length_exceeded", "exceed_context_size_error"}
_TOO_LONG = re.compile(
    r"(maximum|model's) context[ _]length"
    r"|(exceed\w*|longer than|too large for|beyond) (\S+ ){0,3}?context (window|size|limit)"
    r"|\b(prompt|input|conversation)( \([^)]*\))? is (too long|longer than)"
    r"|input token count.{0,40}exceed"
    r"|range of input length"
    r"|max_tokens must be at least 1, got -",
    re.IGNORECASE,
)
_CONTEXT_LENGTH = re.compile(r"context[ _]length\D{0,12}(\d{1,12})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Failure:
    """A try that gave no reply.

    Args:
        error_class: What it met.
        message: What happened, as one short line. May still hold what the server echoed.
        wait: Seconds that the server asked to wait; None if it did not.
        too_long: Whether the conversation no longer fits the model.
    """

    error_class: ErrorClass
    message: str
    wait: float | None = None
    too_long: bool = False


@dataclass(frozen=True, slots=True)
class Complaint:
    """What an error's body says, in whichever of the usual forms.

    Args:
        message: In words.
        codes: Its code and type.
        written: What the model wrote, where a provider refuses that instead of handing it on.
    """

    message: str
    codes: frozenset[str]
    written: str | None


def complaint(body: object) -> Complaint:
    """Read an error's body: JSON, or text."""
    if isinstance(body, list) and body:
        body = body[0]
    if isinstance(body, Mapping) and body.get("error"):
        body = body["error"]
    if not isinstance(body, Mapping):
        return Complaint("" if body is None else _line(body), frozenset(), None)
    message = next((body[k] for k in ("message", "detail", "error") if body.get(k)), "")
    codes = frozenset(str(body[k]) for k in ("code", "type") if body.get(k) is not None)
    written = body.get("failed_generation")
    return Complaint(_line(message), codes, written if isinstance(written, str) else None)


def _line(message: object) -> str:
    text = str(message)[:_LONGEST_SEARCHED]
    return one_line(text.encode("utf-8", "replace").decode())  # half a pair can't be kept


def one_line(text: str) -> str:
    """Text as one line without control characters."""
    return _BLANKS.sub(" ", text).strip()


def shortened(text: str) -> str:
    """A message of bearable length."""
    return text if len(text) <= _LONGEST_MESSAGE else f"{text[:_LONGEST_MESSAGE]} ..."


def failure_of_status(
    status: int, body: object, headers: Mapping[str, str], max_output_tokens: int | None = None
) -> Failure:
    """What an HTTP status other than success means.

    Args:
        status: The status.
        body: JSON, or text.
        headers: By lower-case name.
        max_output_tokens: What was asked for; more than fits at all is a setting of ours, not a
            conversation that grew.
    """
    said = complaint(body)
    message = f"HTTP {status}: {said.message}" if said.message else f"HTTP {status}"
    too_long = _is_too_long(status, said, max_output_tokens)
    return Failure(_class_of(status, said), message, asked_wait(headers), too_long)


def _class_of(status: int, said: Complaint) -> ErrorClass:
    if status in (401, 403):
        return ErrorClass.CREDENTIALS
    if status == 429:
        return ErrorClass.REFUSED if said.codes & _NO_MONEY else ErrorClass.RATE_LIMIT
    if status in (408, 409) or status >= 500:
        return ErrorClass.SERVER
    return ErrorClass.REFUSED


def _is_too_long(status: int, said: Complaint, max_output_tokens: int | None) -> bool:
    if not said.codes & _TOO_LONG_CODES and not (
        status in (400, 413, 422) and _TOO_LONG.search(said.message)
    ):
        return False
    limit = _CONTEXT_LENGTH.search(said.message)
    return not (limit and max_output_tokens and max_output_tokens >= int(limit[1]))


def failure_in_body(error: object) -> Failure:
    """What an error means that came with a status of success, as gateways send them."""
    code = error.get("code") if isinstance(error, Mapping) else None
    if type(code) is int and 400 <= code < 600:
        return failure_of_status(code, error, {})
    said = complaint({"error": error})
    return Failure(ErrorClass.GARBLED, f"an error instead of a reply: {said.message}")


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds that a server asks to wait, by its own clock; None if it does not, or nonsense.

    Args:
        headers: By lower-case name.
    """
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        seconds = _number(headers.get(name))
        if seconds is not None:
            return seconds / unit
    try:
        until, now = (parsedate_to_datetime(headers[name]) for name in ("retry-after", "date"))
        return max((until - now).total_seconds(), 0.0)
    except (KeyError, ValueError, TypeError, OverflowError):
        return None


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None
