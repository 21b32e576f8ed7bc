"""What is graded, by whom, and what came of it.

A campaign holds samples of one kind that are graded by one rubric. A sample keeps what graders see,
so that people and judges see the same, today and later. A sheet is one person's work at one sample;
a judge has readings instead. What nobody gave has no row, or says that it was skipped: it is never
0.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models

from webapp.attempts.models import Attempt, Contestant


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
        indexes = (models.Index(fields=("grader", "state")),)

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


class JudgeRun(models.Model):
    """Samples of a campaign that a judge is to read; what is read already is not asked for again.

    Args:
        probe: Which probe it is: "" for grading; "again", "longer" or "order" otherwise.
        status: "running", "paused", "cancelled" or "done".
        why: Why it is paused, if not because somebody wanted it.
    """

    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="runs")
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="judge_runs")
    probe = models.CharField(max_length=10, blank=True)
    status = models.CharField(max_length=10, default="running", db_index=True)
    why = models.CharField(max_length=300, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="judge_runs"
    )
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

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
        usage: Tokens: prompt, cached, output, reasoning.
    """

    run = models.ForeignKey(JudgeRun, on_delete=models.CASCADE, related_name="readings")
    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="readings")
    sample = models.ForeignKey(Sample, on_delete=models.CASCADE, related_name="readings")
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
    read_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("judge", "sample", "dimension", "probe"), name="read_once"
            ),
        )
        indexes = (models.Index(fields=("run", "state")),)

    def __str__(self) -> str:
        return f"{self.dimension} of sample {self.sample_id} by {self.judge}"


class Look(models.Model):
    """Somebody looked at how a judge does on the locked half."""

    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="looks")
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="looks")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="looks")
    at = models.DateTimeField()

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"look {self.pk}"
