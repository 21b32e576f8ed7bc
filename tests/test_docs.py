"""The documents tell the truth: their examples run, and what they name exists."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evaluators import Expectation, StateError, score, spec_from_json
from sandboxes import catalogue
from tests.agents.fake_openai import SCRIPTS, FakeOpenAI
from tests.shared_data import ABSENT, COMPLEXMCP, PublishedCase, published_cases

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(language: str) -> list[tuple[str, str]]:
    """Every code block of a language: (document, code)."""
    found = []
    for path in DOCUMENTS:
        for code in re.findall(rf"```{language}\n(.*?)```", path.read_text(encoding="utf-8"), re.S):
            found.append((path.name, code))
    return found


def examples() -> list[tuple[str, str]]:
    """What runs by itself; others have tests of their own: test_plug_in, test_adding_an_app."""
    others = ("plug-in-your-agent.md", "adding-an-app.md")
    return [(name, code) for name, code in blocks("python") if name not in others]


@pytest.mark.parametrize(("document", "code"), examples())
def test_an_example_runs(document: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, document, "exec"), {})
    assert capsys.readouterr().out


def test_the_scoring_example_scores_a_wrong_text_as_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """T = 2 (receiver, text), one of them met, nothing broken."""
    code = next(code for document, code in blocks("python") if document == "scoring.md")
    exec(code, {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "2 1 0"
    assert 'text should be "hello", but is "hallo".' in printed[-1]


def commands() -> list[str]:
    """The manage.py commands that the documents tell to type, each in one line."""
    lines = [
        line for _, code in blocks("console") for line in code.replace("\\\n", " ").splitlines()
    ]
    return [line.removeprefix("$ ") for line in lines if "manage.py" in line]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """That of a machine where nothing has been run yet."""
    return os.environ | {"DATABASE_FILE": str(tmp_path_factory.mktemp("site") / "site.sqlite3")}


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_documents_works(command: str, environment: dict[str, str]) -> None:
    """Where one names a model's address, a local model that answers as scripted is there."""
    with FakeOpenAI(SCRIPTS["looks_and_finishes"]) as fake:
        words = re.sub(r"(?<=--base-url )\S+", fake.base_url, command).split()
        done = subprocess.run(
            [sys.executable, *words[1:]], cwd=ROOT, env=environment, capture_output=True, text=True
        )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_guide_tells_how_many_tools_a_client_lists() -> None:
    guide = (ROOT / "docs" / "plug-in-your-agent.md").read_text("utf-8")
    own = len(catalogue())
    assert f"- **{own + 2} tools** are listed under the usual conditions: the {own} of" in guide


def test_links_between_documents_lead_somewhere() -> None:
    for path in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def chosen(requirements: str) -> list[str]:
    """The lines of what was chosen, without what that pulls in."""
    return requirements.partition("# pulled in")[0].splitlines()


def test_every_library_has_a_reason_and_a_pin() -> None:
    decided = set()
    for path in (ROOT / "docs" / "decisions").glob("*.md"):
        decided |= set(re.findall(r"^\| ([a-z0-9-]+) \|", path.read_text(encoding="utf-8"), re.M))
    pinned = {
        line.partition("==")[0]
        for name in ("requirements.txt", "requirements-dev.txt")
        for line in chosen((ROOT / name).read_text(encoding="utf-8"))
        if "==" in line
    }
    assert decided - {"library", "---"} == pinned


def published_ends() -> list[PublishedCase]:
    """The published cases whose outcome no rule of ours can see differently."""
    return [case for case in published_cases() if case.name.endswith(("/old", "/gt"))]


@pytest.mark.skipif(not COMPLEXMCP.is_dir(), reason=ABSENT)
@pytest.mark.parametrize("case", published_ends(), ids=lambda case: case.name)
def test_published_states_can_be_scored_by_our_rules(case: PublishedCase) -> None:
    spec = spec_from_json(json.loads((ROOT / "docs/examples/complexmcp.spec.json").read_text()))
    found = score(case.old, [Expectation(case.truth)], case.new, spec)
    assert (found.correct, found.misbehaving) == (case.correct, 0)
    assert found.correct_changes == (found.total if case.correct else 0)
    assert found.total > 0


def test_a_record_that_stands_twice_is_refused() -> None:
    spec = spec_from_json({"collections": {"chat": {"id": "mid"}}, "scored": ["**"]})
    twice: dict[str, Any] = {"chat": [{"mid": "m1"}, {"mid": "m1"}]}
    with pytest.raises(StateError, match="new: chat/m1: stands there twice"):
        score({"chat": []}, [Expectation({"chat": []})], twice, spec)
