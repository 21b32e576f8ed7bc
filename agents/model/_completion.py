"""A chat completion as it came, made a reply: what the model wrote is kept, however malformed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from agents.model._errors import ErrorClass
from agents.model._failures import Failure, failure_in_body
from agents.model._reply import Reply, ToolUse, Usage

_MOST_TOKENS = 10**8
"""No reply has more; what is far beyond fits no column of a database, and breaks sums."""


def read_completion(body: bytes) -> Reply | Failure:
    """Read the body of an answer.

    Args:
        body: As it came.

    Returns:
        What the model said, whatever that is; a failure if there is no message of a model in it.
    """
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return _garbled("no JSON")
    if not isinstance(found, Mapping):
        return _garbled("no JSON object")
    choices = found.get("choices")
    if not (isinstance(choices, list) and choices and isinstance(choices[0], Mapping)):
        return failure_in_body(found["error"]) if found.get("error") else _garbled("no choices")
    choice = choices[0]
    if choice.get("error"):
        return failure_in_body(choice["error"])
    message = choice.get("message")
    if not isinstance(message, Mapping):
        return _garbled("no message")
    return Reply(
        text=said(message),
        tool_uses=tool_uses(message),
        usage=read_usage(found.get("usage")),
        finish_reason=_word(choice.get("finish_reason")),
        model=_word(found.get("model")),
    )


def _garbled(lacking: str) -> Failure:
    return Failure(ErrorClass.GARBLED, f"the answer is no chat completion: {lacking}")


def said(message: Mapping[str, Any]) -> str:
    """The text of a message: its content, or parts of it in a row, or the words of a refusal.

    What a model only thought (`reasoning_content`) is not said.
    """
    content = message.get("content")
    if isinstance(content, list):
        content = "".join(_part(part) for part in content)
    return _text(content) or _text(message.get("refusal"))


def _part(part: object) -> str:
    if isinstance(part, Mapping):
        return next((part[k] for k in ("text", "refusal") if isinstance(part.get(k), str)), "")
    return part if isinstance(part, str) else ""


def tool_uses(message: Mapping[str, Any]) -> tuple[ToolUse, ...]:
    """The calls of a message in order, in the form of today or in the older one."""
    calls = message.get("tool_calls")
    if isinstance(calls, list) and calls:
        return tuple(_tool_use(call) for call in calls)
    older = message.get("function_call")
    return (_named("", older),) if isinstance(older, Mapping) else ()


def _tool_use(call: object) -> ToolUse:
    if not isinstance(call, Mapping):
        return ToolUse("", "", _text(call))
    wanted = call.get("function", call.get("custom"))
    identifier = _text(call.get("id"))
    if not isinstance(wanted, Mapping):
        return ToolUse(identifier, "", _text(wanted))
    return _named(identifier, wanted)


def _named(identifier: str, wanted: Mapping[str, Any]) -> ToolUse:
    # Arguments left out are empty; null is what the model or its server wrote.
    key = "arguments" if "arguments" in wanted else "input"
    arguments = "null" if key in wanted and wanted[key] is None else _text(wanted.get(key))
    return ToolUse(identifier, _text(wanted.get("name")), arguments)


def _text(value: object) -> str:
    """Text as text, nothing as nothing, anything else as JSON.

    Half a surrogate pair, which can be neither sent on nor stored, becomes U+FFFD.
    """
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _word(value: object) -> str:
    return _text(value) if isinstance(value, str) else ""


def read_usage(found: object) -> Usage | None:
    """Tokens as the provider counted them.

    Args:
        found: The usage of a completion.

    Returns:
        None unless prompt and output are told and all that is told adds up: a wrong number would
        be billed, and none is shown as unknown.
    """
    if not isinstance(found, Mapping):
        return None
    hits = _detail(found, "prompt_tokens_details", "cached_tokens")
    counts: list[Any] = [
        found.get("prompt_tokens"),
        (found.get("prompt_cache_hit_tokens") or 0) if hits is None else hits,
        found.get("completion_tokens"),
        _detail(found, "completion_tokens_details", "reasoning_tokens") or 0,
    ]
    if not all(type(count) is int and 0 <= count <= _MOST_TOKENS for count in counts):
        return None
    prompt, cached, output, reasoning = counts
    if found.get("total_tokens") == prompt + output + reasoning:
        output += reasoning  # some providers count what was thought beside the output
    if cached > prompt or reasoning > output:
        return None
    return Usage(prompt, cached, output, reasoning)


def _detail(found: Mapping[str, Any], group: str, name: str) -> Any:
    details = found.get(group)
    return details.get(name) if isinstance(details, Mapping) else None
