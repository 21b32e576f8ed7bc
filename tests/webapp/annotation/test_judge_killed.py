"""What works on a judge's run is killed in the middle: all is read, and no answer is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import redis
from tests.agents.fake_openai import Body, FakeOpenAI, Step, says
from tests.bench.serving import ROOT, free_port, python, stop
from tests.postgres import running_postgres
from tests.webapp import outside
from tests.webapp.annotation.test_judging import graded, items_in, whole
from tests.webapp.runs.test_kill import Workers, wait_until

SAMPLES, AT_ONCE, ANSWERED = 14, 4, 16
READINGS = SAMPLES * 3
ITEMS = SAMPLES * 13


class Gate:
    """A model that answers so many requests, and holds all others until it is opened.

    Once as many are held as are made at once, what was answered before is written down.
    """

    def __init__(self, answered: int) -> None:
        self._answered, self._guard = answered, threading.Lock()
        self._opened = threading.Event()

    def __call__(self, body: Body) -> Step:
        with self._guard:
            self._answered -= 1
            holds = self._answered < 0
        if holds:
            self._opened.wait()
        return whole(body)

    def open(self) -> None:
        """Answer all."""
        self._opened.set()


@contextmanager
def at_work(environment: dict[str, str], *command: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process that works on runs, from `with` to its end."""
    process = subprocess.Popen(
        python("manage.py", *command),
        cwd=ROOT,
        env=os.environ | environment | {"LOG_LEVEL": "ERROR"},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        stop(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill it on the spot, with all its threads."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def asked(fake: FakeOpenAI) -> Counter[str]:
    """How often each question was asked."""
    return Counter(json.dumps(body["messages"]) for body in fake.bodies)


def check(environment: dict[str, str], fake: FakeOpenAI, lost: int | None = None) -> None:
    """All is read; only what was held when its process was killed was asked for twice.

    Args:
        environment: Of which site.
        fake: The model.
        lost: How many were held at most; None: all that are asked for at once, exactly.
    """
    found = outside.run(environment, "readings")
    assert found == {"states": {"scored": READINGS}, "left": 0, "leases": 0, "grades": ITEMS}
    times = asked(fake)
    assert len(times) == READINGS
    twice = Counter(times.values())[2]
    assert twice == AT_ONCE if lost is None else 1 <= twice <= lost
    assert set(times.values()) == {1, 2}


def test_a_killed_command_asks_for_nothing_again_that_was_answered(tmp_path: Path) -> None:
    environment = {"DATABASE_FILE": str(tmp_path / "site.sqlite3")}
    gate = Gate(ANSWERED)
    with FakeOpenAI(gate) as fake:
        outside.run(environment, "make-judging", fake.base_url, str(SAMPLES), "by-command")
        words = ("run_judge", "First round", "--model", "grader", "--base-url", fake.base_url)
        command = (*words, "--concurrency", str(AT_ONCE))
        with at_work(environment, *command) as process:
            wait_until(lambda: len(fake.requests) == ANSWERED + AT_ONCE)
            kill(process)
        assert outside.run(environment, "readings")["states"]["scored"] == ANSWERED
        gate.open()
        with at_work(environment, *command) as process:
            assert process.wait() == 0
        check(environment, fake)


@pytest.mark.verify
def test_a_killed_site_goes_on_with_a_judge_at_the_next_start(tmp_path: Path) -> None:
    environment = {"DATABASE_FILE": str(tmp_path / "site.sqlite3")}
    gate = Gate(ANSWERED)
    with FakeOpenAI(gate) as fake:
        outside.run(environment, "make-judging", fake.base_url, str(SAMPLES))
        serve = ("serve", "--port", str(free_port()))
        with at_work(environment, *serve) as process:
            wait_until(lambda: len(fake.requests) == ANSWERED + AT_ONCE)
            kill(process)
        assert outside.run(environment, "readings")["states"]["scored"] == ANSWERED
        gate.open()
        with at_work(environment, *serve):
            wait_until(lambda: outside.run(environment, "readings")["left"] == 0, every=1.0)
        check(environment, fake)


@pytest.mark.verify
@pytest.mark.skipif(not redis.is_there(), reason=redis.ABSENT)
def test_two_workers_with_redis_go_on_with_a_judge_when_each_was_killed() -> None:
    worker = ("-m", "celery", "-A", "webapp", "worker", "--pool", "threads", "--concurrency", "4")
    gate = Gate(ANSWERED)
    with running_postgres() as database, redis.running_redis() as queue, FakeOpenAI(gate) as fake:
        environment = {"DATABASE_URL": database, "REDIS_URL": queue}
        outside.run(environment, "make-judging", fake.base_url, str(SAMPLES))
        workers = Workers(environment, [(*worker, "--hostname", f"w{n}@%h") for n in (1, 2)])
        try:
            wait_until(lambda: len(fake.requests) == ANSWERED + AT_ONCE)
            workers.kill_next(0)
            workers.kill_next(1)
            gate.open()
            wait_until(lambda: outside.run(environment, "readings")["left"] == 0, every=2.0)
        finally:
            workers.stop()
        check(environment, fake, lost=AT_ONCE)


def test_a_first_answer_is_kept_while_a_second_one_is_asked_for(tmp_path: Path) -> None:
    environment = {"DATABASE_FILE": str(tmp_path / "site.sqlite3")}
    opened = threading.Event()

    def script(body: Body) -> Step:
        items = items_in(body)
        if len(body["messages"]) == 2:
            return says(graded(items[:2]))
        opened.wait()
        return says("I have nothing to add.")

    with FakeOpenAI(script) as fake:
        outside.run(environment, "make-judging", fake.base_url, "1", "by-command")
        words = ("run_judge", "First round", "--model", "grader", "--base-url", fake.base_url)
        with at_work(environment, *words) as process:
            wait_until(lambda: len(fake.requests) == 6)
            kill(process)
        opened.set()
        with at_work(environment, *words) as process:
            assert process.wait() == 0
        found = outside.run(environment, "readings")
        assert (found["states"], found["grades"]) == ({"partly": 3}, 6)
        lengths = Counter(len(body["messages"]) for body in fake.bodies)
        assert lengths == {2: 3, 4: 6}, "the first questions were answered, and asked once"
