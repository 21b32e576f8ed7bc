"""An agent that asks a model, in its dialects, under any of the strategies that are compared."""

from agents.react._agent import MOST_SILENT, Interrupted, ReactAgent
from agents.react._dialect import DIALECTS, Dialect, prompt_hashes
from agents.react._exchange import (
    demonstrated_instances,
    first_submission,
    replan_prompt,
    replan_reply,
)
from agents.react._limits import Caps, Ending, EndingKind, Spent
from agents.react._log import MemoryLog, ReplyLog
from agents.react._native import NativeDialect
from agents.react._plans import PlanDialect
from agents.react._reading import ReplyKind
from agents.react._strategies import STRATEGIES, USUAL_DIALECTS, Strategy
from agents.react._text import TextDialect

__all__ = [
    "DIALECTS",
    "MOST_SILENT",
    "STRATEGIES",
    "USUAL_DIALECTS",
    "Caps",
    "Dialect",
    "Ending",
    "EndingKind",
    "Interrupted",
    "MemoryLog",
    "NativeDialect",
    "PlanDialect",
    "ReactAgent",
    "ReplyKind",
    "ReplyLog",
    "Spent",
    "Strategy",
    "TextDialect",
    "demonstrated_instances",
    "first_submission",
    "prompt_hashes",
    "replan_prompt",
    "replan_reply",
]
