"""Bringing published records into the database, in batches, each record once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import transaction

from sandboxes.workflows.published import (
    Groups,
    Record,
    Refusal,
    file_hash,
    query_key,
    read_published,
)
from webapp import clock
from webapp.recovery.models import ImportedFile, ImportedRecord

OnRead = Callable[[int], None]
_BATCH = 200
_MOST_CHARACTERS = 4_000_000
MOST_REFUSALS = 1_000
"""Refused lines of a file that are told one by one; the others are counted."""


@dataclass
class Tally:
    """What became of the lines of a file, or of several.

    Args:
        read: Lines that were not blank.
        imported: Records that are new.
        known: Records that were there already.
        mended: Records of either sort of which something was changed in form.
        incomplete: Records of either sort of which something could not be put in order.
        refused: Lines that are no record.
        blank_lines: Lines that were passed over.
        mends: How often each kind of mend was made.
        unmended: How often each kind of what can't be mended was found.
        by_type: How many records have each tag, the one outside the taxonomy too.
        refusals: The refused lines, at most `MOST_REFUSALS`.
    """

    read: int = 0
    imported: int = 0
    known: int = 0
    mended: int = 0
    incomplete: int = 0
    refused: int = 0
    blank_lines: int = 0
    mends: Counter[str] = field(default_factory=Counter)
    unmended: Counter[str] = field(default_factory=Counter)
    by_type: Counter[str] = field(default_factory=Counter)
    refusals: list[Refusal] = field(default_factory=list)

    def count(self, item: Record | Refusal) -> None:
        """Count a line."""
        self.read += 1
        if isinstance(item, Refusal):
            self.refused += 1
            if len(self.refusals) < MOST_REFUSALS:
                self.refusals.append(item)
            return
        self.mended += bool(item.mends)
        self.incomplete += bool(item.unmended)
        self.mends.update(str(mend.kind) for mend in item.mends)
        self.unmended.update(str(left.kind) for left in item.unmended)
        self.by_type.update({label.tag for label in item.labels})

    def add(self, other: Tally) -> None:
        """Add what became of another file's lines; its refused lines stay with it."""
        for name in ("read", "imported", "known", "mended", "incomplete", "refused", "blank_lines"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.mends.update(other.mends)
        self.unmended.update(other.unmended)
        self.by_type.update(other.by_type)

    def as_json(self) -> dict[str, Any]:
        """The counts, without the single lines."""
        return {
            "read": self.read,
            "imported": self.imported,
            "known": self.known,
            "mended": self.mended,
            "incomplete": self.incomplete,
            "refused": self.refused,
            "blank_lines": self.blank_lines,
            "mends": dict(sorted(self.mends.items())),
            "unmended": dict(sorted(self.unmended.items())),
            "by_type": dict(sorted(self.by_type.items())),
        }


def import_file(path: Path, on_read: OnRead = lambda lines: None) -> Tally:
    """Import a file. What is there already, from whatever file, is left as it is.

    Each batch is kept when it is through, so that an import that is broken off can be repeated.

    Args:
        path: Where it is.
        on_read: Told after each batch how many lines were read.

    Raises:
        PublishedFileError: it can't be read, or is no text.
    """
    tally, groups = Tally(), _known_groups()
    reading = read_published(path, groups=groups)
    keeper = _Keeper(path)
    for batch in _batches(reading):
        for item in batch:
            tally.count(item)
        records = [item for item in batch if isinstance(item, Record)]
        new = keeper.keep(records)
        tally.imported += new
        tally.known += len(records) - new
        on_read(reading.lines)
    tally.blank_lines = reading.blank_lines
    _settle(groups)
    keeper.finish(tally)
    return tally


def _batches(items: Iterable[Record | Refusal]) -> Iterator[list[Record | Refusal]]:
    batch: list[Record | Refusal] = []
    size = 0
    for item in items:
        batch.append(item)
        size += len(item.original) if isinstance(item, Record) else 0
        if len(batch) >= _BATCH or size >= _MOST_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _Keeper:
    """Keeps the new records of one file; a file that brings none leaves no trace."""

    def __init__(self, path: Path) -> None:
        self._name = path.name[-255:]
        self._sha256 = file_hash(path)
        self._file = ImportedFile.objects.filter(sha256=self._sha256).first()

    def keep(self, records: list[Record]) -> int:
        """Keep those that are not there yet; how many those were."""
        unique = {record.key: record for record in records}
        with transaction.atomic():
            known = set(
                ImportedRecord.objects.filter(key__in=list(unique)).values_list("key", flat=True)
            )
            new = [record for key, record in unique.items() if key not in known]
            if new:
                file = self._stored()
                ImportedRecord.objects.bulk_create(
                    [_row(file, record) for record in new], ignore_conflicts=True
                )
        return len(new)

    def finish(self, tally: Tally) -> None:
        """Keep what the first whole import of the file came to."""
        if self._file is not None and not self._file.counts:
            self._file.counts = tally.as_json()
            self._file.save(update_fields=["counts"])

    def _stored(self) -> ImportedFile:
        if self._file is None:
            self._file, _ = ImportedFile.objects.get_or_create(
                sha256=self._sha256,
                defaults={"name": self._name, "imported_at": clock.now()},
            )
        return self._file


def _row(file: ImportedFile, record: Record) -> ImportedRecord:
    return ImportedRecord(
        file=file,
        line=record.line,
        key=record.key,
        level=record.level,
        kind=record.kind.value,
        labels=[label.as_json() for label in record.labels],
        group=record.group,
        query_id=record.query_id,
        query_key=query_key(record.query),
        original=record.original,
        parsed=record.as_json(),
        mends=[mend.as_json() for mend in record.mends],
        unmended=[left.as_json() for left in record.unmended],
    )


def _queries() -> Iterator[tuple[int | None, str, str]]:
    """What tells the groups of all kept records: query number, query, and the group they have."""
    found = ImportedRecord.objects.order_by("query_id", "query_key", "group")
    yield from found.values_list("query_id", "query_key", "group").distinct()


def _known_groups() -> Groups:
    groups = Groups()
    for query_id, key, group in _queries():
        groups.name(query_id, key, group)
    return groups


def _settle(groups: Groups) -> None:
    """Give the records whose groups have turned out to be one the same name."""
    names = {
        group: groups.name(query_id, key, group)
        for query_id, key, group in _queries()
        if query_id is not None or key
    }
    with transaction.atomic():
        for group, name in names.items():
            if name != group:
                ImportedRecord.objects.filter(group=group).update(group=name)
