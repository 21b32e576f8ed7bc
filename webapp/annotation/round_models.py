"""What researchers decide about the training round of a campaign."""

from __future__ import annotations

from django.conf import settings
from django.db import models


def per_cent(share: float) -> str:
    """A share as people read it: 0.7 is "70", 0.705 is "70.5"."""
    return f"{100 * share:g}"


class TrainingPass(models.Model):
    """Somebody may grade in a campaign without having passed its training round.

    Args:
        by: Who let them in; null: a command that imports grades was told that they were trained
            elsewhere.
    """

    campaign = models.ForeignKey(
        "annotation.Campaign", on_delete=models.CASCADE, related_name="training_passes"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="training_passes"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="let_in"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("campaign", "person"), name="let_in_once"),)

    def __str__(self) -> str:
        return f"training pass {self.pk}"


class LoweredMark(models.Model):
    """The pass mark of a training round was lowered.

    Args:
        before: What it was, 0 to 1.
        after: What it is since, 0 to 1.
    """

    campaign = models.ForeignKey(
        "annotation.Campaign", on_delete=models.CASCADE, related_name="lowered_marks"
    )
    before = models.FloatField()
    after = models.FloatField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="lowered_marks"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(after__lt=models.F("before"), after__gte=0),
                name="lowered_and_not_raised",
            ),
        )

    def __str__(self) -> str:
        return f"lowered mark {self.pk}"

    @property
    def from_per_cent(self) -> str:
        """What it was, for people."""
        return per_cent(self.before)

    @property
    def to_per_cent(self) -> str:
        """What it is since, for people."""
        return per_cent(self.after)
