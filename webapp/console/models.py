"""What a person's desk holds besides the attempt's log."""

from __future__ import annotations

from django.db import models

from webapp.attempts.models import Attempt


class ToolQuery(models.Model):
    """A search for tools. It is no call; a palette is a retriever, whose queries are kept."""

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="tool_queries")
    text = models.CharField(max_length=200)
    found = models.PositiveIntegerField()
    opened = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return self.text


class Notes(models.Model):
    """What somebody has written down while working, for nobody else."""

    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"notes of attempt {self.attempt_id}"
