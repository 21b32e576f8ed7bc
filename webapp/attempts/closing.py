"""The end of an attempt: what it left behind is kept and scored, all in one transaction."""

from __future__ import annotations

import functools
import json
import logging
import traceback
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from evaluators import Evidence, Score, evidence_from_json, spec_from_json
from evaluators.plans import PlanEvidence, PlanScore, is_plan_evidence
from sandboxes import declaration
from sandboxes.suites import AnyEnvironment
from webapp import clock
from webapp.attempts.models import (
    Attempt,
    Declaration,
    EndedBy,
    EvidenceRecord,
    ScoreRecord,
    Status,
)
from webapp.attempts.stored import stored_json
from webapp.secrets import digest_of

logger = logging.getLogger(__name__)
AnyEvidence = Evidence | PlanEvidence
AnyScore = Score | PlanScore


@dataclass(frozen=True)
class Closing:
    """What is written when an attempt ends.

    Args:
        attempt_id: Which.
        at: When.
        ended_by: By what.
        claim: What the subject said; empty if it did not.
        answer: What it answered besides.
        evidence: What it left behind; None if that could not be made out.
        score: None if it errored, which is our fault and no score.
        error: What broke.
    """

    attempt_id: int
    at: datetime
    ended_by: EndedBy
    claim: str = ""
    answer: str = ""
    evidence: AnyEvidence | None = None
    score: AnyScore | None = None
    error: str = ""

    def write(self) -> None:
        """Write it, inside a transaction."""
        Attempt.objects.filter(pk=self.attempt_id).update(
            status=Status.FINISHED if self.score is not None else Status.ERRORED,
            ended_at=self.at,
            ended_by=self.ended_by,
            claim=self.claim,
            answer=self.answer,
            error=self.error,
        )
        if self.evidence is not None:
            EvidenceRecord.objects.create(
                attempt_id=self.attempt_id,
                declaration=_declaration_record(),
                body=stored_json(self.evidence.as_json()),
            )
        if self.score is not None:
            score_record(self.attempt_id, self.score, self.at).save()


def close(attempt_id: int, environment: AnyEnvironment, ended_by: EndedBy, at: datetime) -> Closing:
    """Make out what an attempt left behind, and score it.

    A bug of ours is logged with its traceback and makes the attempt errored, never a zero.
    """
    claim = environment.claim if ended_by is EndedBy.SUBJECT else None
    evidence: AnyEvidence | None = None
    score: AnyScore | None = None
    error = ""
    try:
        evidence = environment.evidence()
        score = evidence.score(spec_from_json(declaration()))
    except Exception:
        logger.exception("attempt %s could not be scored", attempt_id)
        error = traceback.format_exc()
    return Closing(
        attempt_id, at, ended_by, claim or "", environment.answer, evidence, score, error
    )


def regrade(attempt: Attempt) -> ScoreRecord:
    """Score the stored evidence with the evaluator of today.

    Returns:
        The score of its version: the one that is there, or a new one beside the older ones.

    Raises:
        EvidenceRecord.DoesNotExist: the attempt has left no evidence.
    """
    record = EvidenceRecord.objects.select_related("declaration").get(attempt=attempt)
    evidence = stored_evidence(record)
    score = evidence.score(spec_from_json(json.loads(record.declaration.body)))
    same = ScoreRecord.objects.filter(
        attempt=attempt, evaluator=score.evaluator, version=score.version
    )
    if (found := same.first()) is not None:
        return found
    made = score_record(attempt.pk, score, clock.now())
    try:
        with transaction.atomic():
            made.save()
    except IntegrityError:  # somebody else was quicker
        return same.get()
    return made


def stored_evidence(record: EvidenceRecord) -> AnyEvidence:
    """Evidence as it was kept."""
    body = json.loads(record.body)
    return PlanEvidence(body) if is_plan_evidence(body) else evidence_from_json(body)


def score_record(attempt_id: int, score: AnyScore, at: datetime) -> ScoreRecord:
    """A score as it is kept."""
    return ScoreRecord(
        attempt_id=attempt_id,
        evaluator=score.evaluator,
        version=score.version,
        correct=score.correct,
        total=score.total,
        correct_changes=score.correct_changes,
        misbehaving=score.misbehaving,
        completion_rate=score.completion_rate,
        misbehaving_rate=score.misbehaving_rate,
        body=stored_json(score.as_json()),
        scored_at=at,
    )


def _declaration_record() -> Declaration:
    """The declaration of the states as they are made today."""
    digest, body = _own_declaration()
    record, _ = Declaration.objects.get_or_create(digest=digest, defaults={"body": body})
    return record


@functools.cache
def _own_declaration() -> tuple[str, str]:
    body = stored_json(declaration())
    return digest_of(body), body
