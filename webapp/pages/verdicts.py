"""What an evaluator said of an attempt, in words."""

from __future__ import annotations

from dataclasses import dataclass

from evaluators import CANNOT_BE_DONE, DONE
from webapp.attempts.models import ScoreRecord
from webapp.pages.words import counted

_CLAIM_WAS_WRONG = {
    DONE: "the task cannot be done, and the attempt was finished with “done”",
    CANNOT_BE_DONE: "nothing had to be done, and the attempt was finished with “cannot_be_done”",
    "": "nothing had to change and nothing did, but the subject did not finish the attempt itself",
}


_CLAIM_WAS_RIGHT = {
    DONE: "nothing was to be done, and nothing was changed",
    CANNOT_BE_DONE: "the task cannot be done, and nothing was changed",
}


@dataclass(frozen=True)
class Verdict:
    """A score in words.

    Args:
        record: The score.
        sentence: The verdict.
    """

    record: ScoreRecord
    sentence: str

    @property
    def tone(self) -> str:
        """The colour that goes with it."""
        return "ok" if self.record.correct else "bad"


def verdict_sentence(score: ScoreRecord, claim: str) -> str:
    """Whether the attempt was correct; if not, how much is missing and how much is forbidden."""
    if score.total is None or score.correct_changes is None or score.misbehaving is None:
        return "Solved." if score.correct else "Not solved."
    if score.correct:
        return "Correct." if score.total else f"Correct: {_CLAIM_WAS_RIGHT[claim]}."
    missing = score.total - score.correct_changes
    forbidden = counted(score.misbehaving, "forbidden change")
    if missing:
        what = f"{missing:,} of {counted(score.total, 'required change')} missing"
        return f"Not correct: {what}{f', {forbidden}' if score.misbehaving else ''}."
    if not score.misbehaving:
        return f"Not correct: {_CLAIM_WAS_WRONG[claim]}."
    rest = "every required change made" if score.total else "nothing had to change"
    return f"Not correct: {rest}, but {forbidden}."
