"""An agent of ours in one attempt at an address: of this site, or of any other."""

from __future__ import annotations

from typing import Any

from agents.model import OpenAIModel
from agents.react import STRATEGIES, MemoryLog, ReactAgent
from agents.sessions import McpSession, WebSocketSession
from sandboxes.workflows import SUBMIT_PLAN, RecoveryInstance
from webapp.runs.making import Choice, NotChosen, dialect_of, require_sound
from webapp.runs.prices import cost_of
from webapp.runs.subjects import allowed_addresses


def act_at(address: str, choice: Choice) -> dict[str, Any]:
    """Let an agent that asks a model act in an attempt until it ends.

    Args:
        address: The attempt's MCP or WebSocket address.
        choice: The agent; what its tools are, the attempt says.

    Returns:
        ``ending`` and why; ``replies`` by kind; ``calls, retrievals, tokens``; ``money`` in US
        dollars, None where nothing has a price, and how many replies are ``unpriced``.

    Raises:
        NotChosen: the agent or the address can't be.
        ModelUnreachable: there is no reply to be had.
        SessionError: the attempt can't be gone on with.
    """
    settings = require_sound(choice)
    if settings is None:
        raise NotChosen("agent", f"{choice.agent} knows the task's gold, which no address tells.")
    log = MemoryLog()
    with (
        _session(address) as session,
        OpenAIModel(settings, allowed_addresses()) as model,
    ):
        _require_plans(choice, session)
        agent = ReactAgent(model, dialect_of(choice), cost=cost_of(choice.model), log=log)
        ending = agent.act(session)
    spent = agent.spent
    return {
        "ending": ending.kind.value,
        "detail": ending.detail,
        "replies": {kind.value: log.kinds.count(kind) for kind in dict.fromkeys(log.kinds)},
        "calls": spent.calls,
        "retrievals": spent.retrievals,
        "tokens": spent.tokens,
        "money": None if spent.unpriced == spent.replies else f"{spent.money:f}",
        "unpriced": spent.unpriced,
    }


def _require_plans(choice: Choice, session: McpSession | WebSocketSession) -> None:
    """Refuse to submit plans where none are taken, before a model is paid for them.

    What else a strategy wants of a suite, nobody can tell from an attempt's address.
    """
    submits = STRATEGIES[choice.agent].suites == (RecoveryInstance.suite,)
    if submits and SUBMIT_PLAN.name not in [tool["name"] for tool in session.tools()]:
        raise NotChosen("at", f"{choice.agent} submits plans, which this attempt does not take.")


def _session(address: str) -> McpSession | WebSocketSession:
    scheme = address.partition("://")[0]
    if scheme in ("http", "https"):
        return McpSession(address)
    if scheme in ("ws", "wss"):
        return WebSocketSession(address)
    raise NotChosen("at", "An attempt's address begins with http:// (MCP) or ws:// (WebSocket).")
