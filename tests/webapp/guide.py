"""The guide for agent engineers as a newcomer uses it: scripts are saved, commands are typed."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests.test_docs import ROOT

GUIDE = (ROOT / "docs" / "plug-in-your-agent.md").read_text(encoding="utf-8")
CLIENTS = ROOT / "tests" / "clients"
NODE_MODULES = CLIENTS / "node_modules"
INSPECT = ROOT / ".venv-inspect"
PATIENCE = 300


@dataclass(frozen=True)
class Newcomer:
    """Somebody who saved the scripts under their names and follows the guide.

    Args:
        folder: Where the scripts are.
        environment: What the guide says to export.
        programs: The folder that programs are found in first.
    """

    folder: Path
    environment: dict[str, str]
    programs: Path = field(default_factory=lambda: Path(sys.executable).parent)

    def types(self, command: str, **values: str) -> str:
        """What a command of the guide prints, with values in place of words in capitals."""
        assert command in commands(), f"the guide does not say: {command}"
        return self.runs(*(values.get(word, word) for word in shlex.split(command)))

    def runs(self, *words: str) -> str:
        """What a command prints; it must succeed, and leaves nothing outside the folder."""
        path = f"{self.programs}:{os.environ['PATH']}"
        done = subprocess.run(
            words,
            cwd=self.folder,
            env=self.environment | {"PATH": path, "HOME": str(self.folder)},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def commands() -> list[str]:
    """The commands that the guide says to type."""
    return re.findall(r"^\$ (.+)$", GUIDE, re.M)


def save_scripts(folder: Path) -> None:
    """Save the scripts of the guide under the names in their first lines."""
    for script in re.findall(r"```(?:python|typescript)\n(.*?)```", GUIDE, re.S):
        name = re.match(r"(?:#|//) (\w+\.(?:py|ts))\n", script)
        assert name, "each script says its name first"
        (folder / name[1]).write_text(script, encoding="utf-8")
