"""What pages say of runs: values of the records in plain words, and the colour that goes along."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from webapp.attempts.models import EndedBy
from webapp.runs.models import RunState

SUBJECTS_END = "finished"
"""How runs note that the subject has ended its attempt."""

ENDING_WORDS: dict[str, tuple[str, str]] = {
    SUBJECTS_END: ("finished by the agent", ""),
    "budget": ("its calls or its time were used up", "failed"),
    "silence": ("called nothing any more", "failed"),
    "context": ("its conversation grew too long", "failed"),
    "cap_calls": ("reached its cap on calls", "failed"),
    "cap_tokens": ("reached its cap on tokens", "failed"),
    "cap_money": ("reached its cap on money", "failed"),
    "cap_time": ("reached its cap on time", "failed"),
    EndedBy.RESPONSE: ("its plan reached its response", ""),
    EndedBy.ROUNDS: ("its rounds were used up", "failed"),
    EndedBy.TIME: ("its time ran out", "failed"),
    EndedBy.CAP: ("reached a cap", "failed"),
    EndedBy.ERROR: ("errored on our side, not scored", "bad"),
}

STRATEGY_WORDS: dict[str, str] = {
    "full_context": "all tools listed from the start",
    "rag": "the tools listed that fit the task best",
    "iterative_rag": "looks for tools as it goes",
    "distractors": "the needed tools among others",
    "replan": "writes the whole plan, in recovery",
    "replan_few_shot": "the same, after three worked examples",
}
"""How agents that ask a model come to their tools, or act without any."""

DIALECT_WORDS: dict[str, str] = {
    "native": "native tool calls",
    "text": "calls as text, as in the paper",
    "plan": "a thought and a plan as text",
    "plan_few_shot": "a thought and a plan as text, after three worked examples",
}

ERROR_WORDS: dict[str, str] = {
    "rate_limit": "The model's address asks for patience",
    "server": "The model's server, or ours, was not able to answer",
    "timeout": "The model did not answer in time",
    "connection": "The model could not be reached",
    "garbled": "What came back was no reply",
    "credentials": "The key is missing, or was not taken",
    "refused": "The model's address refused the request",
    "ours": "Something of ours broke",
    "outdated": "The worlds or the tasks were changed since",
    "lost": "Its process was lost, again and again",
}

REPLY_WORDS: dict[str, tuple[str, str]] = {
    "calls": ("asked for calls", ""),
    "finish": ("finished", ""),
    "no_call": ("no call in it", "failed"),
    "empty": ("empty", "failed"),
    "malformed": ("not understood", "bad"),
}

NATIVE_NOT_MADE = "native call, not made"
"""Of a reply without a call as text, where calls are written as text."""

CAP_WORDS: dict[str, str] = {
    "calls": "calls of tools",
    "tokens": "tokens of prompts and replies",
    "money": "US dollars",
    "seconds": "seconds of waiting for the model",
}

STATE_WORDS: dict[str, tuple[str, str]] = {
    RunState.WAITING: ("waiting", ""),
    RunState.QUEUED: ("queued", ""),
    RunState.RUNNING: ("running", "gold"),
    RunState.DONE: ("done", ""),
    RunState.FAILED: ("failed", "bad"),
    RunState.CANCELLED: ("cancelled", ""),
}


@dataclass(frozen=True)
class Counted:
    """How many there are of a kind.

    Args:
        word: The kind in words.
        tone: The colour that goes with it.
        number: How many.
    """

    word: str
    tone: str
    number: int


def ending_of(kept: str) -> str:
    """An ending by the one name that it has on pages."""
    return SUBJECTS_END if kept == EndedBy.SUBJECT else kept


def worded(known: dict[str, tuple[str, str]], value: str) -> tuple[str, str]:
    """Words and colour of a value; one that has no words here stands for itself."""
    return known.get(value, (value.replace("_", " "), ""))


def dollars(amount: Decimal | None) -> str:
    """US dollars, small amounts with more digits; a dash where none are known."""
    if amount is None:
        return "\N{EN DASH}"
    if amount >= 1 or amount == round(amount, 2):
        return f"${amount:,.2f}"
    return f"${amount:.4f}" if amount >= Decimal("0.0001") else "less than $0.0001"
