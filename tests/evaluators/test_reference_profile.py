"""The published benchmark's own judge, on hand-worked and on published cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evaluators import ReferenceScore, reference_score
from tests.shared_data import ABSENT, COMPLEXMCP, published_cases

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "reference_cases.json").read_text(encoding="utf-8")
)


def counts(found: ReferenceScore) -> tuple[int, int, int, bool]:
    """Total, recall, misbehave, correct."""
    return found.total, found.correct_changes, found.misbehaving, found.correct


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_hand_worked(case: dict[str, Any]) -> None:
    found = reference_score(case["old"], case["truth"], case["new"])
    wanted = (case["total"], case["recall"], case["misbehave"], case["correct"])
    assert counts(found) == wanted, case["working"]
    rates = (found.completion_rate, found.misbehaving_rate)
    assert rates == (case["completion_rate"], case["misbehaving_rate"]), case["working"]


@pytest.mark.skipif(not COMPLEXMCP.is_dir(), reason=ABSENT)
def test_every_published_case_has_its_published_figures() -> None:
    cases = list(published_cases())
    assert cases
    wanted = {c.name: (c.total, c.recall, c.misbehave, c.correct) for c in cases}
    found = {c.name: counts(reference_score(c.old, c.truth, c.new)) for c in cases}
    assert found == wanted


def test_a_reference_score_names_its_evaluator() -> None:
    found = reference_score({"a": 1}, {"a": 2}, {"a": 2})
    assert (found.evaluator, found.version) == ("state_diff.reference", "1")


def test_changes_add_up_to_the_figures() -> None:
    for case in CASES:
        found = reference_score(case["old"], case["truth"], case["new"])
        kinds = [change.kind.value for change in found.changes]
        assert (
            kinds.count("met") + kinds.count("missing"),
            kinds.count("met"),
            kinds.count("forbidden"),
        ) == (case["total"], case["recall"], case["misbehave"])
