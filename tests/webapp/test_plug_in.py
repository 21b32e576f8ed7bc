"""The guide for agent engineers: its scripts are run as they stand there, against a live site."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest

from tests.test_docs import chosen
from tests.webapp.builders import public_instance
from tests.webapp.guide import CLIENTS, INSPECT, NODE_MODULES, Newcomer, commands, save_scripts
from tests.webapp.live import LiveSite
from webapp.accounts.models import Role, User
from webapp.accounts.tokens import new_token
from webapp.attempts.models import Attempt, EventKind

pytestmark = pytest.mark.django_db(transaction=True)

ABSENT = "the clients of the guide are not installed: make clients"
LOOKED_ONLY = "not correct\n0 of 3 required changes made, 0 forbidden\n"
SOLVED = "correct\n3 of 3 required changes made, 0 forbidden\n"
with_typescript = pytest.mark.skipif(not (NODE_MODULES / "installed").exists(), reason=ABSENT)
with_inspect = pytest.mark.skipif(not (INSPECT / "installed").exists(), reason=ABSENT)


@pytest.fixture
def newcomer(tmp_path: Path, live_site: LiveSite) -> Newcomer:
    """A researcher who has exported what the first section says."""
    public_instance("share_contact", 1)
    save_scripts(tmp_path)
    user = User.objects.create_user("newcomer", role=Role.RESEARCHER)
    token = new_token(user, "laptop")[1]
    return Newcomer(tmp_path, {"TOUCHSTONE_URL": live_site.origin, "TOUCHSTONE_TOKEN": token})


def open_attempt(newcomer: Newcomer) -> dict[str, str]:
    """What the first script tells of the attempt that it opens, by the word before it."""
    told = newcomer.types('python open_attempt.py "my first agent"')
    return dict(line.split() for line in told.splitlines())


def score_of(newcomer: Newcomer, told: dict[str, str]) -> str:
    """What the last script tells."""
    return newcomer.types("python score.py NUMBER", NUMBER=told["attempt"])


def the_attempt() -> Attempt:
    """The only attempt, which its agent has finished."""
    attempt = Attempt.objects.get()
    assert (attempt.status, attempt.claim) == ("finished", "done")
    assert attempt.contestant.name == "my first agent"
    return attempt


@pytest.mark.parametrize("door", ["mcp", "websocket"])
def test_a_newcomer_gets_from_nothing_to_a_scored_attempt(door: str, newcomer: Newcomer) -> None:
    told = open_attempt(newcomer)
    acted = newcomer.types(f"python agent_{door}.py ADDRESS", ADDRESS=told[door])
    score = score_of(newcomer, told)

    assert the_attempt().instance.instruction in acted
    assert score == LOOKED_ONLY


@with_typescript
def test_the_typescript_client_reads_the_task_acts_and_is_scored(newcomer: Newcomer) -> None:
    (newcomer.folder / "node_modules").symlink_to(NODE_MODULES)
    told = open_attempt(newcomer)
    acted = newcomer.types("npx tsx agent.ts ADDRESS", ADDRESS=told["mcp"])
    score = score_of(newcomer, told)

    attempt = the_attempt()
    assert attempt.instance.instruction in acted
    assert acted.endswith("316 tools, for example now\nok 30 contacts\n")
    assert list(attempt.events.values_list("kind", "tool")) == [
        ("start", ""),
        ("call", "get_all_contacts"),
        ("finish", ""),
    ]
    assert score == LOOKED_ONLY


@with_typescript
def test_the_typescript_client_passes_strict_type_checks(newcomer: Newcomer) -> None:
    (newcomer.folder / "node_modules").symlink_to(NODE_MODULES)
    check = "tsc --noEmit --strict --noUncheckedIndexedAccess --skipLibCheck --module nodenext"
    newcomer.runs("npx", *check.split(), "--types", "node", "agent.ts")

    with (newcomer.folder / "agent.ts").open("a", encoding="utf-8") as script:
        script.write("act(5);\n")
    with pytest.raises(AssertionError, match="'number' is not assignable to parameter"):
        newcomer.runs("npx", *check.split(), "--types", "node", "agent.ts")


@with_inspect
def test_inspect_completes_the_task_and_stands_on_the_board(
    newcomer: Newcomer, live_site: LiveSite
) -> None:
    told = open_attempt(newcomer)
    inspecting = replace(newcomer, programs=INSPECT / "bin")
    acted = inspecting.types("python agent_inspect.py ADDRESS", ADDRESS=told["mcp"])
    score = score_of(newcomer, told)

    attempt = the_attempt()
    calls = attempt.events.filter(kind=EventKind.CALL)
    assert list(calls.filter(status="ok").values_list("tool", flat=True)) == [
        "get_uid_from_name",
        "get_shared_url_of_contact",
        "get_uid_from_name",
        "send_message",
    ]
    # Prompts by Inspect and by the guide, a decision and its answer for every tool, the last word.
    assert f"success {2 + 2 * (calls.count() + 2) + 1} messages" in acted
    assert score == SOLVED
    row = row_on_the_board(live_site, "my first agent")
    assert row.startswith("1 my first agent agent 100.0 ")
    assert row.endswith(" 1 of 1")


def row_on_the_board(site: LiveSite, name: str) -> str:
    """The row of a contestant on the public board, as text."""
    page = httpx2.get(f"{site.origin}/board", timeout=60).text
    [row] = [row for row in re.findall(r"<tr>.*?</tr>", page, re.S) if f"<bdi>{name}</bdi>" in row]
    return " ".join(re.sub(r"<[^>]+>", " ", row).split())


def test_what_the_guide_says_to_install_is_what_its_scripts_are_run_with() -> None:
    package = json.loads((CLIENTS / "package.json").read_text(encoding="utf-8"))
    pins = chosen((CLIENTS / "requirements-inspect.txt").read_text(encoding="utf-8"))
    libraries = [line.partition("==")[0] for line in pins if "==" in line]

    assert f"npm install {' '.join(package['dependencies'])}" in commands()
    assert f"pip install {' '.join(libraries)}" in commands()
