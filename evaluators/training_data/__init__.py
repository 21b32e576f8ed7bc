"""Training data: which scored responses a model may learn from, and how trl reads them."""

from evaluators.training_data._records import dpo_record, sft_record
from evaluators.training_data._responses import Exclusion, KeptOut, ScoredResponse
from evaluators.training_data._selection import (
    MORE_POINTS_THAN,
    WIDER_GAP_THAN,
    WORTH_COMPARING,
    Example,
    Pair,
    Report,
    Selection,
    select_pairs,
    select_single,
)

__all__ = [
    "MORE_POINTS_THAN",
    "WIDER_GAP_THAN",
    "WORTH_COMPARING",
    "Example",
    "Exclusion",
    "KeptOut",
    "Pair",
    "Report",
    "ScoredResponse",
    "Selection",
    "dpo_record",
    "select_pairs",
    "select_single",
    "sft_record",
]
