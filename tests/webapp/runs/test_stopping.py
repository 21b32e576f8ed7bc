"""The end of a process ends what it has in hand at once, and an agent acts at any address."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.agents.fake_openai import SCRIPTS, FakeOpenAI, slow
from tests.bench.serving import ROOT, free_port, python
from tests.webapp import outside
from tests.webapp.builders import opened
from tests.webapp.live import LiveSite
from tests.webapp.runs.test_kill import wait_until
from webapp.attempts.opening import token_of
from webapp.runs.asking import GRACE

AT_ONCE = 8


@pytest.mark.verify
def test_a_site_that_stops_waits_for_no_slow_model_and_leaves_nothing_in_hand(
    tmp_path: Path,
) -> None:
    environment = {"DATABASE_FILE": str(tmp_path / "site.sqlite3"), "LOG_LEVEL": "WARNING"}
    script = SCRIPTS["looks_and_finishes"]
    with FakeOpenAI(lambda body: slow(50, script(body))) as fake:
        outside.run(environment, "make-runs", fake.base_url, "20")
        site = subprocess.Popen(
            python("manage.py", "serve", "--port", str(free_port())),
            cwd=ROOT,
            env=os.environ | environment,
        )
        wait_until(lambda: len(fake.requests) == AT_ONCE)
        site.send_signal(signal.SIGINT)
        assert site.wait(timeout=4 * GRACE) == 0
    found = outside.run(environment, "runs")
    assert (found["states"], found["leases"]) == ({"waiting": 20}, 0)
    assert found["statuses"] == {"open": AT_ONCE}, "paused, until they are gone on with"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("door", ["mcp", "websocket"])
def test_an_agent_acts_in_an_attempt_at_its_address(door: str, live_site: LiveSite) -> None:
    attempt = opened()
    token = token_of(attempt)
    address = live_site.mcp_url(token) if door == "mcp" else live_site.websocket_url(token)
    with FakeOpenAI(SCRIPTS["looks_and_finishes"]) as fake:
        asked = {"model": "gpt-4o-mini", "base_url": fake.base_url, "at": address}
        call_command("run_agent", "full_context", json=True, **asked)
        assert len(fake.requests) == 2
        attempt.refresh_from_db()
        assert (attempt.status, attempt.claim) == ("finished", "done")
        with pytest.raises(CommandError, match="knows the task's gold"):
            call_command("run_agent", "oracle", **asked)
        with pytest.raises(CommandError, match="begins with http"):
            call_command("run_agent", "full_context", **{**asked, "at": "ftp://somewhere"})
