"""What a subject did on the way: calls, rounds, tokens, recall, failure patterns."""

from evaluators.trajectory._analysis import VERSION as TRAJECTORY_VERSION
from evaluators.trajectory._analysis import Analysis, ErroredAttempt, Recall, analyse
from evaluators.trajectory._facts import Place, Sweep, TaskFacts
from evaluators.trajectory._pattern import PATTERNS, Pattern
from evaluators.trajectory._tokens import BilledTokens, UniqueTokens
from evaluators.trajectory._trajectory import (
    Ending,
    ModelReply,
    Retrieval,
    TokenUsage,
    TracedCall,
    Trajectory,
)

__all__ = [
    "PATTERNS",
    "TRAJECTORY_VERSION",
    "Analysis",
    "BilledTokens",
    "Ending",
    "ErroredAttempt",
    "ModelReply",
    "Pattern",
    "Place",
    "Recall",
    "Retrieval",
    "Sweep",
    "TaskFacts",
    "TokenUsage",
    "TracedCall",
    "Trajectory",
    "UniqueTokens",
    "analyse",
]
