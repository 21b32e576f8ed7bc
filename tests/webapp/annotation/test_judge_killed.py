"""A judge's run that is killed goes on where it was, and asks nothing twice that was answered."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

from tests.agents.fake_openai import Body, FakeOpenAI, Step, slow
from tests.bench.serving import ROOT, python
from tests.webapp.annotation.test_judging import whole

SAMPLES, CONCURRENCY = 8, 3
READINGS = SAMPLES * 3


def test_sigkill_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    environment = os.environ | {"DATABASE_FILE": str(tmp_path / "judged.sqlite3")}
    fill = python("-m", "tests.webapp.annotation.killed", str(SAMPLES))
    subprocess.run(fill, cwd=ROOT, env=environment, check=True)

    def script(body: Body) -> Step:
        return slow(0.1, whole(body))

    with FakeOpenAI(script) as fake:
        words = ("First round", "--model", "grader", "--base-url", fake.base_url, "--json")
        command = python("manage.py", "run_judge", *words, "--concurrency", str(CONCURRENCY))
        first = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
        while len(fake.requests) < READINGS // 2:
            assert first.poll() is None
            time.sleep(0.02)
        first.send_signal(signal.SIGKILL)
        first.wait()
        done = subprocess.run(
            command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE
        )
        asked = Counter(json.dumps(body["messages"]) for body in fake.bodies)
    found = json.loads(done.stdout)
    assert found["failed"] == found["unscored"] == 0
    assert len(asked) == READINGS, "every question was asked"
    assert sum(asked.values()) <= READINGS + CONCURRENCY, "only what was under way is asked again"
