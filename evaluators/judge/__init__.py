"""Judges: what a model is asked to grade by a rubric, and how its answer is read."""

from evaluators.judge._asking import Ask, JudgeCall, content_hash, grade_dimension
from evaluators.judge._probes import PROBES, probed
from evaluators.judge._prompts import (
    items_of,
    judge_identity,
    judge_messages,
    prompt_hash,
    repair_message,
)
from evaluators.judge._reply import Grade, JudgeReply, read_reply
from evaluators.judge._sample import Sample

__all__ = [
    "PROBES",
    "Ask",
    "Grade",
    "JudgeCall",
    "JudgeReply",
    "Sample",
    "content_hash",
    "grade_dimension",
    "items_of",
    "judge_identity",
    "judge_messages",
    "probed",
    "prompt_hash",
    "read_reply",
    "repair_message",
]
