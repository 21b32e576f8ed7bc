"""Reading values whatever form they have, with a note of each change."""

from __future__ import annotations

import ast
import json
import math
import re
import warnings
from collections import Counter
from typing import Any

from sandboxes.workflows.published._kinds import MendKind, UnmendedKind
from sandboxes.workflows.published._record import Mend, Unmended

DEEPEST = 40
"""Levels of lists and objects within one another that are read."""

_SHOWN = 400
_LONGEST_LITERAL = 256 * 1024
"""Characters; Python takes some hundred times as much memory to read one."""
_LARGEST = 10**15
_MOST_BITS = 10_000
"""Of a whole number: Python writes out no more than 4,300 digits."""
_ESCAPED = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_DIGITS = re.compile(r"\s*-?[0-9]{1,15}\s*")


class Unreadable(Exception):
    """A text is no JSON, or no such Python literal; the text says why."""


class TooDeep(Unreadable):
    """A text is JSON, but nested too deeply."""


class Notes:
    """Collects what is changed and what can't be."""

    def __init__(self) -> None:
        self.mends: list[Mend] = []
        self.unmended: list[Unmended] = []

    def mend(self, kind: MendKind, place: str, was: Any, became: Any) -> None:
        """Note a change of form."""
        self.mends.append(Mend(kind, place, _shown(was), _shown(became)))

    def add(self, notes: Notes) -> None:
        """Take over what was noted on trial."""
        self.mends += notes.mends
        self.unmended += notes.unmended

    def leave(self, kind: UnmendedKind, place: str, was: Any = None) -> None:
        """Note what can't be put in order."""
        self.unmended.append(Unmended(kind, place, was))


def strict_json(text: str, place: str, notes: Notes) -> Any:
    """What a text says as JSON; doubled keys and signs that can't be kept are noted.

    Args:
        text: The text.
        place: Where it stands.
        notes: What is noted.

    Raises:
        Unreadable: it is no JSON.
        TooDeep: it is nested too deeply.
    """
    twice: list[str] = []

    def pairs_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            counts = Counter(name for name, _ in pairs)
            twice.extend(name for name, count in counts.items() if count > 1)
        return found

    try:
        value = json.loads(
            text, object_pairs_hook=pairs_of, parse_constant=_no_constant, parse_float=_finite
        )
    except json.JSONDecodeError as error:
        raise Unreadable(f"{error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise TooDeep("it is nested too deeply") from None
    except ValueError as error:
        raise Unreadable("a number has too many digits") from error
    if _is_deep(value):
        raise TooDeep(f"it is nested more than {DEEPEST} levels deep")
    if _ESCAPED.search(text):
        value = _storable(value, place, notes)
    for name in twice:
        notes.leave(UnmendedKind.KEY_TWICE, place, _UNSTORABLE.sub("\ufffd", name))
    return value


def read_value(value: Any, place: str, notes: Notes, *, in_text: bool) -> Any:
    """What stands at a place, whether bare or in a text that holds it.

    Args:
        value: What is there.
        place: Where.
        notes: What is noted.
        in_text: Whether the published form has a text there.

    Raises:
        Unreadable: a text holds neither JSON nor a Python literal.
    """
    if not isinstance(value, str):
        if in_text:
            notes.mend(MendKind.NOT_IN_TEXT, place, value, value)
        return value
    try:
        found = strict_json(value, place, notes)
    except TooDeep:
        raise
    except Unreadable:
        found = _literal(value, place, notes)
        notes.mend(MendKind.PYTHON_IN_TEXT, place, value, found)
        return found
    if isinstance(found, str):
        inner = strict_json(found, place, notes)
        notes.mend(MendKind.TWICE_IN_TEXT, place, value, inner)
        return inner
    if not in_text:
        notes.mend(MendKind.JSON_IN_TEXT, place, value, found)
    return found


def read_list(value: Any, place: str, notes: Notes, *, in_text: bool) -> list[Any] | None:
    """A list, whether bare or in a text that holds it; None, without a note, where there is none.

    Args:
        value: What is there.
        place: Where.
        notes: What is noted.
        in_text: Whether the published form has a text there.
    """
    trial = Notes()
    try:
        found = read_value(value, place, trial, in_text=in_text)
    except Unreadable:
        return None
    if not isinstance(found, list):
        return None
    notes.add(trial)
    return found


def read_number(value: Any, place: str, notes: Notes) -> int | None:
    """A whole number; None, with a note, where there is none."""
    if value is None:
        notes.leave(UnmendedKind.FIELD_ABSENT, place)
        return None
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        notes.mend(MendKind.NUMBER_IN_TEXT, place, value, int(value))
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _LARGEST:
        return value
    notes.leave(UnmendedKind.NUMBER_UNREADABLE, place, value)
    return None


def read_text(value: Any, place: str, notes: Notes) -> str:
    """A text; whatever else is there is written out as JSON."""
    if isinstance(value, str):
        return value
    text = json.dumps(value, ensure_ascii=False)
    notes.mend(MendKind.VALUE_AS_TEXT, place, value, text)
    return text


def leave_unknown(found: dict[str, Any], known: frozenset[str], place: str, notes: Notes) -> None:
    """Note the fields of an object that the published form does not have."""
    if found.keys() <= known:
        return
    for name, value in found.items():
        if name not in known:
            notes.leave(UnmendedKind.FIELD_UNKNOWN, below(place, name), value)


def below(place: str, step: str | int) -> str:
    """A place within a place."""
    return f"{place}/{step}" if place else str(step)


def _no_constant(name: str) -> float:
    raise Unreadable(f"{name} is no JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise Unreadable("a number is too large")
    return value


def _literal(text: str, place: str, notes: Notes) -> Any:
    """A list or an object as Python writes it; nothing in it is ever run."""
    if text.lstrip()[:1] not in ("[", "{") or len(text) > _LONGEST_LITERAL:
        raise Unreadable("it is neither JSON nor a Python literal")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about odd escapes, which concern nobody here
            value = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise Unreadable("it is neither JSON nor a Python literal") from None
    if _is_deep(value) or not _is_json(value):
        raise Unreadable("it is a Python literal that JSON has no form for")
    return _storable(value, place, notes)


def _is_deep(value: Any) -> bool:
    """Whether lists and objects stand in one another too deeply, found without recursion."""
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(DEEPEST):
        parts = [part.values() if isinstance(part, dict) else part for part in level]
        level = [inner for part in parts for inner in part if isinstance(inner, (dict, list))]
        if not level:
            return False
    return True


def _is_json(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_json(part) for key, part in value.items())
    if isinstance(value, list):
        return all(_is_json(part) for part in value)
    if isinstance(value, bool) or value is None:
        return True
    if isinstance(value, int):
        return value.bit_length() <= _MOST_BITS
    return isinstance(value, str) or (isinstance(value, float) and math.isfinite(value))


def _storable(value: Any, place: str, notes: Notes) -> Any:
    """The value without signs that no database keeps."""
    if isinstance(value, str):
        if not _UNSTORABLE.search(value):
            return value
        kept = _UNSTORABLE.sub("\ufffd", value)
        notes.mend(MendKind.UNSTORABLE_SIGN, place, ascii(value), kept)
        return kept
    if isinstance(value, dict):
        return {
            _storable(key, place, notes): _storable(part, below(place, key), notes)
            for key, part in value.items()
        }
    if isinstance(value, list):
        return [_storable(part, below(place, n), notes) for n, part in enumerate(value)]
    return value


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}... ({len(text):,} characters)"
