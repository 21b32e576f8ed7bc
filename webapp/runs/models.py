"""Sets of runs: which contestants attempt which instances how often, and how far that is.

A set's plan is its runs, written down when it is made. Nothing else has to be remembered: whoever
works on it takes what is waiting, and what a lost process held is taken up again.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models

from webapp.attempts.models import Attempt, Contestant
from webapp.benchmark.models import Instance, Suite


class RunSetStatus(models.TextChoices):
    """What its owner wants of a set."""

    RUNNING = "running", "Running"
    PAUSED = "paused", "Paused"
    CANCELLED = "cancelled", "Cancelled"


class RunSet(models.Model):
    """Contestants x instances x repeats.

    Args:
        concurrency: How many of its runs may go on at once.
        by_command: Whether a command works on it in a process of its own, and no worker does.
        caps: Calls, tokens, money and seconds that all runs together may use up; what is left out
            has no cap.
        why: Why it is paused, if not because somebody wanted it.
    """

    name = models.CharField(max_length=100)
    suite = models.ForeignKey(Suite, on_delete=models.PROTECT, related_name="run_sets")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="run_sets"
    )
    made_at = models.DateTimeField()
    status = models.CharField(
        max_length=10, choices=RunSetStatus, default=RunSetStatus.RUNNING, db_index=True
    )
    concurrency = models.PositiveSmallIntegerField(default=8)
    by_command = models.BooleanField(default=False)
    caps = models.JSONField(default=dict)
    why = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"run set {self.pk}"


class Entrant(models.Model):
    """A contestant in a set, and how it is run there; none of this tells contestants apart.

    Args:
        conditions: What of the conditions is not left at its default, as `conditions_for` takes it.
        address: Where its model is asked; empty for built-in agents.
        asking: How it is asked: seconds until a request is given up, and how often it is tried.
        caps: Calls, tokens, money and seconds that one attempt may use up.
        prices: Version of the price table by which money is counted.
    """

    run_set = models.ForeignKey(RunSet, on_delete=models.CASCADE, related_name="entrants")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="entrants")
    conditions = models.JSONField(default=dict)
    address = models.CharField(max_length=500, blank=True)
    asking = models.JSONField(default=dict)
    caps = models.JSONField(default=dict)
    prices = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return str(self.contestant)

    @property
    def model(self) -> str:
        """Name of the model that it asks; empty if it is built in."""
        return str(self.contestant.details["model"]["model"]) if self.address else ""


class RunState(models.TextChoices):
    """How far a run is."""

    WAITING = "waiting", "Waiting"
    QUEUED = "queued", "Queued"
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    FAILED = "failed", "Failed"
    CANCELLED = "cancelled", "Cancelled"


class Run(models.Model):
    """One attempt that is to be made.

    Args:
        repeat: Which of the repeats, from 1.
        lease_owner: Which process has it in hand; empty if none has.
        lease_until: Until when, unless it says so again.
        tries: How often it was begun or gone on with since it last got further.
        not_before: When it may be tried again.
        ending: How the agent ended.
        error_class: What kept it from going on: never the subject's fault.
    """

    run_set = models.ForeignKey(RunSet, on_delete=models.CASCADE, related_name="runs")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="runs")
    instance = models.ForeignKey(Instance, on_delete=models.PROTECT, related_name="runs")
    repeat = models.PositiveIntegerField()
    attempt = models.OneToOneField(Attempt, null=True, on_delete=models.PROTECT, related_name="run")
    state = models.CharField(max_length=10, choices=RunState, default=RunState.WAITING)
    lease_owner = models.CharField(max_length=120, blank=True)
    lease_until = models.DateTimeField(null=True)
    tries = models.PositiveIntegerField(default=0)
    not_before = models.DateTimeField(null=True)
    ending = models.CharField(max_length=12, blank=True)
    error_class = models.CharField(max_length=20, blank=True)
    error = models.TextField(blank=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("entrant", "instance", "repeat"), name="one_run_a_repeat"
            ),
        )
        indexes = (models.Index(fields=("run_set", "state")),)
        ordering = ("id",)

    def __str__(self) -> str:
        return f"run {self.pk}"


class ReplyRecord(models.Model):
    """A reply of a model: kept before anything is done about it, so that none is asked for twice.

    Args:
        body: The reply, JSON.
        kind: What it was: calls, finish, no_call, empty or malformed.
        prompt: Tokens of the prompt, cached ones included; None where the provider did not tell.
        cost: What it cost, in 10^-12 of a US dollar, so that sums are exact in any database; None
            where the model has no price.
    """

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="replies")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=12)
    body = models.TextField()
    prompt = models.PositiveIntegerField(null=True)
    cached = models.PositiveIntegerField(null=True)
    output = models.PositiveIntegerField(null=True)
    reasoning = models.PositiveIntegerField(null=True)
    cost = models.BigIntegerField(null=True)
    seconds = models.FloatField()
    retries = models.JSONField(default=list)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("attempt", "number"), name="one_reply_a_number"),
        )
        ordering = ("attempt_id", "number")

    def __str__(self) -> str:
        return f"reply {self.number} of attempt {self.attempt_id}"


class AnalysisRecord(models.Model):
    """What an attempt's trajectory shows, by an analysis of a version."""

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="analyses")
    version = models.CharField(max_length=20)
    body = models.JSONField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("attempt", "version"), name="one_analysis_a_version"),
        )
        ordering = ("attempt_id", "version")

    def __str__(self) -> str:
        return f"analysis of attempt {self.attempt_id}"
