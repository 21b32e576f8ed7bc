"""The house stays in order: one hop to every tool, small files, packages that keep apart."""

from __future__ import annotations

import ast
import importlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandboxes import Server, Tool, declaration, servers, tools

ROOT = Path(__file__).parents[1]
PLAIN = ("sandboxes", "evaluators", "agents")
LONGEST_FILE, LONGEST_FUNCTION = 400, 50
FOLDERS = [
    path.parent
    for kind in ("apps", "stateless")
    for path in sorted((ROOT / "sandboxes" / kind).glob("*/__init__.py"))
]


def server_of(folder: Path) -> Server:
    """The server of a folder."""
    package = ".".join(folder.relative_to(ROOT).parts)
    server: Server = importlib.import_module(package).SERVER
    return server


def sources(*folders: str) -> Iterator[Path]:
    """Every Python file of the folders."""
    for folder in folders:
        yield from (ROOT / folder).rglob("*.py")


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    """Every function in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node


@pytest.mark.parametrize("tool", tools(), ids=lambda tool: tool.name)
def test_a_tool_is_found_in_one_hop(tool: Tool) -> None:
    """In the folder of its server there is one function of its name."""
    package = ".".join(tool.function.__module__.split(".")[:3])
    folder = ROOT / package.replace(".", "/")
    name = tool.function.__name__
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


def test_every_folder_is_a_server() -> None:
    assert sorted(server_of(folder).name for folder in FOLDERS) == sorted(s.name for s in servers())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_server_is_complete(folder: Path) -> None:
    """Its folder has what docs/adding-an-app.md lists, and so has that of its tests."""
    server, tests = server_of(folder), ROOT / "tests" / folder.relative_to(ROOT)
    assert server.name.lower() == folder.name.replace("_", "")
    assert server.summary.endswith(".")
    assert tools(server.name)
    assert (folder / "tools.py").exists() or (folder / "tools").is_dir()
    parts = ["__init__.py", "scene.py"]
    if server.state is not None:
        assert (folder / "data_model.py").exists()
        scored = {path.partition("/")[0] for path in declaration()["scored"]}
        # Where nothing counts there is nothing to stage.
        assert (folder / "stage.py").exists() is (server.name in scored)
        parts += ["known.py", "watch.py"]
    assert [part for part in parts if not (tests / part).exists()] == []
    assert list(tests.glob("test_*.py"))


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
