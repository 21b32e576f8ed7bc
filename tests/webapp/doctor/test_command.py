"""manage.py doctor: the command, its report and its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, load_command_class

from tests.webapp.doctor.ailments import (
    HOST,
    MISSING,
    OK,
    PASSWORD,
    free_port,
    run,
)
from webapp import doctor
from webapp.doctor.check import Check, one_line


def test_a_machine_that_is_ready_is_told_so_in_one_document(prepared_file: Path) -> None:
    done = run("--json", "--port", str(free_port()), DATABASE_FILE=str(prepared_file))
    assert done.stderr == ""
    document = json.loads(done.stdout)
    assert (done.returncode, document["ok"]) == (0, True), document
    assert set(document) == {"ok", "checks"}
    assert {frozenset(check) for check in document["checks"]} == {
        frozenset(("name", "state", "found", "remedy"))
    }
    for check in document["checks"]:
        assert check["found"]
        assert bool(check["remedy"]) == (check["state"] != "ok"), check
    needed = {"python", "secret key", "database", "durability", "disk", "migrations", "suites"}
    assert needed <= {check["name"] for check in document["checks"] if check["state"] == "ok"}


def test_people_read_aligned_words_with_the_remedy_below(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "site.sqlite3"
    done = run("--port", str(free_port()), DATABASE_FILE=str(file))
    lines = done.stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("missing  database "))
    column = lines[at].index("there is no folder")
    assert lines[at + 1][:column].strip() == ""
    assert lines[at + 1][column:].startswith(f"Run `mkdir -p {file.parent}`, then")
    assert {line[:9].strip() for line in lines[:-1]} <= {"ok", "note", "missing", ""}
    assert lines[-1].startswith("3 of ")  # database, migrations and suites
    assert (done.returncode, done.stderr) == (1, "")
    assert not file.parent.exists()


def test_no_password_is_ever_printed() -> None:
    done = run(
        "--json",
        DATABASE_URL=f"postgres://someone:{PASSWORD}@{HOST}:{free_port()}/site",
        REDIS_URL=f"redis://:{PASSWORD}@{HOST}:{free_port()}/0",
        SECRET_KEY=PASSWORD,
    )
    assert done.returncode == 1
    assert PASSWORD not in done.stdout + done.stderr
    found = {check["name"]: check["found"] for check in json.loads(done.stdout)["checks"]}
    assert "PostgreSQL someone@127.0.0.1:" in found["database"]
    assert "redis://127.0.0.1:" in found["redis"]


@pytest.mark.parametrize("port", ["0", "65536", "-1", "x", "٣"])
def test_what_is_no_port_is_refused(port: str) -> None:
    with pytest.raises(CommandError, match="is no port from 1 to 65535"):
        call_command("doctor", f"--port={port}")


def test_the_command_explains_itself() -> None:
    parser = load_command_class("webapp.benchmark", "doctor").create_parser("manage.py", "doctor")
    assert all(action.help for action in parser._actions)


def test_a_check_that_breaks_is_told_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    (told,) = doctor._told("clock", lambda: [Check("clock", OK, str(1 / 0))])
    assert told.state is MISSING
    assert told.found == "the check itself failed (ZeroDivisionError): see standard error"
    assert "ZeroDivisionError" in caplog.text


def test_a_foreign_text_becomes_one_harmless_line() -> None:
    assert one_line("a\n b\x1b[31m\udcff\N{NO-BREAK SPACE}é") == "a b?[31m? é"
