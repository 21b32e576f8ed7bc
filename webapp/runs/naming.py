"""What contestants and sets are called that nobody gave a name: one way, wherever they are made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from agents.react import USUAL_DIALECTS
from webapp.runs.models import Entrant
from webapp.runs.words import DIALECT_WORDS

_LONGEST = 100


def contestant_name(details: Mapping[str, Any]) -> str:
    """A contestant after what tells it apart: "qwen3:8b, full context, text, temperature 0".

    What is listed belongs to the conditions of its attempts, under which one contestant stands
    beside itself, so that it is none of this.

    Args:
        details: Its strategy and dialect; `model` with the model's name and the sampling.
    """
    return _named(details, "")


def set_name(entrants: Iterable[Entrant]) -> str:
    """A set after who attempts, and with which tools: "qwen3:8b, rag (bm25, 30)".

    Args:
        entrants: Who does.
    """
    return ", ".join(map(_entrant_name, entrants))[:_LONGEST]


def asked_how(details: Mapping[str, Any]) -> str:
    """How a contestant's model is asked: dialect and temperature, and whatever else was chosen.

    Args:
        details: What tells a contestant apart; of one that asks no model there is nothing to tell.
    """
    if "prompts" not in details:
        return ""
    dialect = DIALECT_WORDS.get(details["dialect"], details["dialect"])
    sampling = details["model"]
    told = [] if sampling.get("temperature") is not None else ["no temperature is sent"]
    return "; ".join((dialect, *told, *_sampling(sampling)))


def _entrant_name(entrant: Entrant) -> str:
    name, details = entrant.contestant.name, entrant.contestant.details
    told = _tools(entrant.conditions)
    if "prompts" not in details or not told:
        return name
    return _named(details, told) if name == contestant_name(details) else f"{name}{told}"


def _named(details: Mapping[str, Any], tools: str) -> str:
    model = details["model"]
    parts = [model["model"], details["strategy"].replace("_", " ") + tools]
    if details["dialect"] in USUAL_DIALECTS[1:]:  # others go without saying
        parts.append(details["dialect"])
    return ", ".join((*parts, *_sampling(model)))[:_LONGEST]


def _sampling(model: Mapping[str, Any]) -> list[str]:
    """What was chosen of the sampling: "temperature 0.7", "seed 1"."""
    return [
        f"{name.replace('_', ' ')} {f'{value:g}' if isinstance(value, float) else value}"
        for name, value in model.items()
        if name != "model" and value is not None
    ]


def _tools(conditions: Mapping[str, Any]) -> str:
    """Which tools are listed, behind the name of a strategy that leaves a choice."""
    if conditions.get("access") == "needed":
        return f" ({conditions.get('distractors', 0)})"
    if conditions.get("access") != "retrieval":
        return ""
    retriever, top_k = conditions["retriever"].split(" ")[0], conditions.get("top_k")
    return f" ({retriever}, {top_k})" if top_k else f" ({retriever})"
