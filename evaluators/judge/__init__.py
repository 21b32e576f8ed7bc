"""Judges: what a model is asked to grade by a rubric, and how its answer is read."""

from evaluators.judge._asking import Ask, JudgeCall, content_hash, grade_dimension
from evaluators.judge._probes import PROBES, probed, probes_of
from evaluators.judge._prompts import (
    NoPrompts,
    items_of,
    judge_identity,
    judge_messages,
    prompt_hash,
    prompt_hashes,
    repair_message,
)
from evaluators.judge._reply import Grade, JudgeReply, read_reply
from evaluators.judge._sample import Material, Sample, WholeAttempt

__all__ = [
    "PROBES",
    "Ask",
    "Grade",
    "JudgeCall",
    "JudgeReply",
    "Material",
    "NoPrompts",
    "Sample",
    "WholeAttempt",
    "content_hash",
    "grade_dimension",
    "items_of",
    "judge_identity",
    "judge_messages",
    "probed",
    "probes_of",
    "prompt_hash",
    "prompt_hashes",
    "read_reply",
    "repair_message",
]
