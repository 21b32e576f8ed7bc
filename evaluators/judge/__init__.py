"""Judges: what a model is asked to grade by a rubric, and how its answer is read. Asks no model."""

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
    "Grade",
    "JudgeReply",
    "Sample",
    "items_of",
    "judge_identity",
    "judge_messages",
    "prompt_hash",
    "read_reply",
    "repair_message",
]
