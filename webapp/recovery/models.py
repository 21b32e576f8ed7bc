"""Recovery in the database: published records as imported, and rounds that were harvested."""

from __future__ import annotations

from django.db import models

from sandboxes.workflows.published import RecordKind
from webapp.attempts.models import Attempt


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


class HarvestedRound(models.Model):
    """A round of an attempt that holds an error: an instance of the real kind.

    `types` are those that rules have labelled and that the subject has brought about, `inherited`
    those that were there when it took over.
    """

    kind = RecordKind.REAL

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="harvested")
    event_number = models.PositiveIntegerField()
    """The event of the submission."""
    round = models.PositiveIntegerField()
    level = models.PositiveSmallIntegerField()
    types = models.JSONField(default=list)
    inherited = models.JSONField(default=list)
    findings = models.JSONField(default=list)
    plan = models.JSONField(null=True)
    """As it was submitted; null if the submission was refused."""
    observations = models.JSONField(default=list)
    refusal = models.TextField(blank=True)
    harvested_at = models.DateTimeField()

    class Meta:
        ordering = ("attempt", "round")
        constraints = (models.UniqueConstraint(fields=("attempt", "round"), name="harvested_once"),)

    def __str__(self) -> str:
        return f"attempt {self.attempt_id}, round {self.round}"

    @property
    def is_unlabelled(self) -> bool:
        """Whether it is left to annotators: no rule has labelled it, and not all is inherited."""
        return not self.types and not all(finding["inherited"] for finding in self.findings)
