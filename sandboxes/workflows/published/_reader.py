"""Reading published records, line by line."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sandboxes.workflows._errors import english_tag
from sandboxes.workflows.published._groups import Groups, query_key
from sandboxes.workflows.published._kinds import MendKind, RefusalKind, UnmendedKind
from sandboxes.workflows.published._lines import MOST_BYTES, open_lines
from sandboxes.workflows.published._parts import (
    parameters_of,
    read_label,
    read_observations,
    read_tools,
)
from sandboxes.workflows.published._plan_reader import read_plan
from sandboxes.workflows.published._record import Label, Record, RecordKind, Refusal
from sandboxes.workflows.published._values import (
    Notes,
    TooDeep,
    Unreadable,
    leave_unknown,
    read_number,
    read_text,
    strict_json,
)

_TAGS = ("tag_1", "tag_2", "tag_3")
_FIELDS = frozenset(
    {
        "id",
        "query_id",
        "query",
        "tool_list",
        "plan",
        "error_reason",
        "funcall_times_gt",
        "round_gt",
        "tag",
        "fun_call",
        *_TAGS,
    }
)
_BYTE_ORDER_MARK = "\ufeff"
_HEX = 16
_LARGEST_ID = 10**12


class Reading(Iterator["Record | Refusal"]):
    """The records of one file as they come; blank lines are passed over and counted.

    Attributes:
        lines: How many lines were read so far.
        blank_lines: How many of them were blank.
    """

    def __init__(self, lines: Iterable[bytes | str | None], file: str, groups: Groups) -> None:
        self.lines = 0
        self.blank_lines = 0
        self._lines = iter(lines)
        self._file = file
        self._groups = groups

    def __next__(self) -> Record | Refusal:
        for line in self._lines:
            self.lines += 1
            if line is not None and not line.strip():
                self.blank_lines += 1
                continue
            return _read(line, self._file, self.lines, self._groups)
        raise StopIteration


def read_published(
    path_or_lines: Path | str | Iterable[bytes | str],
    *,
    file: str = "",
    groups: Groups | None = None,
) -> Reading:
    """Read published records. No line stops the reading of another.

    Args:
        path_or_lines: Where the file is, or its lines without their ends.
        file: Its name in records; the path's own if that is given.
        groups: What groups are known from other files, and are to be known to the next.

    Returns:
        A record or a refusal for each line that is not blank, in order, read as they are asked for.

    Raises:
        PublishedFileError: when the first is asked for: the file can't be read, or is no text.
    """
    groups = Groups() if groups is None else groups
    if isinstance(path_or_lines, (str, Path)):
        path = Path(path_or_lines)
        return Reading(open_lines(path), file or path.name, groups)
    return Reading(path_or_lines, file, groups)


def read_line(
    line: bytes | str, *, file: str = "", number: int = 1, groups: Groups | None = None
) -> Record | Refusal:
    """Read one line, such as the original of a record.

    Args:
        line: The line, without its end.
        file: Name of the file it is from.
        number: Which line of it.
        groups: What groups are known.
    """
    return _read(line, file, number, Groups() if groups is None else groups)


def _read(line: bytes | str | None, file: str, number: int, groups: Groups) -> Record | Refusal:
    notes = Notes()
    try:
        original, value = _parsed(line, notes, first=number == 1)
        _check(value)
    except _Refused as refused:
        return Refusal(file, number, refused.kind, str(refused))
    return _record(value, original, notes, file, number, groups)


class _Refused(Exception):
    def __init__(self, kind: RefusalKind, reason: str = "") -> None:
        super().__init__(reason or kind.sentence)
        self.kind = kind


def _parsed(line: bytes | str | None, notes: Notes, *, first: bool) -> tuple[str, Any]:
    """The line as text, and what it says."""
    if line is None or len(line) > MOST_BYTES:
        raise _Refused(RefusalKind.TOO_LONG)
    try:
        original = line if isinstance(line, str) else line.decode()
        original.encode()
    except UnicodeDecodeError as error:
        raise _Refused(
            RefusalKind.NOT_UTF8, f"The line is no UTF-8, from byte {error.start + 1} on."
        ) from None
    except UnicodeEncodeError:
        raise _Refused(RefusalKind.NOT_UTF8) from None
    text = original
    if first and text.startswith(_BYTE_ORDER_MARK):
        text = text.removeprefix(_BYTE_ORDER_MARK)
        notes.mend(MendKind.BYTE_ORDER_MARK, "", _BYTE_ORDER_MARK, "")
    try:
        return original, strict_json(text, "", notes)
    except TooDeep:
        raise _Refused(RefusalKind.TOO_DEEP) from None
    except Unreadable as error:
        raise _Refused(RefusalKind.NOT_JSON, f"The line is no JSON: {error}.") from None


def _check(value: Any) -> None:
    if isinstance(value, list):
        raise _Refused(
            RefusalKind.NOT_AN_OBJECT,
            "The line is a JSON list; a file has one object a line and no list around them.",
        )
    if not isinstance(value, dict):
        raise _Refused(RefusalKind.NOT_AN_OBJECT)
    absent = [name for name in ("query", "plan") if name not in value]
    if not any(name in value for name in ("tag", *_TAGS)):
        absent.append("tag")
    if absent:
        raise _Refused(
            RefusalKind.NO_RECORD, f"The object is no record: it has no {' and no '.join(absent)}."
        )


def _record(
    value: dict[str, Any], original: str, notes: Notes, file: str, number: int, groups: Groups
) -> Record:
    leave_unknown(value, _FIELDS, "", notes)
    published_id = read_number(value.get("id"), "id", notes)
    query_id = read_number(value.get("query_id"), "query_id", notes)
    query = _text(value, "query", notes)
    tools = read_tools(value.get("tool_list"), "tool_list", notes)
    parameters = parameters_of(tools)
    plan = read_plan(value["plan"], "plan", notes, parameters)
    observations = read_observations(value.get("fun_call"), "fun_call", notes, parameters)
    level = 2 if any(name in value for name in _TAGS) else 1
    kind = _kind(value)
    key = _key(level, kind, published_id, original)
    return Record(
        level=level,
        kind=kind,
        query=query,
        plan=plan,
        tools=tools,
        observations=observations,
        labels=_labels(value, notes),
        error_reason=_text(value, "error_reason", notes) if "error_reason" in value else "",
        round_gt=read_number(value.get("round_gt"), "round_gt", notes),
        funcall_times_gt=read_number(value.get("funcall_times_gt"), "funcall_times_gt", notes),
        published_id=published_id,
        query_id=query_id,
        file=file,
        line=number,
        key=key,
        group=groups.name(query_id, query_key(query), key),
        original=original,
        mends=tuple(notes.mends),
        unmended=tuple(notes.unmended),
    )


def _text(value: dict[str, Any], name: str, notes: Notes) -> str:
    if value[name] is None:
        notes.leave(UnmendedKind.FIELD_ABSENT, name)
        return ""
    return read_text(value[name], name, notes)


def _labels(value: dict[str, Any], notes: Notes) -> tuple[Label, ...]:
    """Its labels, in order of rounds; a null is no label, in level 1 it is missed."""
    found = []
    if "tag" in value:
        if value["tag"] is None:
            notes.leave(UnmendedKind.FIELD_ABSENT, "tag")
        else:
            found.append(read_label(value["tag"], "tag", notes, None))
    for number, name in enumerate(_TAGS, start=1):
        if value.get(name) is not None:
            found.append(read_label(value[name], name, notes, number))
    if not found and "tag" not in value:
        notes.leave(UnmendedKind.FIELD_ABSENT, _TAGS[0])
    return tuple(label for label in found if label is not None)


def _kind(value: dict[str, Any]) -> RecordKind:
    """Real ones have an annotator's reason, or Chinese tags; augmented ones have neither."""
    tags = [value.get(name) for name in ("tag", *_TAGS)]
    chinese = any(isinstance(tag, str) and english_tag(tag.strip()) for tag in tags)
    real = "error_reason" in value or chinese
    return RecordKind.REAL if real else RecordKind.AUGMENTED


def _key(level: int, kind: RecordKind, published_id: int | None, original: str) -> str:
    known = published_id is not None and 0 <= published_id < _LARGEST_ID
    digest = hashlib.sha256(original.encode()).hexdigest()[:_HEX]
    return f"level{level}_{kind}/{published_id if known else 'unnumbered'}-{digest}"
