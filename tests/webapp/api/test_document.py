"""docs/api.md tells the truth: its commands run, its operations and reasons are the code's."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

from rest_framework import exceptions

from tests.webapp.api.personas import Persona, content
from tests.webapp.builders import public_instance
from tests.webapp.live import LiveSite
from webapp.api import errors
from webapp.api.views.schema import schema

DOCUMENT = Path(__file__).parents[3] / "docs" / "api.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8000"


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading."""
    table = TEXT.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_its_commands_lead_from_opening_to_score(
    owner: Persona, live_site: LiveSite, tmp_path: Path
) -> None:
    public_instance("mark_messages_read")
    commands = "\n".join(re.findall(r"```sh\n(.*?)```", TEXT, re.S))
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands.replace(ADDRESS, live_site.origin)],
        cwd=tmp_path,
        env=os.environ | {"TOKEN": owner.secret},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("number") for answer in answers[4:8]] == [2, 3, 3, 4]
    assert [score["correct"] for score in answers[-1]["results"]] == [True]
    for told in re.findall(r"^# (.*?),? ?\.\.\.", TEXT, re.M):
        assert any(told in line for line in done.stdout.splitlines()), told
    assert content(owner.get("attempts"))["count"] == 1


def test_its_operations_are_those_of_the_schema() -> None:
    described = {
        f"{method.upper()} {path.removeprefix('/api/v1/')}"
        for path, methods in schema()["paths"].items()
        for method in methods
    }
    assert {operation for operation, _ in rows("Operations")} == described


def test_its_reasons_are_those_of_the_code() -> None:
    known = {
        (found.status_code, found.default_code)
        for module in (exceptions, errors)
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, exceptions.APIException)
    }
    ours = {(400, "invalid_params"), (500, "internal_error")}
    told = {(int(status), reason) for status, reason, _ in rows("Errors")}
    assert told <= known | ours
    assert ours <= told
