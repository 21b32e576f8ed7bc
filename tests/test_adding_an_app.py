"""The recipe for an app is enough: what it shows is found, played, scored and documented."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RECIPE = (ROOT / "docs" / "adding-an-app.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`(sandboxes/[^`]+\.py)`\n\n```python\n(.*?)```", RECIPE, re.S | re.M))
PLAYED = """
from evaluators import Expectation, score, spec_from_json
from sandboxes import World, catalogue, declaration, dependencies, evidence, servers, world_version
from sandboxes.tasks._stages import stage_of

assert servers()[-1].name == "LightNotes"
assert list(catalogue())[-3:] == ["write_note", "list_notes", "delete_note"]
begun = [len(World(seed).call("list_notes", {}).output) for seed in range(1, 101)]
assert 30 < sum(begun) < 70

start = World(3)
right, wrong = start.fork(), start.fork()
noid = right.call("write_note", {"text": "Buy chalk"}).output["noid"]
wrong.call("write_note", {"text": "Buy cheese"})
old, truth, new = evidence(start, right, wrong)
spec = spec_from_json(declaration())
assert score(old, [Expectation(truth)], truth, spec).correct
assert not score(old, [Expectation(truth)], new, spec).correct
assert right.call("delete_note", {"noid": noid}).ok
assert right.state()["LightNotes"] == start.state()["LightNotes"]
assert right.call("delete_note", {"noid": noid}).status == "failed"
assert right.call("delete_note", {}).status == "error"
assert any(tie.name == "note" and "list_notes" in tie.providers for tie in dependencies())
tool, arguments = stage_of("write_note").stray_write(start)
assert start.fork().call(tool, arguments).ok
print(world_version())
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plain packages with the recipe's app among them."""
    root = tmp_path_factory.mktemp("house")
    for name in ("sandboxes", "evaluators"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, root / name, ignore=ignored)
    for name, code in FILES.items():
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(code, encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


def test_the_recipe_shows_every_part() -> None:
    parts = {Path(name).name for name in FILES}
    wanted = {"__init__", "data_model", "records", "seeding", "stage", "tools"}
    assert parts == {f"{part}.py" for part in wanted}


def test_the_app_is_found_played_and_scored_without_another_edit(house: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAYED], cwd=house, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_recipe_is_written_as_the_house_is(house: Path) -> None:
    ruff = Path(sys.executable).with_name("ruff")
    for check in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [ruff, *check, "sandboxes/apps/light_notes"], cwd=house, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout
