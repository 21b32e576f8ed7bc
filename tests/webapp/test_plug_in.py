"""The guide for agent engineers: its scripts are run as they stand there, against a live site."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_docs import ROOT
from tests.webapp.builders import public_instance
from tests.webapp.live import LiveSite
from webapp.accounts.models import Role, User
from webapp.accounts.tokens import new_token
from webapp.attempts.models import Attempt

GUIDE = ROOT / "docs" / "plug-in-your-agent.md"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """The folder of a newcomer who saved the scripts under their names."""
    for script in re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S):
        name = re.match(r"# (\w+\.py)\n", script)
        assert name, "each script says its name first"
        (tmp_path / name[1]).write_text(script, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("door", ["mcp", "websocket"])
def test_a_newcomer_gets_from_nothing_to_a_scored_attempt(
    door: str, scripts: Path, live_site: LiveSite
) -> None:
    public_instance("share_contact", 1)
    user = User.objects.create_user("newcomer", role=Role.RESEARCHER)
    environment = {
        "PATH": os.environ["PATH"],
        "TOUCHSTONE_URL": live_site.origin,
        "TOUCHSTONE_TOKEN": new_token(user, "laptop")[1],
    }

    def run(name: str, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, name, *arguments],
            cwd=scripts,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    told = dict(line.split() for line in run("open_attempt.py").splitlines())
    acted = run(f"agent_{door}.py", told[door])
    score = run("score.py", told["attempt"])

    attempt = Attempt.objects.get()
    assert attempt.instance.instruction.split('"')[0].strip()[:20] in acted
    assert attempt.status == "finished"
    assert attempt.contestant.name == "my first agent"
    assert score.startswith("not correct\n0 of ")
