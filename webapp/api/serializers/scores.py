"""Scores and evidence, as clients see them."""

from __future__ import annotations

import json
from typing import Any

from rest_framework import serializers

from evaluators import ChangeKind, TaskKind
from evaluators.plans import PLANS, is_plan_evidence
from webapp.api.fields import AnyJson, JsonObject, Told
from webapp.attempts.models import EvidenceRecord, ScoreRecord


class ChangeTold(Told):
    """One leaf that had to change, or did though it should not."""

    path = serializers.CharField()
    kind = serializers.ChoiceField([kind.value for kind in ChangeKind])
    old = AnyJson(help_text="Its value before; null: absent.")
    truth = AnyJson(help_text="Its right value; null: absent.")
    new = AnyJson(help_text="What the subject left; null: absent.")
    sentence = serializers.CharField(help_text="The same in words.")


class ScoreTold(Told):
    """What an evaluator said of an attempt."""

    evaluator = serializers.CharField()
    version = serializers.CharField()
    scored_at = serializers.DateTimeField()
    correct = serializers.BooleanField()
    total = serializers.IntegerField(
        allow_null=True, help_text="T: leaves that had to change; null at recovery."
    )
    correct_changes = serializers.IntegerField(
        allow_null=True, help_text="M: those of them that did; null at recovery."
    )
    misbehaving = serializers.IntegerField(
        allow_null=True, help_text="Mb: leaves that should not have changed; null at recovery."
    )
    completion_rate = serializers.FloatField(
        allow_null=True, help_text="M / T; null: T is 0, or null itself."
    )
    misbehaving_rate = serializers.FloatField(
        allow_null=True, help_text="Mb / T; null: T is 0, or null itself."
    )
    end = serializers.IntegerField(
        allow_null=True,
        help_text="Which of the right ends it was held against, from 0; null at recovery.",
    )
    changes = ChangeTold(many=True, help_text="None at recovery.")
    facts = JsonObject(
        allow_null=True, help_text="At recovery, the facts about the attempt; null elsewhere."
    )

    def to_representation(self, instance: ScoreRecord) -> dict[str, Any]:
        """As the evaluator said it, and when."""
        at = self.fields["scored_at"].to_representation(instance.scored_at)
        body = json.loads(instance.body)
        if instance.evaluator != PLANS:
            return {**body, "facts": None, "scored_at": at}
        named = {name: body.pop(name) for name in ("evaluator", "version")}
        counted = {"correct": instance.correct, "changes": [], "facts": body}
        return {**dict.fromkeys(self.fields), **named, **counted, "scored_at": at}


class DeclarationTold(Told):
    """What the paths of the states mean."""

    digest = serializers.CharField()
    body = JsonObject()


class EvidenceTold(Told):
    """Old, truth and new as they were graded; a regrade reads nothing else."""

    old = JsonObject(
        allow_null=True, help_text="The state before, where it differs; null at recovery."
    )
    ends = serializers.ListField(
        child=JsonObject(), help_text="The right ends, and their rules; none at recovery."
    )
    new = JsonObject(
        allow_null=True, help_text="The state that the subject left; null at recovery."
    )
    kind = serializers.ChoiceField([kind.value for kind in TaskKind], allow_null=True)
    outcome = serializers.CharField(allow_null=True)
    finished_by_subject = serializers.BooleanField(allow_null=True)
    plans = JsonObject(
        allow_null=True, help_text="At recovery, what was submitted and ran; null elsewhere."
    )
    declaration = DeclarationTold()

    def to_representation(self, instance: EvidenceRecord) -> dict[str, Any]:
        """As it was stored."""
        declaration = instance.declaration
        meaning = {"digest": declaration.digest, "body": json.loads(declaration.body)}
        body = json.loads(instance.body)
        if is_plan_evidence(body):
            told = {**dict.fromkeys(self.fields), "ends": [], "plans": body}
        else:
            told = {**body, "plans": None}
        return {**told, "declaration": meaning}
