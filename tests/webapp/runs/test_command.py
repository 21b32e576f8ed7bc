"""`run_agent` from a model's address to scored attempts, interrupted and gone on with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser

from tests.agents.fake_openai import SCRIPTS, FakeOpenAI, Script, slow, status
from tests.bench.serving import ROOT
from tests.webapp import outside
from tests.webapp.runs.test_kill import wait_until
from webapp.runs.arguments import add_model_arguments

PATIENCE = 300


class Machine:
    """A machine with a database of its own.

    Args:
        folder: Where it is.
    """

    def __init__(self, folder: Path) -> None:
        self.environment = {"DATABASE_FILE": str(folder / "site.sqlite3"), "LOG_LEVEL": "WARNING"}

    def command(self, *arguments: str) -> subprocess.Popen[str]:
        """Start `run_agent`."""
        return subprocess.Popen(
            [sys.executable, str(ROOT / "manage.py"), "run_agent", *arguments],
            env=os.environ | self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str) -> tuple[int, str, str]:
        """Run it; its exit code, and what it said."""
        with self.command(*arguments) as process:
            out, err = process.communicate(timeout=PATIENCE)
        return process.returncode, out, err


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def asked_of(base_url: str, *more: str) -> list[str]:
    """The arguments of twelve attempts."""
    return [
        *("full_context", "--model", "gpt-4o-mini", "--base-url", base_url),
        *("--tasks", "share_contact,star_shop_and_item", "--seeds", "1-2", "--repeats", "3"),
        *("--profile", "none", "--concurrency", "4", "--json", *more),
    ]


def test_from_an_address_to_scored_attempts(machine: Machine) -> None:
    with FakeOpenAI(SCRIPTS["looks_and_finishes"]) as fake:
        code, out, err = machine.run(*asked_of(fake.base_url))
    assert code == 0, err
    found: dict[str, Any] = json.loads(out)
    assert found["runs"] == {
        "waiting": 0,
        "queued": 0,
        "running": 0,
        "done": 12,
        "failed": 0,
        "cancelled": 0,
    }
    assert (found["attempts"], found["scored"], found["errored"]) == (12, 12, 0)
    assert found["calls"] == {"valid": 12, "failed": 0, "fault": 0, "syntactic": 0}
    assert found["replies"] == {"calls": 12, "finish": 12}
    assert found["tokens"] == {"prompt": 26400, "cached": 12000, "output": 360, "reasoning": 0}
    assert float(found["money"]) == pytest.approx(12 * 0.000273)
    assert "run set 1" in err


def test_ctrl_c_stops_cleanly_says_how_to_go_on_and_that_goes_on(machine: Machine) -> None:
    script = SCRIPTS["looks_and_finishes"]
    with FakeOpenAI(lambda body: slow(0.3, script(body))) as fake:
        process = machine.command(*asked_of(fake.base_url))
        wait_until(lambda: len(fake.requests) >= 5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130, err
        assert "manage.py run_agent --resume 1" in err
        assert "Traceback" not in err
        assert json.loads(out)["runs"]["done"] < 12
        assert outside.run(machine.environment, "runs")["leases"] == 0

        code, out, err = machine.run("--resume", "1", "--json")
        requests = len(fake.requests)
    assert code == 0, err
    assert json.loads(out)["runs"]["done"] == 12
    assert requests == 24, "no reply was asked for twice"
    assert machine.run("--resume", "1")[2].strip().endswith("there is nothing to go on with.")


@pytest.mark.verify
def test_what_failed_is_told_with_how_to_try_it_once_more(machine: Machine) -> None:
    broken: Script = lambda body: status(401)  # noqa: E731 - a script is a function
    with FakeOpenAI(broken) as fake:
        code, out, err = machine.run(*asked_of(fake.base_url))
    assert code == 1
    found = json.loads(out)
    assert (found["runs"]["failed"], found["errors"]) == (12, {"credentials": 12})
    assert (found["scored"], found["success_rate"]) == (0, None)
    assert "manage.py run_agent --resume 1" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["full_context"], "--model: full_context asks a model"),
        (["rag", "--model", "m", "--base-url", "https://elsewhere.example"], "--base-url:"),
        ([], "Name an agent"),
        (["oracle", "--resume", "3"], "Name an agent"),
        (["--resume", "3"], "There is no run set 3."),
        (["--resume", "3", "--concurrency=8"], "--concurrency: does not go with --resume"),
        (["full_context", "--model", "m", "--base-url", "http://127.0.0.1:9", "--tasks", "x"], "x"),
    ],
)
def test_what_can_not_be_run_is_refused_in_a_sentence(
    machine: Machine, arguments: list[str], complaint: str
) -> None:
    code, out, err = machine.run(*arguments)
    assert code == 1
    assert out == ""
    assert complaint in err
    assert "Traceback" not in err


@pytest.mark.parametrize("seconds", ["-5", "0", "nan", "inf", "1e308"])
@pytest.mark.parametrize("option", ["--max-seconds", "--set-max-seconds", "--timeout"])
def test_seconds_are_above_zero(option: str, seconds: str) -> None:
    parser = CommandParser()
    add_model_arguments(parser)
    with pytest.raises(CommandError, match="no number of seconds above 0, up to a year"):
        parser.parse_args([f"{option}={seconds}"])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("option", "name"),
    [
        (["--repeats", "1"], "repeats"),
        (["--seeds", "1-3"], "seeds"),
        (["--dialect", "native"], "dialect"),
        (["--max-money", "5"], "max-money"),
        (["--model", "m"], "model"),
        (["--at", "http://127.0.0.1:9/mcp"], "at"),
        (["--private"], "private"),
        (["--without-traps"], "without-traps"),
    ],
)
def test_what_would_change_nothing_of_a_set_is_refused_with_resume(
    option: list[str], name: str
) -> None:
    with pytest.raises(CommandError, match=f"^--{name}: does not go .* --set-max-money.* --json"):
        call_command("run_agent", "--resume", "3", *option)


@pytest.mark.django_db(transaction=True)
def test_what_goes_with_resume_is_taken() -> None:
    with pytest.raises(CommandError, match=r"^There is no run set 3\.$"):
        call_command(
            *("run_agent", "--resume", "3", "--json", "--no-color", "--set-max-calls", "5"),
            *("--set-max-tokens=5", "--set-max-money", "5", "--set-max-seconds", "5"),
        )
