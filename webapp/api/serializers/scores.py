"""Scores and evidence, as clients see them."""

from __future__ import annotations

import json
from typing import Any

from rest_framework import serializers

from evaluators import ChangeKind, TaskKind
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
    total = serializers.IntegerField(help_text="T: leaves that had to change.")
    correct_changes = serializers.IntegerField(help_text="M: those of them that did.")
    misbehaving = serializers.IntegerField(help_text="Mb: leaves that should not have changed.")
    completion_rate = serializers.FloatField(allow_null=True, help_text="M / T; null: T is 0.")
    misbehaving_rate = serializers.FloatField(allow_null=True, help_text="Mb / T; null: T is 0.")
    end = serializers.IntegerField(help_text="Which of the right ends it was held against, from 0.")
    changes = ChangeTold(many=True)

    def to_representation(self, instance: ScoreRecord) -> dict[str, Any]:
        """As the evaluator said it, and when."""
        at = self.fields["scored_at"].to_representation(instance.scored_at)
        return {**json.loads(instance.body), "scored_at": at}


class DeclarationTold(Told):
    """What the paths of the states mean."""

    digest = serializers.CharField()
    body = JsonObject()


class EvidenceTold(Told):
    """Old, truth and new as they were graded; a regrade reads nothing else."""

    old = JsonObject(help_text="The state before, where it differs.")
    ends = serializers.ListField(child=JsonObject(), help_text="The right ends, and their rules.")
    new = JsonObject(help_text="The state that the subject left.")
    kind = serializers.ChoiceField([kind.value for kind in TaskKind])
    outcome = serializers.CharField()
    finished_by_subject = serializers.BooleanField()
    declaration = DeclarationTold()

    def to_representation(self, instance: EvidenceRecord) -> dict[str, Any]:
        """As it was stored."""
        declaration = instance.declaration
        meaning = {"digest": declaration.digest, "body": json.loads(declaration.body)}
        return {**json.loads(instance.body), "declaration": meaning}
