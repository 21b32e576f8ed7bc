"""A worker is killed in the middle of a set: the set finishes, nothing is lost or done twice."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import redis
from tests.agents.fake_openai import SCRIPTS, FakeOpenAI, slow
from tests.bench.serving import ROOT, free_port, python, stop
from tests.postgres import running_postgres
from tests.webapp import outside

SOME, ALL = 12, 100
"""Runs of the set: of the sample, and of what closes an issue."""
REPLIES = 2  # of each attempt: it looks, then it finishes
KILLS = (0.4, 1.1)  # after so many requests to the model for each run
how_many = pytest.mark.parametrize("runs", [SOME, pytest.param(ALL, marks=pytest.mark.verify)])
PATIENCE = 300.0


class Workers:
    """Processes that work on sets, of which any may be killed and started again.

    Args:
        environment: Which database and queue.
        commands: How each is started.
    """

    def __init__(self, environment: dict[str, str], commands: list[tuple[str, ...]]) -> None:
        self._environment = environment
        self._commands = commands
        self.processes = [self._started(command) for command in commands]

    def kill_next(self, number: int) -> None:
        """Kill one on the spot, and start it again."""
        place = number % len(self.processes)
        victim = self.processes[place]
        os.killpg(victim.pid, signal.SIGKILL)
        victim.wait()
        self.processes[place] = self._started(self._commands[place])

    def stop(self) -> None:
        """Stop all."""
        for process in self.processes:
            stop(process)

    def _started(self, command: tuple[str, ...]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            python(*command),
            cwd=ROOT,
            env=os.environ | self._environment | {"LOG_LEVEL": "WARNING"},
            start_new_session=True,
        )


def survive(environment: dict[str, str], commands: list[tuple[str, ...]], runs: int) -> None:
    """Let workers make a set while they are killed, then look at what is written down."""
    script = SCRIPTS["looks_and_finishes"]
    kills = KILLS if runs == ALL else KILLS[:1]  # a lease that lapses takes half a minute
    with FakeOpenAI(lambda body: slow(0.05, script(body))) as fake:
        outside.run(environment, "make-runs", fake.base_url, str(runs))
        workers = Workers(environment, commands)
        try:
            for number, share in enumerate(kills):
                wait_until(lambda at=share * runs: len(fake.requests) >= at)  # type: ignore[misc]
                workers.kill_next(number)
            wait_until(lambda: len(fake.requests) >= runs * REPLIES)
            wait_until(lambda: outside.run(environment, "runs")["left"] == 0, every=2.0)
        finally:
            workers.stop()
        asked = len(fake.requests)
    check(outside.run(environment, "runs"), runs)
    assert asked <= runs * REPLIES + len(KILLS) * 8, "a kill costs the replies under way at most"


def check(found: dict[str, Any], runs: int) -> None:
    """Everything was done, and once."""
    assert found["states"] == {"done": runs}
    assert found["leases"] == 0
    assert found["attempts"] == runs
    assert found["statuses"] == {"finished": runs}
    assert found["scores"] == runs
    assert found["repeats"] == [[instance, runs // 2] for instance in (1, 2)]
    for attempt in found["logs"]:
        assert attempt["numbers"] == list(range(1, len(attempt["numbers"]) + 1))
        assert attempt["calls"] == [["call 1", "get_all_contacts"]]
        assert attempt["replies"] == [1, 2]


def wait_until(holds: Callable[[], bool], every: float = 0.01) -> None:
    """Wait, with some patience."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it takes too long"
        time.sleep(every)


@how_many
def test_a_killed_site_goes_on_with_its_set_at_the_next_start(tmp_path: Path, runs: int) -> None:
    environment = {"DATABASE_FILE": str(tmp_path / "site.sqlite3")}
    survive(environment, [("manage.py", "serve", "--port", str(free_port()))], runs)


@how_many
@pytest.mark.skipif(not redis.is_there(), reason=redis.ABSENT)
def test_two_workers_with_redis_go_on_when_one_of_them_is_killed(runs: int) -> None:
    worker = ("-m", "celery", "-A", "webapp", "worker", "--pool", "threads", "--concurrency", "4")
    with running_postgres() as database, redis.running_redis() as queue:
        environment = {"DATABASE_URL": database, "REDIS_URL": queue}
        survive(environment, [(*worker, "--hostname", f"w{n}@%h") for n in (1, 2)], runs)
