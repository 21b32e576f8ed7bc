"""The published benchmark's own judge, reproduced to the number, its quirks included.

ComplexMCP (arXiv 2605.10787), as described in docs/scoring.md: three trees are walked together,
lists by index, generated ids left out, texts under `content` compared loosely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rapidfuzz.distance import Levenshtein

from evaluators.state_diff._compare import Change, ChangeKind
from evaluators.state_diff._score import Score
from evaluators.state_diff._sentences import plain_sentence

EVALUATOR = "state_diff.reference"
VERSION = "1"
_EXCLUDED = frozenset(
    [
        "timestamp",
        "mid",
        "moid",
        "cid",
        "gid",
        "sid",
        "tid",
        "caid",
        "aid",
        "bid",
        "brid",
        "nid",
        "ridoid",  # the published list lacks a comma here, so rid and oid are compared
    ]
)
_LOOSE_KEY = "content"
_CONTAINED_FROM = 10
_SIMILAR = 0.7
_CAP = 3.0


class ReferenceScore(Score):
    """A score with the published rates: capped, and defined where nothing had to change."""

    @property
    def completion_rate(self) -> float:
        """Recall / total; with total 0 it is 1."""
        return self.correct_changes / self.total if self.total else 1.0

    @property
    def misbehaving_rate(self) -> float:
        """Misbehaviour / total, or misbehaviour itself with total 0; at most 3."""
        return min(self.misbehaving / self.total if self.total else float(self.misbehaving), _CAP)


def reference_score(old: Any, truth: Any, new: Any) -> ReferenceScore:
    """Score a state as the published judge does.

    Args:
        old: The state before, JSON.
        truth: The published ground truth, JSON.
        new: The state to score, JSON.
    """
    changes = tuple(_walk(old, truth, new, "", ""))
    met, missing, forbidden = (
        sum(change.kind is kind for change in changes) for kind in ChangeKind
    )
    correct = missing == 0 and forbidden == 0
    return ReferenceScore(
        met + missing, met, forbidden, correct, changes, evaluator=EVALUATOR, version=VERSION
    )


def _walk(old: Any, truth: Any, new: Any, key: str, path: str) -> Iterator[Change]:
    if not isinstance(truth, dict | list):
        yield from _leaf(old, truth, new, key, path.lstrip("/"))
        return
    sides = [side for side in (old, truth, new) if isinstance(side, type(truth))]
    steps: Iterable[Any] = (
        range(max(map(len, sides)))
        if isinstance(truth, list)
        else dict.fromkeys(name for side in sides for name in side)
    )
    for step in steps:
        name = key if isinstance(truth, list) else step
        was, wanted, found = _at(old, step), _at(truth, step), _at(new, step)
        # Equal subtrees hold no difference: they are compared at once instead of leaf by leaf.
        if name not in _EXCLUDED and not (was == wanted and wanted == found):
            yield from _walk(was, wanted, found, name, f"{path}/{step}")


def _at(side: Any, step: Any) -> Any:
    if isinstance(step, int):
        return side[step] if isinstance(side, list) and step < len(side) else None
    return side.get(step) if isinstance(side, dict) else None


def _leaf(old: Any, truth: Any, new: Any, key: str, path: str) -> Iterator[Change]:
    if _equal(old, truth, key):
        if _equal(old, new, key):
            return
        kind = ChangeKind.FORBIDDEN
    else:
        kind = ChangeKind.MET if _equal(new, truth, key) else ChangeKind.MISSING
    words = plain_sentence(kind.value, path, old, truth, new)
    yield Change(path, kind, old, truth, new, words)


def _equal(left: Any, right: Any, key: str) -> bool:
    if left == right:
        return True
    if key != _LOOSE_KEY or not isinstance(left, str) or not isinstance(right, str):
        return False
    left, right = left.lower().strip(), right.lower().strip()
    if left == right or (len(left) >= _CONTAINED_FROM and right in left):
        return True
    return 1 - Levenshtein.distance(left, right) / max(len(left), len(right)) > _SIMILAR
