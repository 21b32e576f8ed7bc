"""What is graded, by whom, and what came of it.

A campaign holds samples of one kind that are graded by one rubric. A sample keeps what graders see,
so that people and judges see the same, today and later. A sheet is one person's work at one sample;
a judge has readings instead. What nobody gave has no row, or says that it was skipped: it is never
0.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models

from webapp.annotation.judges import (
    Judge,
    JudgeRun,
    JudgeRunStatus,
    Look,
    Reading,
    ReadingState,
)
from webapp.annotation.round_models import LoweredMark, TrainingPass
from webapp.annotation.training_models import TrainingChoice
from webapp.attempts.models import Attempt, Contestant

__all__ = [
    "Adjudication",
    "Campaign",
    "Cause",
    "Grade",
    "Judge",
    "JudgeRun",
    "JudgeRunStatus",
    "Look",
    "LoweredMark",
    "Reading",
    "ReadingState",
    "Role",
    "Sample",
    "Sheet",
    "SheetState",
    "TrainingChoice",
    "TrainingPass",
]


class Campaign(models.Model):
    """Samples that are to be graded by one rubric.

    Args:
        rubric: Name of the rubric.
        rubric_digest: Hash of its file, as it was when the campaign was opened.
        kind: Which kind of sample: a name in `webapp.annotation.kinds`.
        graders: How many people grade each sample.
        minutes: How long a sample is reserved for who has it before them.
        pass_mark: Share of grades that must equal the reference in the training round, 0 to 1.
        closed_at: Since when nothing is given out any more.
    """

    name = models.CharField(max_length=100, unique=True)
    rubric = models.CharField(max_length=40)
    rubric_digest = models.CharField(max_length=16)
    kind = models.CharField(max_length=20)
    graders = models.PositiveSmallIntegerField(default=2)
    minutes = models.PositiveSmallIntegerField(default=30)
    pass_mark = models.FloatField(default=0.7)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="campaigns"
    )

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a sample is in its campaign for."""

    ORDINARY = "ordinary", "Ordinary"
    TRAINING = "training", "Training"
    GOLD = "gold", "Gold"


class Sample(models.Model):
    """What is graded once: a response, or a whole attempt.

    Args:
        attempt: Where it comes from.
        event_number: The event of the response; 0 for a whole attempt.
        body: What graders see of it, as `evaluators.judge.Sample` takes it.
        digest: Hash of the body.
        cluster: What is shared by samples of one query: intervals and halves go by it.
        level: Of the instance.
        types: Types of error in it; never shown to graders.
        role: Ordinary; or with known grades: for training, or among the others to see whether
            somebody still looks.
        reference: Of training and gold: by item, {"value", "why"}.
        place: Decides the order in which samples are given out.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="samples")
    attempt = models.ForeignKey(Attempt, on_delete=models.PROTECT, related_name="samples")
    event_number = models.PositiveIntegerField(default=0)
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="samples")
    body = models.JSONField()
    digest = models.CharField(max_length=32, db_index=True)
    cluster = models.CharField(max_length=120)
    level = models.PositiveSmallIntegerField()
    types = models.JSONField(default=list)
    role = models.CharField(max_length=10, choices=Role, default=Role.ORDINARY)
    reference = models.JSONField(default=dict)
    place = models.BigIntegerField()

    class Meta:
        ordering = ("campaign", "place", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("campaign", "attempt", "event_number"), name="sampled_once"
            ),
        )
        indexes = (models.Index(fields=("campaign", "role", "place")),)

    def __str__(self) -> str:
        return f"sample {self.pk}"


class SheetState(models.TextChoices):
    """How far somebody is with a sample."""

    RESERVED = "reserved", "Reserved"
    SAVED = "saved", "Saved"
    SKIPPED = "skipped", "Skipped"
    EXPIRED = "expired", "Expired"


class Sheet(models.Model):
    """One person's work at one sample. It is kept when the reservation expires.

    Args:
        expires_at: When the sample is given out to somebody else, unless something is entered.
        saved_at: When it was handed in, whole.
        revision: How often it was changed: two tabs never overwrite each other unseen.
        why: Of a sheet that was skipped as a whole: why.
        imported: Whether a file handed it in: how long it took is not known then.
    """

    sample = models.ForeignKey(Sample, on_delete=models.PROTECT, related_name="sheets")
    grader = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="sheets"
    )
    state = models.CharField(max_length=10, choices=SheetState, default=SheetState.RESERVED)
    reserved_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    saved_at = models.DateTimeField(null=True)
    revision = models.PositiveIntegerField(default=0)
    why = models.CharField(max_length=300, blank=True)
    imported = models.BooleanField(default=False)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("sample", "grader"), name="one_sheet_a_grader"),
            models.CheckConstraint(
                condition=models.Q(state=SheetState.SAVED, saved_at__isnull=False)
                | (~models.Q(state=SheetState.SAVED) & models.Q(saved_at__isnull=True)),
                name="saved_at_some_time",
            ),
        )
        indexes = (
            models.Index(fields=("grader", "state")),
            models.Index(fields=("state", "saved_at")),
        )

    def __str__(self) -> str:
        return f"sheet {self.pk}"


class Grade(models.Model):
    """What somebody gave an item.

    Args:
        value: A level; null where it is a choice, or skipped.
        choice: A choice; empty where it is a level, or skipped.
        skipped: Why it can't be judged; empty if it was.
        note: What the grader noted.
        evidence: What it rests on: [{"kind": "node" | "observation" | "thought", "ref", "text"}].
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="grades")
    item = models.CharField(max_length=20)
    value = models.FloatField(null=True)
    choice = models.CharField(max_length=60, blank=True)
    skipped = models.CharField(max_length=300, blank=True)
    note = models.TextField(blank=True)
    evidence = models.JSONField(default=list)

    class Meta:
        ordering = ("sheet", "id")
        constraints = (models.UniqueConstraint(fields=("sheet", "item"), name="one_grade_an_item"),)

    def __str__(self) -> str:
        return f"{self.item} of sheet {self.sheet_id}"


class Cause(models.TextChoices):
    """Why graders differed."""

    GUIDELINE_GAP = "guideline_gap", "Guideline gap"
    SLIP = "slip", "Slip"
    AMBIGUITY = "ambiguity", "True ambiguity"


class Adjudication(models.Model):
    """What an item counts for where graders differed, and why they did."""

    sample = models.ForeignKey(Sample, on_delete=models.PROTECT, related_name="adjudications")
    item = models.CharField(max_length=20)
    value = models.FloatField(null=True)
    choice = models.CharField(max_length=60, blank=True)
    cause = models.CharField(max_length=20, choices=Cause)
    note = models.TextField(blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="adjudications"
    )
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("sample", "item"), name="adjudicated_once"),)

    def __str__(self) -> str:
        return f"{self.item} of sample {self.sample_id}"
