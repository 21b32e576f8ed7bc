"""What OpenAI would refuse about a request, so that agents are held to it here as well."""

from __future__ import annotations

from typing import Any

_ROLES = ("system", "developer", "user", "assistant", "tool")


def fault_of(body: Any) -> str | None:
    """What is wrong with a request for a chat completion; None if nothing is."""
    if not isinstance(body, dict) or not isinstance(body.get("model"), str):
        return "you must provide a model parameter"
    if body.get("stream"):
        return "nothing is streamed here"
    if "tools" in body and not body["tools"]:
        return "[] is too short - 'tools'"
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        return "'messages' has to be a list that is not empty"
    return _fault_of_messages(messages)


def _fault_of_messages(messages: list[Any]) -> str | None:
    """Every call is answered right after it, and nothing else is."""
    unanswered: list[str] = []
    for message in messages:
        role = message.get("role") if isinstance(message, dict) else None
        if role not in _ROLES:
            return f"there is no role {role!r}"
        if role == "tool":
            if message.get("tool_call_id") not in unanswered:
                return "messages with role 'tool' must answer a call of the message before"
            unanswered.remove(message["tool_call_id"])
        elif unanswered:
            break
        if role == "assistant":
            unanswered = [call["id"] for call in message.get("tool_calls") or ()]
    return f"calls without an answer: {', '.join(unanswered)}" if unanswered else None
