"""The house stays in order: one hop to every tool, small files, packages that keep apart."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandboxes import catalogue, declaration, servers

ROOT = Path(__file__).parents[1]
PLAIN = ("sandboxes", "evaluators", "agents")
LONGEST_FILE, LONGEST_FUNCTION = 400, 50
APP_PARTS = ("__init__.py", "data_model.py", "stage.py", "corpus")


def sources(*folders: str) -> Iterator[Path]:
    """Every Python file of the folders."""
    for folder in folders:
        yield from (ROOT / folder).rglob("*.py")


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    """Every function in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_a_tool_is_found_in_one_hop(name: str) -> None:
    folder = ROOT / "sandboxes" / "apps"
    hits = [p for p in folder.rglob("*.py") for f in functions(p) if f.name == name]
    assert len(hits) == 1


def test_files_and_functions_are_small() -> None:
    for path in sources(*PLAIN, "webapp"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) <= LONGEST_FILE, path
        for function in functions(path):
            length = (function.end_lineno or 0) - function.lineno
            documentation = ast.get_docstring(function) or ""
            assert length - len(documentation.splitlines()) <= LONGEST_FUNCTION, (
                f"{path}: {function.name}"
            )


def test_every_app_is_complete() -> None:
    folders = [p for p in (ROOT / "sandboxes" / "apps").iterdir() if (p / "__init__.py").exists()]
    assert len(folders) == len(servers())
    for folder in folders:
        if folder.name != "light_os":  # no people, no goods: a clock needs no corpus
            missing = [part for part in APP_PARTS if not (folder / part).exists()]
            assert missing == [], folder.name
        assert (folder / "tools.py").exists() or (folder / "tools").is_dir(), folder.name


def test_every_path_of_the_state_is_declared_once() -> None:
    spec = declaration()
    paths = [path for role in ("scored", "neutral", "id_time") for path in spec[role]]
    assert len(paths) == len(set(paths))
    assert set(spec["money"]) <= set(paths)


@pytest.mark.parametrize(
    ("package", "line"),
    [
        ("sandboxes", "import django"),
        ("evaluators", "import sandboxes"),
        ("agents", "import webapp"),
        ("sandboxes", "import agents"),
    ],
)
def test_a_forbidden_import_breaks_a_contract(package: str, line: str, tmp_path: Path) -> None:
    for name in (*PLAIN, "webapp"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / package / "_wrong.py").write_text(f"{line}\n")
    linter = Path(sys.executable).with_name("lint-imports")

    broken = subprocess.run([linter, "--no-cache"], cwd=tmp_path, capture_output=True, text=True)

    assert broken.returncode == 1
    assert f"{package}._wrong -> {line.split()[1]}" in broken.stdout
