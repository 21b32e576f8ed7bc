"""The commands: one JSON document on standard output, errors that say what to change."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, load_command_class

from sandboxes import World, catalogue, servers

ROOT = Path(__file__).parents[2]
APPS = {
    "tools": "webapp.benchmark",
    "world": "webapp.benchmark",
    "verify_tasks": "webapp.benchmark",
    "score_states": "webapp.benchmark",
    "load_suite": "webapp.benchmark",
    "doctor": "webapp.benchmark",
    "run_agent": "webapp.runs",
}
NAMES = [server.name for server in servers()]
TRIPLE = ("--old", "old.json", "--truth", "truth.json", "--new", "new.json")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py in a process of its own, as a user would."""
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )


def document(*arguments: str) -> Any:
    """The one JSON document that a command prints."""
    done = run(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def complaint(*arguments: str) -> str:
    """What a command says when it refuses; standard output stays empty."""
    printed = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command(*arguments, "--json", stdout=printed)
    assert printed.getvalue() == ""
    return str(caught.value)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: an empty one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def states(folder: Path) -> Path:
    """A folder with a state of ours, a truth that differs in one leaf, and a new state."""
    old = World(7).state(whole=True)
    truth, new = json.loads(json.dumps(old)), json.loads(json.dumps(old))
    truth["LightShop"]["balance"] -= 10.25
    new["LightShop"]["balance"] -= 10.25
    contact = next(iter(new["LightTalk"]["contacts"].values()))
    contact["remark"] = "new"
    for name, state in (("old", old), ("truth", truth), ("new", new)):
        (folder / f"{name}.json").write_text(json.dumps(state))
    return folder


def test_tools_lists_the_catalogue() -> None:
    listed = document("tools")
    assert [tool["name"] for tool in listed] == list(catalogue())
    assert list(dict.fromkeys(tool["server"] for tool in listed)) == NAMES
    assert {frozenset(tool) for tool in listed} == {
        frozenset(("server", "name", "description", "input_schema", "mutates"))
    }
    for tool in listed:
        properties = tool["input_schema"]["properties"].values()
        assert all(described["description"] for described in properties), tool["name"]
    assert len(document("tools", "--server", "LightShop")) == 26
    said = complaint("tools", "--server", "Nope")
    assert f"no server 'Nope'; there are {', '.join(NAMES)}" in " ".join(said.split())


def test_world_shows_people_the_parts_and_programs_the_whole() -> None:
    shown = run("world", "42").stdout
    assert "World 42, version" in shown
    assert "LightTalk" in shown
    assert set(document("world", "42")) == {s.name for s in servers() if s.state}
    assert "positive whole number" in complaint("world", "0")
    assert "positive whole number" in complaint("world", "x")


def test_verify_tasks_reports_and_exits_by_the_gate() -> None:
    found = document("verify_tasks", "--tasks", "mark_messages_read,buy_sold_out", "--seeds", "1-2")
    assert {k: v for k, v in found.items() if k not in ("variants", "dropped")} == {
        "templates": 2,
        "instances": 4,
        "passed": 4,
        "declined": 0,
        "failures": [],
    }
    assert found["variants"] > 0
    assert "no task 'nope' in suite interdependent; there are: alert_" in complaint(
        "verify_tasks", "--tasks", "nope"
    )
    near = "'share_contacts' in suite interdependent; did you mean share_contact? There are: alert_"
    for command in (("verify_tasks",), ("run_agent", "noop")):
        assert near in complaint(*command, "--tasks", "buy_cheapest,share_contacts")
    assert "none is empty" in complaint("verify_tasks", "--tasks", "")
    assert "none is empty" in complaint("run_agent", "noop", "--tasks", "a,,b")
    assert "no suite 'x'; there are: interdependent" in complaint("verify_tasks", "--suite", "x")
    assert "'3-1' is no seed N or range A-B" in complaint("verify_tasks", "--seeds", "3-1")


def test_run_agent_reports_what_attempts_add_up_to() -> None:
    found = document("run_agent", "oracle", "--tasks", "share_contact", "--seeds", "1-2")
    assert set(found) == {
        *("attempts", "scored", "correct", "errored", "declined", "success_rate"),
        *("completion_rate", "misbehaving_rate", "calls", "bounds", "rated_instances", "damaged"),
    }
    assert (found["attempts"], found["correct"], found["success_rate"]) == (2, 2, 1.0)
    assert set(found["calls"]) == {"valid", "failed", "fault", "syntactic"}
    repeated = ("run_agent", "noop", "--tasks", "share_contact", "--seeds", "1", "--repeats", "3")
    assert document(*repeated, "--profile", "harsh", "--without-traps")["attempts"] == 3
    assert "invalid choice: 'nobody'" in complaint("run_agent", "nobody")


def test_score_states_scores_our_own_states(states: Path) -> None:
    found = document("score_states", *TRIPLE)
    assert {k: v for k, v in found.items() if k != "changes"} == {
        "evaluator": "state_diff",
        "version": "1",
        "end": 0,
        "total": 1,
        "correct_changes": 1,
        "misbehaving": 1,
        "completion_rate": 1.0,
        "misbehaving_rate": 1.0,
        "correct": False,
    }
    assert [(c["path"].split("/")[-1], c["kind"]) for c in found["changes"]] == [
        ("balance", "met"),
        ("remark", "forbidden"),
    ]
    assert set(found["changes"][0]) == {"path", "kind", "old", "truth", "new", "sentence"}


def test_score_states_speaks_to_people(states: Path) -> None:
    shown = run("score_states", *TRIPLE).stdout
    assert "Not correct. 1 of 1 required changes made, 1 forbidden." in shown
    assert "remark went from" in " ".join(shown.split())


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("{", "new.json:1:2: Expecting property name"),
        ("[]", "new.json: a state is a JSON object"),
        ('{"a": NaN}', "new.json: NaN is not JSON"),
        ('{"a": 1e400}', "new.json: 1e400 is too large for a number"),
        ('{"a": ' + "9" * 5000 + "}", "new.json: holds a number with too many digits"),
        ('{"a": "\\ud800"}', "new.json: holds a lone surrogate, which is no text"),
        ('{"a": 1, "a": 2}', "new.json: the key 'a' stands twice in one object"),
        ("[" * 100_000, "new.json: is nested too deeply"),
        ('{"Elsewhere": {"x": 1}}', "new: Elsewhere/x: is declared neither scored, neutral nor"),
        ('{"LightTalk": {"contacts": 3}}', "new: LightTalk/contacts: is declared a collection"),
        ('{"LightShop": {"cart": [{}]}}', 'new: LightShop/cart: a record has no text "caid"'),
    ],
)
def test_a_broken_or_foreign_state_is_refused_with_its_path(
    states: Path, content: str, expected: str
) -> None:
    (states / "new.json").write_text(content)
    assert expected in complaint("score_states", *TRIPLE)


