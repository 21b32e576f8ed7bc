"""What a person reads is what an agent reads, to the byte, over all tools."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest

from sandboxes import World, catalogue
from tests.sandboxes.conftest import SEED
from tests.sandboxes.scene import set_scene
from tests.webapp.builders import opened, opened_by_person
from tests.webapp.console.desk import Desk, content, texts
from tests.webapp.live import LiveSite
from tests.webapp.pages.personas import Persona
from tests.webapp.test_envelopes import META, named
from tests.webapp.test_envelopes import message as envelope
from tests.webapp.test_same_test import by_the_oracle
from webapp.attempts.models import Attempt
from webapp.attempts.offers import offered_tools
from webapp.attempts.opening import token_of


def over_mcp(live_site: LiveSite, attempt: Attempt, method: str, body: dict[str, Any]) -> Any:
    headers = [pair for pair in named("") if pair[0] not in (b"mcp-method", b"mcp-name")]
    headers.append((b"mcp-method", method.encode()))
    if "name" in body["params"]:
        headers.append((b"mcp-name", body["params"]["name"].encode()))
    answer = httpx2.post(
        live_site.mcp_url(token_of(attempt)),
        content=json.dumps(body).encode(),
        headers=headers,
        timeout=30,
    )
    return answer.json()["result"]


def called(live_site: LiveSite, attempt: Attempt, name: str, arguments: Any) -> str:
    result = over_mcp(live_site, attempt, "tools/call", envelope(name, arguments))
    text: str = result["content"][0]["text"]
    return text


def well_formed_calls() -> list[tuple[str, Any]]:
    """One call of every tool that succeeds somewhere: here it may be refused for its ids."""
    return list(set_scene(World(SEED)).arguments.items())


def test_descriptions_are_the_same_over_all_tools(
    live_site: LiveSite, person: Persona, attempt: Attempt
) -> None:
    listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": META}}
    listed = over_mcp(live_site, attempt, "tools/list", listing)["tools"]
    desk = Desk(person, attempt)

    read = {
        tool["name"]: texts(desk.form(tool["name"]), "description") for tool in offered_tools(None)
    }

    told = {tool["name"]: [tool["description"]] for tool in listed}
    assert list(read) == list(catalogue())
    assert read == {name: told[name] for name in read}


@pytest.mark.parametrize("every", [11, pytest.param(1, marks=pytest.mark.verify)])
def test_answers_are_the_same_over_all_tools(
    live_site: LiveSite, person: Persona, every: int
) -> None:
    calls = well_formed_calls()
    for name in catalogue():
        calls += [(name, {}), (name, {"surplus": "\u4f60\u597d <b>&amp;"})]
    calls = calls[::every]
    of_agent = opened(call_budget=10_000)
    of_person = opened_by_person(person.user, call_budget=10_000)
    person.post(f"/attempts/{of_person.pk}/console/start")
    calls += by_the_oracle(opened())
    desk = Desk(person, of_person)

    for name, arguments in calls:
        (read,) = texts(content(desk.call(name, arguments)), "raw")
        assert read == called(live_site, of_agent, name, arguments), name
