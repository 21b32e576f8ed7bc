"""docs/protocol.md tells the truth: its codes are ours, its frames are sent, its agents run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.webapp.builders import opened
from tests.webapp.live import LiveSite
from tests.webapp.socket_client import PATIENCE, SocketClient, connected
from webapp.attempts import errors, frames
from webapp.attempts.consumers import CLOSE_CODES, METHODS
from webapp.attempts.errors import DoorError
from webapp.attempts.models import Attempt, Status
from webapp.attempts.opening import token_of
from webapp.attempts.steps import LONGEST_LINE
from webapp.attempts.stored import stored_arguments
from webapp.serving import LARGEST_FRAME

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "protocol.md").read_text(encoding="utf-8")
ANYTHING = "..."


def rows(heading: str) -> Iterator[list[str]]:
    """The cells of the first table below a heading, as they are written."""
    table = TEXT.split(f"\n## {heading}\n", 1)[1].split("\n\n|", 1)[1].split("\n\n", 1)[0]
    for line in table.splitlines()[2:]:
        yield [cell.strip().strip("`") for cell in line.strip("|").split("|")]


def test_the_table_of_errors_is_that_of_the_code() -> None:
    told = [(int(code), reason, int(status)) for code, reason, status, _ in rows("Errors")]
    classes = {
        found
        for module in (errors, frames)
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, DoorError)
    } - {DoorError, frames.Malformed}
    assert sorted(told) == sorted((c.code, c.reason, c.http_status) for c in classes)
    assert CLOSE_CODES + errors.RevokedToken.http_status == 4410


def test_the_methods_and_parameters_are_those_of_the_code() -> None:
    told = {
        method: set(re.findall(r"`(\w+)`", f"`{given}`")) for method, given, _ in rows("WebSocket")
    }
    assert told == {method: set(names) for method, (_, names) in METHODS.items()}


def test_the_limits_are_those_of_the_code() -> None:
    assert f"1 MiB ({LARGEST_FRAME:,} bytes)" in TEXT
    assert f"At most {LONGEST_LINE} may wait." in TEXT
    nested: list[Any] = []
    for _ in range(99):
        nested = [nested]
    stored_arguments(nested)
    with pytest.raises(errors.NotACall, match="more than 100 deep"):
        stored_arguments([nested])


def transcripts() -> list[tuple[str, str]]:
    """What is said on a connection: (its query, lines)."""
    return re.findall(r"```transcript ?([^\n]*)\n(.*?)```", TEXT, re.S)


def like(pattern: str, said: str) -> bool:
    """Whether what was said is the pattern, where `...` stands for anything."""
    parts = map(re.escape, pattern.split(ANYTHING))
    return re.fullmatch(".*".join(parts), said) is not None


@pytest.mark.django_db(transaction=True)
def test_the_frames_are_sent_and_answered_as_written(live_site: LiveSite) -> None:
    attempt = opened()
    assert len(transcripts()) == 2
    for query, lines in transcripts():
        with connected(live_site, attempt, f"?{query}" if query else "") as client:
            for line in lines.splitlines():
                follow(client, line)


def follow(client: SocketClient, line: str) -> None:
    """Send what the client says, and compare what the server says."""
    speaker, _, frame = line.partition(" ")
    if speaker == ">":
        json.loads(frame)
        client.send_text(frame)
    else:
        said = client.connection.recv(PATIENCE)
        assert like(frame, str(said)), said


def ran(example: str, address: str) -> list[str]:
    """The lines that an example prints."""
    command = [sys.executable, str(DOCS / "examples" / example), address]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def check_end(attempt: Attempt, printed: list[str]) -> None:
    """An example has said its task, called one tool, and finished."""
    attempt.refresh_from_db()
    assert attempt.instance.instruction in printed[0]
    assert printed[-2].startswith("{'status': 'ok', 'output': ")
    assert json.loads(printed[-1]) == {"status": "ok", "output": "The attempt is finished."}
    assert (attempt.status, attempt.claim) == (Status.FINISHED, "cannot_be_done")
    assert [event.kind for event in attempt.events.all()] == ["start", "call", "finish"]


@pytest.mark.django_db(transaction=True)
def test_the_websocket_agent_acts_and_finishes(live_site: LiveSite) -> None:
    attempt = opened()
    check_end(attempt, ran("websocket_agent.py", live_site.websocket_url(token_of(attempt))))


@pytest.mark.django_db(transaction=True)
def test_the_mcp_agent_acts_and_finishes(live_site: LiveSite) -> None:
    attempt = opened()
    check_end(attempt, ran("mcp_agent.py", live_site.mcp_url(token_of(attempt))))


def test_an_agent_at_a_dead_address_ends_instead_of_coming_back(live_site: LiveSite) -> None:
    command = [sys.executable, str(DOCS / "examples" / "websocket_agent.py")]
    done = subprocess.run(
        [*command, live_site.websocket_url("nope")], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert "4404" in done.stderr
