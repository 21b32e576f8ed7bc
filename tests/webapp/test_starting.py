"""What `make run` does: prepare, serve, let the built-in agents act, stop cleanly."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.request
from collections import Counter
from pathlib import Path

import pytest

from tests.bench.serving import ROOT, Server, free_port, python, wait_until_ready
from tests.webapp import outside

PATIENCE = 240
INSTANCES = 66


def manage(environment: dict[str, str], *arguments: str) -> str:
    """Run a command to its end."""
    done = subprocess.run(
        python("manage.py", *arguments),
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A fresh database."""
    return {"DATABASE_FILE": str(tmp_path_factory.mktemp("start") / "site.sqlite3")}


def test_a_first_start_fills_the_site_and_a_second_adds_nothing(
    environment: dict[str, str], tmp_path: Path
) -> None:
    port = free_port()
    first = manage(environment, "prepare", "--port", str(port))
    second = manage(environment, "prepare", "--port", str(port))

    assert f"{4 * INSTANCES} attempts of built-in agents opened" in first
    assert ": nothing is new" in second
    links = [re.findall(r"http://127\.0\.0\.1:\d+/sign-in/\S+", text) for text in (first, second)]
    assert [len(set(found)) for found in links] == [3, 3]
    assert not set(links[0]) & set(links[1]), "each start prints fresh links"
    for role in ("researcher", "annotator", "volunteer"):
        assert f"demo-{role}" in first

    log = tmp_path / "log"
    with log.open("wb") as said:
        process = subprocess.Popen(
            python("manage.py", "serve", "--port", str(port)),
            cwd=ROOT,
            env=os.environ | environment,
            stderr=said,
        )
    try:
        wait_until_ready(Server(port, process, environment))
        with urllib.request.urlopen(links[1][0]) as page:
            assert page.status == 200
        _wait_for_the_agents(environment)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)

    assert process.returncode == 0
    told = log.read_text(encoding="utf-8").splitlines()
    assert told == [f"Serving http://127.0.0.1:{port}/ (Ctrl-C stops)", "Stopped."]
    statuses = Counter(log["status"] for log in outside.run(environment, "logs"))
    assert statuses == {"finished": 4 * INSTANCES}


def _wait_for_the_agents(environment: dict[str, str]) -> None:
    deadline = time.monotonic() + PATIENCE
    database = sqlite3.connect(environment["DATABASE_FILE"])
    while database.execute("SELECT 1 FROM attempts_attempt WHERE status = 'open'").fetchone():
        assert time.monotonic() < deadline, "the built-in agents don't come to an end"
        time.sleep(0.5)
    database.close()


def test_a_port_that_is_taken_is_told_in_one_line(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = subprocess.run(
            python("manage.py", "serve", "--port", str(taken.getsockname()[1])),
            cwd=ROOT,
            env=os.environ | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    assert done.returncode != 0
    assert "is taken" in done.stderr
    assert "Traceback" not in done.stderr
