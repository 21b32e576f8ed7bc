"""Scores and evidence: none while the attempt is open; a regrade adds and removes nothing."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from evaluators import evidence_from_json, spec_from_json
from tests.webapp.api.personas import Persona, content, refusal
from webapp import clock
from webapp.attempts.hot import known_instance
from webapp.attempts.models import Attempt, ScoreRecord


@pytest.fixture
def solved(owner: Persona, attempt: Attempt) -> Attempt:
    """The owner's attempt, solved over HTTP."""
    instance = known_instance(attempt.instance)
    assert instance is not None
    path = f"attempts/{attempt.pk}"
    for step in instance.gold.trace:
        body = {"tool": step.tool, "arguments": step.arguments}
        assert content(owner.post(f"{path}/calls", body))["status"] == step.outcome.status
    content(owner.post(f"{path}/finish", {"outcome": "done"}))
    return attempt


def test_there_are_none_while_the_attempt_is_open(
    owner: Persona, researcher: Persona, attempt: Attempt
) -> None:
    path = f"attempts/{attempt.pk}"
    owner.post(f"{path}/calls", {"tool": "get_my_uid"})
    nothing: dict[str, object] = {"count": 0, "next": None, "previous": None, "results": []}
    assert content(owner.get(f"{path}/scores")) == nothing
    assert content(researcher.get(f"{path}/scores")) == nothing
    message = "The attempt has left no evidence: it has not ended, or errored."
    assert refusal(researcher.get(f"{path}/evidence"), 404) == ("not_found", message)
    assert refusal(researcher.post(f"{path}/regrade"), 404) == ("not_found", message)


def test_the_gold_over_http_is_right(owner: Persona, solved: Attempt) -> None:
    (score,) = content(owner.get(f"attempts/{solved.pk}/scores"))["results"]
    record = ScoreRecord.objects.get()
    at = record.scored_at.isoformat().replace("+00:00", "Z")
    assert score == {**json.loads(record.body), "facts": None, "scored_at": at}
    assert (score["correct"], score["total"], score["misbehaving"]) == (True, 3, 0)
    assert (score["completion_rate"], score["misbehaving_rate"]) == (1.0, 0.0)
    assert {change["kind"] for change in score["changes"]} == {"met"}


def test_a_regrade_by_the_same_evaluator_is_the_score_that_is_there(
    researcher: Persona, solved: Attempt
) -> None:
    path = f"attempts/{solved.pk}"
    (score,) = content(researcher.get(f"{path}/scores"))["results"]
    assert content(researcher.post(f"{path}/regrade")) == score
    assert ScoreRecord.objects.count() == 1


def test_a_regrade_by_another_evaluator_stands_beside_the_older(
    researcher: Persona, solved: Attempt
) -> None:
    path = f"attempts/{solved.pk}"
    record = ScoreRecord.objects.get()
    record.body = json.dumps({**json.loads(record.body), "version": "0"})
    record.version = "0"
    record.save()
    content(researcher.post(f"{path}/regrade"))
    scores = content(researcher.get(f"{path}/scores"))["results"]
    assert [score["version"] for score in scores] == ["1", "0"]


def test_two_regrades_at_once_make_one_score(
    researcher: Persona, solved: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    ScoreRecord.objects.all().delete()
    both_have_looked, now = Barrier(2, timeout=10), clock.now()

    def meet() -> datetime:
        both_have_looked.wait()
        return now

    def regrade(_: int) -> Any:
        try:
            return content(researcher.post(f"attempts/{solved.pk}/regrade"))
        finally:
            connections.close_all()

    monkeypatch.setattr(clock, "now", meet)
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(regrade, range(2))
    assert first == second
    assert ScoreRecord.objects.count() == 1


def test_the_evidence_is_all_that_a_score_needs(researcher: Persona, solved: Attempt) -> None:
    told = content(researcher.get(f"attempts/{solved.pk}/evidence"))
    declaration = told.pop("declaration")
    score = evidence_from_json(told).score(spec_from_json(declaration["body"]))
    assert score.as_json() == json.loads(ScoreRecord.objects.get().body)
