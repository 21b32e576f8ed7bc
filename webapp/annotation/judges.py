"""Judges: models that grade, what they were asked to read, and what they answered."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Judge(models.Model):
    """A model, asked in one way, by one rubric.

    Args:
        name: What people call it.
        model: Name of the model.
        address: Where it is asked.
        sampling: How: temperature, seed and the like.
        rubric: Name of the rubric.
        rubric_digest: Hash of its file.
        prompt_hash: Hash of all prompt files.
        identity: Hash of all these but the name and the address; one changed word is another judge.
    """

    name = models.CharField(max_length=100)
    model = models.CharField(max_length=200)
    address = models.CharField(max_length=500)
    sampling = models.JSONField(default=dict)
    rubric = models.CharField(max_length=40)
    rubric_digest = models.CharField(max_length=16)
    prompt_hash = models.CharField(max_length=16)
    identity = models.CharField(max_length=32, unique=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.name} ({self.identity})"


class JudgeRunStatus(models.TextChoices):
    """What somebody wants of a judge's run."""

    RUNNING = "running", "Running"
    PAUSED = "paused", "Paused"
    CANCELLED = "cancelled", "Cancelled"


class JudgeRun(models.Model):
    """Samples of a campaign that a judge is to read; what is read already is not asked for again.

    Args:
        probe: Which probe it is: "" for grading; "again", "longer" or "order" otherwise.
        status: What its owner wants of it.
        concurrency: How many of its calls may go on at once.
        by_command: Whether a command works on it in a process of its own, and no worker does.
        why: Why it is paused, if not because somebody wanted it.
    """

    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="runs")
    campaign = models.ForeignKey(
        "annotation.Campaign", on_delete=models.CASCADE, related_name="judge_runs"
    )
    probe = models.CharField(max_length=10, blank=True)
    status = models.CharField(
        max_length=10, choices=JudgeRunStatus, default=JudgeRunStatus.RUNNING, db_index=True
    )
    concurrency = models.PositiveSmallIntegerField(default=4)
    by_command = models.BooleanField(default=False)
    why = models.CharField(max_length=300, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="judge_runs"
    )
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"judge run {self.pk}"


class ReadingState(models.TextChoices):
    """What came of one call of a judge."""

    WAITING = "waiting", "Waiting"
    SCORED = "scored", "Scored"
    PARTLY = "partly", "Partly scored"
    UNSCORED = "unscored", "Unscored"
    FAILED = "failed", "Not answered"


class Reading(models.Model):
    """One call of a judge: the items of one dimension of one sample.

    Args:
        dimension: Which.
        content: Hash of what was asked, by which an answer is found again.
        state: Scored; partly, where some items could not be read; unscored, where none could; not
            answered, where the model was not reached, which is our failure.
        raw: The answer, as it came.
        repaired: The second one, if the first could not be used.
        grades: By item: {"value", "reason"}; what could not be read is not in it.
        problems: What was wrong with the last answer.
        usage: Tokens: prompt, cached, output, reasoning; and of how many answers they were untold.
            Empty until the first answer is here, which is kept while a second one is asked for.
        error: What kept the model from answering: never the judge's fault.
        lease_owner: Which process has it in hand; empty if none has.
        lease_until: Until when, unless it says so again.
    """

    run = models.ForeignKey(JudgeRun, on_delete=models.CASCADE, related_name="readings")
    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="readings")
    sample = models.ForeignKey(
        "annotation.Sample", on_delete=models.CASCADE, related_name="readings"
    )
    dimension = models.CharField(max_length=20)
    probe = models.CharField(max_length=10, blank=True)
    content = models.CharField(max_length=32, db_index=True)
    state = models.CharField(max_length=10, choices=ReadingState, default=ReadingState.WAITING)
    raw = models.TextField(blank=True)
    repaired = models.TextField(blank=True)
    grades = models.JSONField(default=dict)
    problems = models.JSONField(default=list)
    usage = models.JSONField(default=dict)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    lease_owner = models.CharField(max_length=120, blank=True)
    lease_until = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "sample", "dimension", "probe"), name="read_once"
            ),
        )
        indexes = (
            models.Index(fields=("run", "state")),
            models.Index(fields=("state", "read_at")),
        )

    def __str__(self) -> str:
        return f"{self.dimension} of sample {self.sample_id} by {self.judge}"


class Look(models.Model):
    """Somebody looked at how a judge does on the locked half.

    Args:
        state: Hash of what the half held then: as long as it holds the same, there is nothing more
            for this person to see. Empty: it was not noted.
    """

    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="looks")
    campaign = models.ForeignKey(
        "annotation.Campaign", on_delete=models.CASCADE, related_name="looks"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="looks")
    at = models.DateTimeField()
    state = models.CharField(max_length=32, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "campaign", "by", "state"),
                condition=~models.Q(state=""),
                name="looked_once_at_the_same",
            ),
        )

    def __str__(self) -> str:
        return f"look {self.pk}"
