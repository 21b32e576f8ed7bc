"""Models behind OpenAI-compatible addresses: asking, errors by class, usage and its price."""

from agents.model._errors import ErrorClass, ModelUnreachable
from agents.model._reply import Function, Message, Model, Reply, ToolUse, Usage, reply_from_json

__all__ = [
    "ErrorClass",
    "Function",
    "Message",
    "Model",
    "ModelUnreachable",
    "Reply",
    "ToolUse",
    "Usage",
    "reply_from_json",
]
