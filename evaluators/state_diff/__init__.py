"""State difference: what an attempt left behind, against what it should have."""

from evaluators.state_diff._compare import Change, ChangeKind, compare
from evaluators.state_diff._evidence import Evidence, evidence_from_json
from evaluators.state_diff._expectation import Expectation
from evaluators.state_diff._reference import ReferenceScore, reference_score
from evaluators.state_diff._score import CANNOT_BE_DONE, DONE, Score, TaskKind, score
from evaluators.state_diff._spec import Spec, SpecError, spec_from_json
from evaluators.state_diff._text import Contains, Exact, Slot, TextRule
from evaluators.state_diff._tree import StateError

__all__ = [
    "CANNOT_BE_DONE",
    "DONE",
    "Change",
    "ChangeKind",
    "Contains",
    "Evidence",
    "Exact",
    "Expectation",
    "ReferenceScore",
    "Score",
    "Slot",
    "Spec",
    "SpecError",
    "StateError",
    "TaskKind",
    "TextRule",
    "compare",
    "evidence_from_json",
    "reference_score",
    "score",
    "spec_from_json",
]
