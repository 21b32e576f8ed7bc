"""Attempts: who acted under what conditions, the log of what happened, evidence and scores."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from webapp.benchmark.models import Instance


class ContestantKind(models.TextChoices):
    """What acts."""

    PERSON = "person", "Person"
    AGENT = "agent", "Agent"


class Contestant(models.Model):
    """A person or an agent system; its details are hashed, so that two systems never mix."""

    kind = models.CharField(max_length=8, choices=ContestantKind)
    name = models.CharField(max_length=100)
    details = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="contestants"
    )

    def __str__(self) -> str:
        return self.name


class ConditionsRecord(models.Model):
    """Conditions under which attempts are made, kept once."""

    digest = models.CharField(max_length=64, unique=True)
    body = models.JSONField()

    def __str__(self) -> str:
        return self.digest


class Status(models.TextChoices):
    """How far an attempt is."""

    OPEN = "open", "Open"
    FINISHED = "finished", "Finished"
    ERRORED = "errored", "Errored"
    LAPSED = "lapsed", "Never started"


class EndedBy(models.TextChoices):
    """What ended an attempt."""

    SUBJECT = "subject", "The subject"
    BUDGET = "budget", "The call budget"
    TIME = "time", "The time limit"
    SILENCE = "silence", "Silence"
    CAP = "cap", "A cap of its run"
    CONTEXT = "context", "The length of its conversation"
    RESPONSE = "response", "The response of its plan"
    ROUNDS = "rounds", "The last round"
    ERROR = "error", "An error of ours"


class Attempt(models.Model):
    """One contestant at one instance under given conditions."""

    instance = models.ForeignKey(Instance, on_delete=models.PROTECT, related_name="attempts")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="attempts")
    conditions = models.ForeignKey(
        ConditionsRecord, on_delete=models.PROTECT, related_name="attempts"
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="attempts"
    )
    repeat = models.PositiveIntegerField()
    world_version = models.CharField(max_length=32)
    offered = models.JSONField(null=True)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    opened_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=8, choices=EndedBy, blank=True)
    claim = models.CharField(max_length=16, blank=True)
    answer = models.TextField(blank=True)
    error = models.TextField(blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("contestant", "instance", "conditions", "repeat"), name="one_repeat"
            ),
            models.CheckConstraint(
                condition=~models.Q(status=Status.FINISHED, ended_by=""), name="ended_by_something"
            ),
        )
        indexes = (models.Index(fields=("status", "opened_at")),)
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"attempt {self.pk}"


class AttemptToken(models.Model):
    """A secret in an attempt's addresses; a newer one revokes the older ones."""

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)
    serial = models.PositiveIntegerField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("serial",)

    def __str__(self) -> str:
        return f"token {self.serial} of attempt {self.attempt_id}"


class EventKind(models.TextChoices):
    """What happened."""

    START = "start", "Started"
    CALL = "call", "Call"
    RETRIEVE = "retrieve", "Tools looked for"
    PAUSE = "pause", "Paused"
    RESUME = "resume", "Resumed"
    TAKEOVER = "takeover", "Taken over"
    TOKEN = "token", "New address"
    FINISH = "finish", "Finished"
    EXPIRE = "expire", "Expired"
    LAPSE = "lapse", "Lapsed"
    ERROR = "error", "Errored"


class Event(models.Model):
    """One entry of an attempt's log. The log is the record; live state is folded from it.

    `arguments` and `answer` are JSON texts as they were sent, so that nothing about them can
    change in the database.
    """

    attempt = models.ForeignKey(
        Attempt, on_delete=models.CASCADE, related_name="events", db_index=False
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=EventKind)
    at = models.DateTimeField()
    channel = models.CharField(max_length=12, blank=True)
    key = models.CharField(max_length=200, blank=True)
    tool = models.TextField(blank=True)
    arguments = models.TextField(blank=True)
    status = models.CharField(max_length=16, blank=True)
    answer = models.TextField(blank=True)
    state_hash = models.CharField(max_length=64, blank=True)
    unlisted = models.BooleanField(default=False)
    seconds = models.FloatField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("attempt", "number"), name="one_number"),)
        ordering = ("attempt_id", "number")

    def __str__(self) -> str:
        return f"{self.kind} {self.number} of attempt {self.attempt_id}"


class InnerCall(models.Model):
    """A call that a submitted plan made: no call of the subject's, and in no count of those.

    `arguments` and `output` are JSON texts, like those of events.
    """

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="inner_calls")
    event_number = models.PositiveIntegerField()
    """Number of the event with which the plan was submitted."""
    round = models.PositiveIntegerField()
    node = models.TextField()
    tool = models.TextField()
    arguments = models.TextField()
    status = models.CharField(max_length=16)
    output = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("attempt", "node"), name="a_node_runs_once"),
        )
        ordering = ("attempt_id", "id")

    def __str__(self) -> str:
        return f"node {self.node} of attempt {self.attempt_id}"


class Declaration(models.Model):
    """What the paths of states mean, as it was when they were made; kept once."""

    digest = models.CharField(max_length=64, unique=True)
    body = models.TextField()

    def __str__(self) -> str:
        return self.digest


class EvidenceRecord(models.Model):
    """Old, truth and new as they were graded: what a regrade reads."""

    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="evidence")
    declaration = models.ForeignKey(Declaration, on_delete=models.PROTECT)
    body = models.TextField()

    def __str__(self) -> str:
        return f"evidence of attempt {self.attempt_id}"


class ScoreRecord(models.Model):
    """What an evaluator said of an attempt; a regrade adds another and removes none.

    What is counted in leaves of a state is null where an evaluator counts nothing of the kind.
    """

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="scores")
    evaluator = models.CharField(max_length=40)
    version = models.CharField(max_length=20)
    correct = models.BooleanField()
    total = models.PositiveIntegerField(null=True)
    correct_changes = models.PositiveIntegerField(null=True)
    misbehaving = models.PositiveIntegerField(null=True)
    completion_rate = models.FloatField(null=True)
    misbehaving_rate = models.FloatField(null=True)
    body = models.TextField()
    scored_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("attempt", "evaluator", "version"), name="one_score_a_version"
            ),
        )
        ordering = ("attempt_id", "-id")

    def __str__(self) -> str:
        return f"score of attempt {self.attempt_id} by {self.evaluator} {self.version}"
