"""Published records of the recovery benchmark, as they were imported."""

from __future__ import annotations

from django.db import models

from sandboxes.workflows.published import RecordKind


class ImportedFile(models.Model):
    """A file that brought records in, told apart by what is in it."""

    name = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64, unique=True)
    imported_at = models.DateTimeField()
    counts = models.JSONField(default=dict)
    """What the import reported; empty while one is under way or was broken off."""

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return self.name


class ImportedRecord(models.Model):
    """One record: its line as published, and what was read from it.

    `group` is shared by all records of one query, which no split may separate.
    """

    file = models.ForeignKey(ImportedFile, on_delete=models.PROTECT, related_name="records")
    line = models.PositiveIntegerField()
    key = models.CharField(max_length=80, unique=True)
    level = models.PositiveSmallIntegerField()
    kind = models.CharField(
        max_length=10, choices=[(kind.value, kind.value.capitalize()) for kind in RecordKind]
    )
    labels = models.JSONField(default=list)
    group = models.CharField(max_length=80, db_index=True)
    query_id = models.BigIntegerField(null=True)
    query_key = models.CharField(max_length=20, blank=True)
    original = models.TextField()
    parsed = models.JSONField()
    mends = models.JSONField(default=list)
    unmended = models.JSONField(default=list)

    class Meta:
        ordering = ("file", "line")
        indexes = (
            models.Index(fields=("query_id", "query_key", "group"), name="imported_queries"),
        )

    def __str__(self) -> str:
        return self.key
