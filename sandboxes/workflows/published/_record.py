"""What the importer makes of a line: a record, or the reason why it is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sandboxes.workflows._errors import ErrorType
from sandboxes.workflows._plan import Plan
from sandboxes.workflows.published._kinds import MendKind, RefusalKind, UnmendedKind


class RecordKind(StrEnum):
    """Whether a record was harvested from rollouts or made by putting an error in."""

    REAL = "real"
    AUGMENTED = "augmented"


@dataclass(frozen=True, slots=True)
class PublishedTool:
    """A tool as the record lists it.

    Args:
        name: Its name.
        description: What it does.
        parameters: By name, what each is: type, description, and what else is told.
        required: Names of those that a call must have.
    """

    name: str
    description: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    required: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The tool as it is published and shown."""
        return {
            "name": self.name,
            "description": self.description,
            "parameters": dict(self.parameters),
            "required": list(self.required),
        }


@dataclass(frozen=True, slots=True)
class Observation:
    """A call that was made, and what came back. Which node made it is not published.

    Args:
        name: The tool, or "response" where that was run as one.
        arguments: With what.
        results: What came back, as it was written: mostly a text.
    """

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    results: Any = ""

    def as_json(self) -> dict[str, Any]:
        """The observation as it is published and shown."""
        return {"name": self.name, "arguments": dict(self.arguments), "results": self.results}


@dataclass(frozen=True, slots=True)
class Label:
    """An error that the record is labelled with.

    Args:
        tag: One of the fourteen types, or `WRONG_REACTION`.
        round: Round of the error in level 2, from 1; None in level 1, where it is the latest.
    """

    tag: str
    round: int | None = None

    @property
    def type(self) -> ErrorType | None:
        """The error type; None for the tag outside the taxonomy."""
        known = self.tag in ErrorType.__members__.values()
        return ErrorType(self.tag) if known else None

    def as_json(self) -> dict[str, Any]:
        """The label as it is shown."""
        return {"tag": self.tag, "round": self.round}


@dataclass(frozen=True, slots=True)
class Mend:
    """A change of form.

    Args:
        kind: Which.
        place: Where, as keys and places in lists with slashes between: plan/tasks/3/para.
        was: What was there, as JSON, shortened.
        became: What it became, as JSON, shortened.
    """

    kind: MendKind
    place: str
    was: str
    became: str

    def as_json(self) -> dict[str, str]:
        """The mend as it is kept and shown."""
        return {
            "kind": str(self.kind),
            "place": self.place,
            "was": self.was,
            "became": self.became,
        }


@dataclass(frozen=True, slots=True)
class Unmended:
    """What could not be put in order.

    Args:
        kind: Which.
        place: Where.
        was: What stands there, whole; None where nothing does.
    """

    kind: UnmendedKind
    place: str
    was: Any = None

    def as_json(self) -> dict[str, Any]:
        """It as it is kept and shown."""
        return {"kind": str(self.kind), "place": self.place, "was": self.was}


@dataclass(frozen=True)
class Record:
    """One instance of the published benchmark.

    Args:
        level: 1 or 2.
        kind: Where it comes from.
        query: What the user asked for.
        plan: The previous plan, in our form.
        tools: The tools on offer.
        observations: The calls just made.
        labels: The errors it is labelled with.
        error_reason: What the annotator wrote; empty in augmented records.
        round_gt: The optimal number of rounds, as published.
        funcall_times_gt: The optimal number of calls, as published.
        published_id: Its number in its file; not unique over files.
        query_id: Number of the query.
        file: Name of the file it was read from.
        line: Its line there, from 1; 0 if it was not read.
        key: Ours, unique: level, kind, published number, and a hash of the line.
        group: Shared by all records of one query, whatever file they are in.
        original: The line, byte for byte, without its end.
        mends: What was changed in form, in order.
        unmended: What could not be put in order.
    """

    level: int
    kind: RecordKind
    query: str
    plan: Plan
    tools: tuple[PublishedTool, ...] = ()
    observations: tuple[Observation, ...] = ()
    labels: tuple[Label, ...] = ()
    error_reason: str = ""
    round_gt: int | None = None
    funcall_times_gt: int | None = None
    published_id: int | None = None
    query_id: int | None = None
    file: str = ""
    line: int = 0
    key: str = ""
    group: str = ""
    original: str = ""
    mends: tuple[Mend, ...] = ()
    unmended: tuple[Unmended, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """What is read from the line, in our form; without the line, the mends and the key."""
        return {
            "published_id": self.published_id,
            "query_id": self.query_id,
            "query": self.query,
            "tools": [tool.as_json() for tool in self.tools],
            "plan": self.plan.as_json(),
            "observations": [observation.as_json() for observation in self.observations],
            "error_reason": self.error_reason,
            "labels": [label.as_json() for label in self.labels],
            "round_gt": self.round_gt,
            "funcall_times_gt": self.funcall_times_gt,
        }


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line that is no record.

    Args:
        file: Name of the file.
        line: Which line, from 1.
        kind: Why.
        reason: A sentence for whoever wrote the line.
    """

    file: str
    line: int
    kind: RefusalKind
    reason: str

    def as_json(self) -> dict[str, Any]:
        """The refusal as it is reported."""
        return {"line": self.line, "kind": str(self.kind), "reason": self.reason}
