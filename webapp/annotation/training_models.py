"""What researchers keep of the candidates for training data, and what they drop."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class TrainingKind(models.TextChoices):
    """What a candidate is for."""

    SFT = "sft", "Single responses (SFT)"
    DPO = "dpo", "Pairs (DPO)"


class TrainingChoice(models.Model):
    """Somebody has kept or dropped a candidate.

    Args:
        key: By which the candidate is known: it follows from the responses alone, so that a choice
            holds whoever has scored them.
        why: Why it was dropped; empty if it was kept.
    """

    kind = models.CharField(max_length=3, choices=TrainingKind)
    key = models.CharField(max_length=40, unique=True)
    keep = models.BooleanField()
    why = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="training_choices"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(keep=True, why="") | (models.Q(keep=False) & ~models.Q(why="")),
                name="dropped_for_a_reason",
            ),
        )

    def __str__(self) -> str:
        return f"{self.key} {'kept' if self.keep else 'dropped'}"
