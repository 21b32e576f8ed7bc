"""Imported records, to be listed and read: what files brought, and what was done to a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from sandboxes.workflows.published import (
    WRONG_REACTION,
    ErrorType,
    MendKind,
    UnmendedKind,
    chinese_tag,
    split_of,
)
from webapp.pages.words import readable_json
from webapp.recovery.models import ImportedFile, ImportedRecord

RECORDS_A_PAGE = 50
SPLIT_SEED = 1
"""Which split the list is filtered by."""
FIGURES = ("read", "imported", "known", "mended", "incomplete", "refused")
TAGS = (*(error.value for error in ErrorType), WRONG_REACTION)
_KINDS: dict[str, MendKind | UnmendedKind] = {
    **{kind.value: kind for kind in MendKind},
    **{kind.value: kind for kind in UnmendedKind},
}


class RecordFilter(forms.Form):
    """Which records are listed."""

    file = forms.ChoiceField(required=False)
    type = forms.ChoiceField(
        required=False, choices=[("", "All types"), *((tag, tag.replace("_", " ")) for tag in TAGS)]
    )
    mend = forms.ChoiceField(
        required=False,
        label="Mend",
        choices=[
            ("", "With any or none"),
            ("Mended", [(kind.value, kind.value.replace("_", " ")) for kind in MendKind]),
            ("Not mended", [(kind.value, kind.value.replace("_", " ")) for kind in UnmendedKind]),
        ],
    )
    split = forms.ChoiceField(
        required=False, choices=[("", "Both sides"), ("train", "train"), ("test", "test")]
    )

    def __init__(self, data: Any, files: Iterable[ImportedFile]) -> None:
        super().__init__(data)
        field = self.fields["file"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "All files"), *((str(file.pk), file.name) for file in files)]


@dataclass(frozen=True)
class FileRow:
    """What a file brought.

    Args:
        file: The file.
        records: How many records are kept as its own.
        figures: By `FIGURES`, what its first whole import counted; None if there was none yet.
    """

    file: ImportedFile
    records: int
    figures: list[int] | None


@dataclass(frozen=True)
class KindRow:
    """How often something happened to records.

    Args:
        kind: What.
        count: How often, over all files.
        mended: Whether it was put in order.
    """

    kind: MendKind | UnmendedKind
    count: int
    mended: bool


@dataclass(frozen=True)
class Change:
    """One place of a record at which something was done, or could not be.

    Args:
        place: Keys and places in lists, with slashes between; empty for the whole line.
        was: What stood there.
        became: What it became; empty where it was left.
    """

    place: str
    was: str
    became: str = ""


@dataclass(frozen=True)
class KindOfChange:
    """What was done in one way to a record.

    Args:
        kind: Which way.
        changes: Where.
    """

    kind: MendKind | UnmendedKind
    changes: list[Change]


@dataclass(frozen=True)
class ReadTag:
    """A label as it is read.

    Args:
        tag: In English.
        round: Its round, at level 2.
        chinese: The Chinese tag that it was published under, where it was.
        outside: Whether it is no type of the taxonomy.
    """

    tag: str
    round: int | None
    chinese: str
    outside: bool


@dataclass(frozen=True)
class ReadRecord:
    """All of a record.

    Args:
        record: Its row.
        tags: Its labels.
        split: Which side of the split it stands on.
        mends: What was changed in form.
        unmended: What could not be put in order.
    """

    record: ImportedRecord
    tags: list[ReadTag]
    split: str
    mends: list[KindOfChange]
    unmended: list[KindOfChange]

    @property
    def original_html(self) -> SafeString:
        """The line to the byte: a page would turn a carriage return into a line feed."""
        return mark_safe(escape(self.record.original).replace("\r", "&#13;"))  # noqa: S308

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """The nodes of the plan, as they are read."""
        return [
            {**node, "told": _pairs(node["arguments"])}
            for node in self.record.parsed["plan"]["nodes"]
        ]

    @property
    def observations(self) -> list[dict[str, Any]]:
        """The calls that were made, as they are read."""
        return [
            {
                "name": call["name"],
                "told": _pairs(call["arguments"]),
                "results": _text(call["results"]),
            }
            for call in self.record.parsed["observations"]
        ]

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The tools on offer, as they are read."""
        return [
            {**tool, "told": _pairs(tool["parameters"])} for tool in self.record.parsed["tools"]
        ]


def file_rows() -> list[FileRow]:
    """The files, in the order in which they came."""
    return [
        FileRow(
            file,
            file.records.count(),
            [file.counts[name] for name in FIGURES] if file.counts else None,
        )
        for file in ImportedFile.objects.all()
    ]


def kind_rows(rows: Iterable[FileRow]) -> list[KindRow]:
    """How often each kind occurred, as the imports of these files counted; none is left out."""
    counts: Counter[str] = Counter()
    for row in rows:
        counts.update(row.file.counts.get("mends", {}))
        counts.update(row.file.counts.get("unmended", {}))
    return [
        KindRow(kind, counts[name], isinstance(kind, MendKind))
        for name, kind in _KINDS.items()
        if counts[name]
    ]


def found_records(chosen: Mapping[str, str]) -> QuerySet[ImportedRecord]:
    """The records of a choice, in the order of their files and lines.

    Args:
        chosen: By the fields of `RecordFilter`; what is empty or absent leaves all.
    """
    found = ImportedRecord.objects.select_related("file").defer("original")
    if file := chosen.get("file"):
        found = found.filter(file=int(file))
    if tag := chosen.get("type"):
        told = Cast("labels", TextField())
        found = found.annotate(told_labels=told).filter(told_labels__contains=f'"tag": "{tag}"')
    if kind := chosen.get("mend"):
        field = "mends" if kind in MendKind.__members__.values() else "unmended"
        told = Cast(field, TextField())
        found = found.annotate(told_kinds=told).filter(told_kinds__contains=f'"kind": "{kind}"')
    if side := chosen.get("split"):
        groups = ImportedRecord.objects.order_by().values_list("group", flat=True).distinct()
        found = found.filter(
            group__in=[group for group in groups if split_of(group, SPLIT_SEED) == side]
        )
    return found.order_by("file", "line", "pk")


def read_record(record: ImportedRecord) -> ReadRecord:
    """A record with what was done to it, by kind."""
    return ReadRecord(
        record,
        tags_of(record),
        split_of(record.group, SPLIT_SEED),
        _by_kind(record.mends),
        _by_kind(record.unmended),
    )


def tags_of(record: ImportedRecord) -> list[ReadTag]:
    """The labels of a record, with the Chinese ones they were published under."""
    places = {mend["place"] for mend in record.mends if mend["kind"] == MendKind.CHINESE_TAG}
    return [
        ReadTag(
            label["tag"],
            label["round"],
            (chinese_tag(label["tag"]) or "") if _place_of(label) in places else "",
            label["tag"] == WRONG_REACTION,
        )
        for label in record.labels
    ]


def _place_of(label: Mapping[str, Any]) -> str:
    return "tag" if label["round"] is None else f"tag_{label['round']}"


def _by_kind(changes: list[dict[str, Any]]) -> list[KindOfChange]:
    found: dict[str, list[Change]] = {}
    for change in changes:
        became = change.get("became", "")
        found.setdefault(change["kind"], []).append(
            Change(change["place"], _text(change["was"]), became)
        )
    return [KindOfChange(_KINDS[name], found[name]) for name in found]


def _pairs(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, _text(value)) for name, value in values.items()]


def _text(value: Any) -> str:
    """A value as it is read: a text as it is, anything else as JSON."""
    return value if isinstance(value, str) else readable_json(value)
