"""Models behind OpenAI-compatible addresses: asking, errors by class, usage and its price."""

from agents.model._addresses import (
    DEFAULT_ADDRESSES,
    Address,
    Addresses,
    AddressRefused,
    read_address,
)
from agents.model._errors import ContextTooLong, ErrorClass, ModelUnreachable
from agents.model._openai import KeyMissing, OpenAIModel
from agents.model._prices import Cost, Price, PricesBroken, PriceTable, price_table
from agents.model._reply import Function, Message, Model, Reply, ToolUse, Usage, reply_from_json
from agents.model._retries import RULES, Rule
from agents.model._settings import ModelSettings

__all__ = [
    "DEFAULT_ADDRESSES",
    "RULES",
    "Address",
    "AddressRefused",
    "Addresses",
    "ContextTooLong",
    "Cost",
    "ErrorClass",
    "Function",
    "KeyMissing",
    "Message",
    "Model",
    "ModelSettings",
    "ModelUnreachable",
    "OpenAIModel",
    "Price",
    "PriceTable",
    "PricesBroken",
    "Reply",
    "Rule",
    "ToolUse",
    "Usage",
    "price_table",
    "read_address",
    "reply_from_json",
]