def test_a_file_that_is_not_text_or_not_there_is_refused(states: Path) -> None:
    (states / "new.json").write_bytes(b"\xff\xfe")
    assert "new.json: is not UTF-8 text (byte 0)" in complaint("score_states", *TRIPLE)
    (states / "new.json").unlink()
    assert "new.json: No such file" in complaint("score_states", *TRIPLE)


def test_foreign_states_are_scored_by_their_specification(folder: Path) -> None:
    notes = {"collections": {"notes": {"id": "id"}}, "scored": ["**"], "id_time": ["notes/*/id"]}
    for name, state in (
        ("old", {"notes": []}),
        ("truth", {"notes": [{"id": "n1", "text": "milk"}]}),
        ("new", {"notes": [{"id": "n7", "text": "milk"}]}),
        ("spec", notes),
    ):
        (folder / f"{name}.json").write_text(json.dumps(state))
    found = document("score_states", *TRIPLE, "--spec", "spec.json")
    assert (found["total"], found["correct_changes"], found["correct"]) == (1, 1, True)
    (folder / "spec.json").write_text('{"collections": {"notes": {}}}')
    assert 'spec.json: collections: notes: must be an object with an "id"' in complaint(
        "score_states", *TRIPLE, "--spec", "spec.json"
    )


def test_the_reference_profile_takes_any_json(folder: Path) -> None:
    for name, state in (("old", {"a": [1]}), ("truth", {"a": [1, 2]}), ("new", {"a": [2, 1]})):
        (folder / f"{name}.json").write_text(json.dumps(state))
    found = document("score_states", *TRIPLE, "--profile", "reference")
    assert (found["total"], found["correct_changes"], found["misbehaving"]) == (1, 0, 1)


@pytest.mark.parametrize("command", APPS)
def test_every_command_explains_itself(command: str) -> None:
    parser = load_command_class(APPS[command], command).create_parser("manage.py", command)
    assert all(action.help for action in parser._actions if action.dest != "agent")
    assert "--json" in parser.format_help()


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"SECRET_KEY": " "}, "SECRET_KEY is set but empty"),
        ({"SECRET_KEY_FILE": "/nowhere"}, "run `make install`, which makes /nowhere"),
        ({"DEBUG": "yes"}, "DEBUG must be true or false, not 'yes'"),
        ({"ALLOWED_HOSTS": "a,,b"}, "ALLOWED_HOSTS has an empty entry"),
        ({"DATABASE_FILE": ""}, "DATABASE_FILE is set but empty"),
    ],
)
def test_bad_settings_stop_the_start(environment: dict[str, str], expected: str) -> None:
    done = run("tools", **environment)
    assert done.returncode == 1
    assert done.stderr.startswith("Settings: ")
    assert expected in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_reader_that_goes_away_ends_a_command_without_a_traceback() -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "world", "42", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def running_in_group(leader: int) -> list[str]:
    """The processes of a group that have not ended."""
    running = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # ended meanwhile
            name, _, rest = path.read_text().rpartition(")")
            state, _, group = rest.split()[:3]
            if int(group) == leader and state != "Z":
                running.append(name)
    return running


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_long_command_ends_at_once_when_it_is_told_to(sent: signal.Signals, code: int) -> None:
    # Whoever runs the tests in the background may have switched SIGINT off for all that they start.
    heard = ["env", "--default-signal=INT"]
    agent = ["run_agent", "oracle", "--seeds", "1-2000"]
    command = [*heard, sys.executable, str(ROOT / "manage.py"), *agent]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stderr is not None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=8)
        process.send_signal(sent)
        assert process.wait(timeout=10) == code
        assert b"Traceback" not in process.stderr.read()
    deadline = time.monotonic() + 10  # what it has just started may need a moment to see it
    while running_in_group(process.pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert running_in_group(process.pid) == []
