"""manage.py doctor --agent: what is typed, printed and returned; the document shows just that."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.agents.fake_openai import FakeOpenAI, Step, calls
from tests.test_docs import ROOT
from tests.webapp.doctor import agent_clients as agents
from tests.webapp.doctor.ailments import free_port, server

DOCUMENT = ROOT / "docs" / "checking-your-agent.md"


@contextmanager
def doctor(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command in a process of its own, once it has told its address."""
    # Whoever runs the tests in the background may have switched SIGINT off for all that they start.
    command = ["env", "--default-signal=INT", sys.executable, str(ROOT / "manage.py"), "doctor"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([*command, "--agent", *arguments], **pipes) as process:
        assert process.stderr is not None
        try:
            head = [process.stderr.readline() for _ in range(2)]
            yield process, agents.address_in(head)
        finally:
            process.kill()


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_prints_what_was_seen_and_ends_it(sent: signal.Signals, code: int) -> None:
    with doctor("-", "--json") as (process, address):
        agents.run(address, agents.solve)
        process.send_signal(sent)
        out, err = process.communicate(timeout=agents.PATIENCE)
    document = json.loads(out)
    assert process.returncode == code
    assert list(document) == ["ok", "seed", "instruction", "checks", "calls"]
    assert document["ok"] is False
    wrong = [check["name"] for check in document["checks"] if check["state"] != "ok"]
    assert wrong == ["finish"]
    assert [call["tool"] for call in document["calls"]][-1] == "sign_out_parcels"
    assert "Traceback" not in err


def test_without_a_seed_each_run_sets_another_task(capsys: pytest.CaptureFixture[str]) -> None:
    seeds = set()
    for _ in range(2):
        with pytest.raises(SystemExit) as ended:
            call_command("doctor", f"--agent=http://127.0.0.1:{free_port()}/", "--json")
        assert ended.value.code == 1
        seeds.add(json.loads(capsys.readouterr().out)["seed"])
    assert len(seeds) == 2


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (
            ["--agent=localhost:9000"],
            "'localhost:9000' is neither an http:// or https:// URL nor -",
        ),
        (["--agent=http://"], "'http://' is neither"),
        (["--agent=http://[1/"], "is neither"),
        (["--agent=http://127.0.0.1:99999/"], "is neither"),
        (["--agent", "--agent-port=65536"], "'65536' is no port"),
        (["--agent", "--agent-seconds=0"], "'0' is no positive whole number"),
        (["--agent", "--seed=0"], "'0' is no positive whole number"),
    ],
)
def test_what_can_not_be_is_refused(arguments: list[str], text: str) -> None:
    with pytest.raises(CommandError, match=re.escape(text)):
        call_command("doctor", *arguments)


def test_a_port_that_is_taken_is_an_error_in_one_line() -> None:
    with (
        server(lambda connection: None) as port,
        pytest.raises(CommandError, match=f"^Port {port} at 127.0.0.1 is taken .* 0 for any.$"),
    ):
        call_command("doctor", "--agent", f"--agent-port={port}")


class Watched(io.StringIO):
    """Standard error, of which a line with an address lets an agent begin."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        super().__init__()
        self._pool = pool
        self.running: list[Future[None]] = []

    def write(self, text: str) -> int:
        if "/mcp/" in text and not self.running:
            address = agents.address_in([text])
            self.running.append(self._pool.submit(agents.run, address, agents.give_up_at_the_fault))
        return super().write(text)


def session() -> tuple[str, str]:
    """What the document's session prints: on standard error, and on standard output."""
    out = io.StringIO()
    with ThreadPoolExecutor(1) as pool:
        err = Watched(pool)
        with pytest.raises(SystemExit) as ended:
            call_command("doctor", "--agent", "--seed", "7", stdout=out, stderr=err)
        err.running[0].result(timeout=agents.PATIENCE)
    assert ended.value.code == 1
    return err.getvalue(), out.getvalue()


def test_the_session_of_the_document_is_what_is_printed() -> None:
    (shown,) = re.findall(r"```session\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)
    command, _, printed = shown.partition("\n")
    assert command == "$ .venv/bin/python manage.py doctor --agent --seed 7"
    written = "".join(session())
    written = re.sub(
        r"http://127.0.0.1:\d+/mcp/[\w-]+", "http://127.0.0.1:39871/mcp/TOKEN", written
    )
    assert re.sub(r"\d+\.\d s", "0.3 s", written) == printed


def test_the_document_names_every_option_and_check() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for option in ("--agent-port", "--agent-seconds", "--seed", "--json"):
        assert f"`{option}" in text
    names = [check.name for check in agents.examined_acting(agents.right).checks]
    assert [name for name in ["agent's address", *names] if f"| {name} |" not in text] == []


def test_the_body_that_starts_an_agent_is_the_one_of_the_document() -> None:
    sent: list[dict[str, Any]] = []

    def start(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        sent.append(body)
        agents.reply(handler, 503)

    with agents.service(start) as url:
        agents.examined_at(url)
    (shown,) = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)
    assert {name: type(value) for name, value in json.loads(shown).items()} == {
        name: type(value) for name, value in sent[0].items()
    }


def _solves_the_mock_task(body: dict[str, Any]) -> Step:
    """What a model that reads writes: each step with what the answer before it holds."""
    messages = body["messages"]
    answers = [json.loads(said["content"]) for said in messages if said["role"] == "tool"]
    if not answers:
        task = next(said["content"] for said in messages if said["role"] == "user")
        name, word = re.findall(r'(\S[^\n]*?) has .*?word "([^"]+)"', task, re.S)[0]
        return calls(("find_locker", {"name": name, "word": word}))
    found, opened = answers[0]["output"], [one for one in answers[1:] if one["status"] == "ok"]
    if not opened:
        return calls(("open_locker", found))
    if len(opened) == 1:
        receipt = {"locker": found["locker"], "seal": opened[0]["output"]["seal"]}
        parcels = opened[0]["output"]["parcels"]
        return calls(("sign_out_parcels", {"parcels": parcels, "receipt": receipt}))
    return calls(("finish_task", {"outcome": "done"}))


def test_a_model_is_checked_with_an_agent_of_ours_as_the_document_says() -> None:
    (typed,) = re.findall(r"```sh\n(.*?)\n```", DOCUMENT.read_text(encoding="utf-8"), re.S)
    words = typed.split()
    with doctor("--seed", "7") as (process, address), FakeOpenAI(_solves_the_mock_task) as fake:
        instead = {"M": "m", "U": fake.base_url, "ADDRESS": address}
        assert words[:2] == [".venv/bin/python", "manage.py"]
        call_command(*(instead.get(word, word) for word in words[2:]))
        out, err = process.communicate(timeout=agents.PATIENCE)
    assert process.returncode == 0, out + err
    assert "ok       task " in out
    assert "needs is missing; 0 notes." in out
