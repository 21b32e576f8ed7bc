"""What an evaluator said of an attempt, in words."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from evaluators import CANNOT_BE_DONE, DONE, ChangeKind
from webapp.attempts.models import ScoreRecord
from webapp.pages.words import counted, joined, legible

_TONES = {ChangeKind.MET: "ok", ChangeKind.MISSING: "failed", ChangeKind.FORBIDDEN: "bad"}
_STEP = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "
_CLAIM_WAS_WRONG = {
    DONE: "the task cannot be done, and the attempt was finished with “done”",
    CANNOT_BE_DONE: "nothing had to be done, and the attempt was finished with “cannot_be_done”",
    "": "nothing had to change and nothing did, but the subject did not finish the attempt itself",
}


@dataclass(frozen=True)
class ChangeLine:
    """One difference.

    Args:
        kind: met, missing or forbidden.
        tone: The colour that goes with it.
        sentence: What it is about, without the app.
    """

    kind: str
    tone: str
    sentence: str


@dataclass(frozen=True)
class AppChanges:
    """The differences in one app."""

    app: str
    summary: str
    lines: list[ChangeLine]


@dataclass(frozen=True)
class Verdict:
    """A score in words, with what it rests on.

    Args:
        record: The score.
        sentence: The verdict.
        apps: The differences, by app.
    """

    record: ScoreRecord
    sentence: str
    apps: list[AppChanges]

    @property
    def tone(self) -> str:
        """The colour that goes with it."""
        return "ok" if self.record.correct else "bad"


def verdict_of(score: ScoreRecord, claim: str) -> Verdict:
    """A score in words.

    Args:
        score: The score.
        claim: With what the subject finished; empty if it did not.
    """
    apps: dict[str, list[dict[str, Any]]] = {}
    for change in json.loads(score.body)["changes"]:
        apps.setdefault(change["path"].partition("/")[0], []).append(change)
    told = [_of_app(app, found) for app, found in apps.items()]
    told.sort(key=lambda app: app.lines[0].kind == ChangeKind.MET.value)  # stable: trouble first
    return Verdict(score, verdict_sentence(score, claim), told)


def verdict_sentence(score: ScoreRecord, claim: str) -> str:
    """Whether the attempt was correct; if not, how much is missing and how much is forbidden."""
    if score.correct:
        return "Correct."
    missing = score.total - score.correct_changes
    forbidden = counted(score.misbehaving, "forbidden change")
    if missing:
        what = f"{missing:,} of {counted(score.total, 'required change')} missing"
        return f"Not correct: {what}{f', {forbidden}' if score.misbehaving else ''}."
    if not score.misbehaving:
        return f"Not correct: {_CLAIM_WAS_WRONG[claim]}."
    rest = "every required change made" if score.total else "nothing had to change"
    return f"Not correct: {rest}, but {forbidden}."


def _of_app(app: str, changes: list[dict[str, Any]]) -> AppChanges:
    kinds = Counter(change["kind"] for change in changes)
    counts = [f"{kinds[kind.value]:,} {kind.value}" for kind in ChangeKind if kinds[kind.value]]
    summary = joined(counts)
    lines = [_line(app, change) for change in changes]
    lines.sort(key=lambda line: line.kind == ChangeKind.MET.value)
    return AppChanges(app, summary, lines)


def _line(app: str, change: dict[str, Any]) -> ChangeLine:
    kind, sentence = ChangeKind(change["kind"]), change["sentence"]
    # The app stands above its changes; a sentence about the app itself begins with "app/".
    for before in (f"{app} > ", f"{app}/"):
        sentence = sentence.removeprefix(before)
    place, colon, rest = sentence.partition(": ")
    return ChangeLine(
        kind.value, _TONES[kind], legible(f"{place.replace(' > ', _STEP)}{colon}{rest}")
    )
