"""What can be attempted: suites, their tasks, and the instances that have passed the gate."""

from __future__ import annotations

from django.db import models


class Split(models.TextChoices):
    """Who may know an instance."""

    PUBLIC = "public", "Public"
    PRIVATE = "private", "Private"


PUBLIC_TABLE = "public"


class Suite(models.Model):
    """One version of a suite: the tasks as this code sets them."""

    name = models.CharField(max_length=40)
    version = models.CharField(max_length=32)
    world_version = models.CharField(max_length=32)
    catalogue_hash = models.CharField(max_length=32)
    loaded_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("name", "version"), name="one_suite"),)
        ordering = ("name", "-loaded_at")

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class Task(models.Model):
    """A task template in one version of its suite."""

    suite = models.ForeignKey(Suite, on_delete=models.PROTECT, related_name="tasks")
    name = models.CharField(max_length=80)
    template_version = models.PositiveIntegerField()
    summary = models.TextField()
    level = models.PositiveSmallIntegerField()
    apps = models.JSONField(default=list)
    traps = models.JSONField(default=list)
    read_at = models.DateField(null=True)
    declined = models.JSONField(default=dict)
    """Why the template fits none of these public seeds, by seed."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=("suite", "name"), name="one_task"),)
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class PrivateDraw(models.Model):
    """A drawing of private instances; the newest of a suite is the one in use."""

    suite = models.ForeignKey(Suite, on_delete=models.PROTECT, related_name="draws")
    number = models.PositiveIntegerField()
    secret = models.CharField(max_length=64)
    drawn_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("suite", "number"), name="one_draw"),)
        ordering = ("suite", "number")

    def __str__(self) -> str:
        return f"{self.suite.name} private {self.number}"


class Instance(models.Model):
    """A task at a seed, and what the gate said of it.

    `gold` is what researchers may know of the gold: how many calls, and of which tools.
    """

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="instances")
    seed = models.PositiveBigIntegerField()
    split = models.CharField(max_length=8, choices=Split, default=Split.PUBLIC)
    instruction = models.TextField()
    call_budget = models.PositiveIntegerField()
    fingerprint = models.CharField(max_length=64)
    gate_passed = models.BooleanField()
    gate = models.JSONField(default=dict)
    gold = models.JSONField(default=dict)
    draw = models.ForeignKey(
        PrivateDraw, on_delete=models.PROTECT, related_name="instances", null=True
    )

    class Meta:
        constraints = (models.UniqueConstraint(fields=("task", "seed"), name="one_instance"),)
        ordering = ("task__name", "seed")

    def __str__(self) -> str:
        return f"{self.task.name}/{self.label}"

    @property
    def public_seed(self) -> int | None:
        """Its seed, where everybody may know it."""
        return self.seed if self.draw_id is None else None

    @property
    def label(self) -> str:
        """What tells it apart on pages: the seed, or that it is private."""
        return str(self.seed) if self.draw_id is None else f"private-{self.pk}"

    @property
    def secret(self) -> str:
        """What its world's seed is mixed with; nothing where everybody may know it."""
        return "" if self.draw is None else self.draw.secret

    @property
    def table(self) -> str:
        """Which instances it may be compared with: the public ones, or those of its drawing."""
        return PUBLIC_TABLE if self.draw is None else f"private {self.draw.number}"
