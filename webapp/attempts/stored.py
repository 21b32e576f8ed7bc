"""How calls are written down: as texts that no database changes, read back to the byte."""

from __future__ import annotations

import json
from typing import Any

from sandboxes import Outcome, RecordedCall
from webapp.attempts.errors import NotACall
from webapp.attempts.models import Event

_LONGEST_KEY = 200
_DEEPEST = 100


def stored_json(value: Any) -> str:
    """Compact JSON in ASCII: also a NUL or half a surrogate pair survives any database.

    Raises:
        ValueError: the value holds NaN or infinity, or is no JSON at all.
    """
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def stored_arguments(arguments: object) -> str:
    """The arguments of a call as they are kept.

    Raises:
        NotACall: they are no JSON.
    """
    if _is_deep(arguments):
        raise NotACall(f"arguments: they are nested more than {_DEEPEST} deep.")
    try:
        return stored_json(arguments)
    except (ValueError, TypeError) as error:
        raise NotACall(f"arguments: they are no JSON: {error}.") from error


def _is_deep(value: object) -> bool:
    """Whether a value is nested too deeply to be read back from any depth of our own code."""
    level = [value]
    for _ in range(_DEEPEST + 1):
        below = [item for item in level if isinstance(item, list | tuple | dict)]
        if not below:
            return False
        level = [
            inner for item in below for inner in (item.values() if isinstance(item, dict) else item)
        ]
    return True


def stored_name(name: object) -> str:
    """The name of a tool as it is kept: what is no plain text in it is escaped as in JSON.

    Raises:
        NotACall: it is no text.
    """
    if not isinstance(name, str):
        raise NotACall("name: the name of a tool is a text; something else was sent.")
    return json.dumps(name)[1:-1]


def checked_key(key: object) -> str:
    """An idempotency key, "" for none.

    Raises:
        NotACall: it is no printable text of 1 to 200 characters.
    """
    if key is None:
        return ""
    if not (isinstance(key, str) and key.isprintable() and 0 < len(key) <= _LONGEST_KEY):
        raise NotACall(f"idempotency key: a printable text of 1 to {_LONGEST_KEY} characters.")
    return key


def checked_text(name: str, text: object, longest: int) -> str:
    """A text of the subject's that is kept as it is.

    Raises:
        NotACall: it is no text, too long, or holds what is no character.
    """
    if not isinstance(text, str) or len(text) > longest:
        raise NotACall(f"{name}: a text of at most {longest:,} characters.")
    if "\x00" in text or any("\ud800" <= char <= "\udfff" for char in text):
        raise NotACall(f"{name}: it holds NUL or half a surrogate pair, which are no characters.")
    return text


def tool_name(event: Event) -> str:
    """The name that was called, as it was sent."""
    name: str = json.loads(f'"{event.tool}"')
    return name


def retrieved_names(answer: str) -> list[str]:
    """Names of the tools that the answer to a retrieval tells of."""
    output = json.loads(answer)["output"]
    return [found["name"] for found in output] if isinstance(output, list) else []


def recorded(event: Event) -> RecordedCall:
    """The call that an event tells of."""
    answer = json.loads(event.answer)
    outcome = Outcome(answer["status"], answer["output"])
    arguments = json.loads(event.arguments)
    return RecordedCall(tool_name(event), arguments, outcome, event.state_hash or None)
