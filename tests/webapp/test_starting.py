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
TASKS = (
    *("buy_for_tag", "buy_sold_out", "fill_cart_only"),
    *("mark_messages_read", "share_contact", "star_shop_and_item"),
)
"""Tasks that fit the worlds of all public seeds."""
INSTANCES = 3 * len(TASKS)


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
    """A fresh database, for a few tasks."""
    file = tmp_path_factory.mktemp("start") / "site.sqlite3"
    return {"DATABASE_FILE": str(file), "TASKS": ",".join(TASKS)}


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


@pytest.mark.verify
def test_the_site_is_served_at_once_and_the_gate_works_beside_it(tmp_path: Path) -> None:
    """Killed in the middle, it goes on at the next start; what is there is done once."""
    file = tmp_path / "site.sqlite3"
    environment = {"DATABASE_FILE": str(file), "TASKS": ",".join(TASKS)}
    command = python("manage.py", "serve", "--prepare", "--port", str(port := free_port()))
    for is_last in (False, True):
        with (tmp_path / "log").open("wb") as log:
            process = subprocess.Popen(command, cwd=ROOT, env=os.environ | environment, stderr=log)
        try:
            wait_until_ready(Server(port, process, environment))
            if is_last:
                _wait_for_the_agents(environment, attempts=4 * INSTANCES)
            else:
                with urllib.request.urlopen(
                    f"http://127.0.0.1:{port}/suites/interdependent"
                ) as page:
                    assert page.status == 200
                _wait_for(environment, "SELECT count(*) > 0 FROM benchmark_instance")
        finally:
            process.send_signal(signal.SIGINT if is_last else signal.SIGKILL)
            process.wait(timeout=30)
    assert "ERROR" not in (tmp_path / "log").read_text(encoding="utf-8")
    with sqlite3.connect(file) as database:
        (instances,) = database.execute("SELECT count(*) FROM benchmark_instance").fetchone()
        statuses = dict(
            database.execute("SELECT status, count(*) FROM attempts_attempt GROUP BY status")
        )
    database.close()
    assert (instances, statuses) == (INSTANCES, {"finished": 4 * INSTANCES})


def _wait_for_the_agents(environment: dict[str, str], attempts: int = 4 * INSTANCES) -> None:
    finished = "SELECT count(*) FROM attempts_attempt WHERE status = 'finished'"
    _wait_for(environment, f"SELECT ({finished}) = {attempts}")


def _wait_for(environment: dict[str, str], question: str) -> None:
    """Until the database answers 1."""
    deadline = time.monotonic() + PATIENCE
    database = sqlite3.connect(environment["DATABASE_FILE"])
    while not database.execute(question).fetchone()[0]:
        assert time.monotonic() < deadline, f"it does not come to this: {question}"
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
