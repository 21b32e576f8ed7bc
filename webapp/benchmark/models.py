"""What can be attempted: suites, their tasks, and the instances that have passed the gate."""

from __future__ import annotations

from django.db import models


class Split(models.TextChoices):
    """Who may know an instance."""

    PUBLIC = "public", "Public"
    PRIVATE = "private", "Private"


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

    class Meta:
        constraints = (models.UniqueConstraint(fields=("suite", "name"), name="one_task"),)
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Instance(models.Model):
    """A task at a seed, and what the gate said of it."""

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="instances")
    seed = models.PositiveBigIntegerField()
    split = models.CharField(max_length=8, choices=Split, default=Split.PUBLIC)
    instruction = models.TextField()
    call_budget = models.PositiveIntegerField()
    fingerprint = models.CharField(max_length=64)
    gate_passed = models.BooleanField()
    gate = models.JSONField(default=dict)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("task", "seed"), name="one_instance"),)
        ordering = ("task__name", "seed")

    def __str__(self) -> str:
        return f"{self.task.name}/{self.seed}"
