"""The interpreter, and what is installed for it."""

from __future__ import annotations

import re
import sys
from importlib import metadata
from pathlib import Path

from webapp.doctor.check import Check, missing, ok, warning
from webapp.settings import BASE_DIR

OLDEST_PYTHON = (3, 11)
_REINSTALL = (
    "Run `rm -f .venv/installed && make install`, and start commands with .venv/bin/python."
)
_PIN = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;#]+)")


def python(version: tuple[int, ...] = sys.version_info[:3]) -> Check:
    """Whether the interpreter is new enough."""
    found = f"{'.'.join(map(str, version))}, {sys.executable}"
    if version < OLDEST_PYTHON:
        wanted = ".".join(map(str, OLDEST_PYTHON))
        remedy = (
            f"Run `apt-get install python{wanted} python{wanted}-venv && rm -rf .venv && "
            f"make install PYTHON=python{wanted}`."
        )
        return missing("python", f"{found} is older than {wanted}", remedy)
    return ok("python", found)


def packages(requirements: Path = BASE_DIR / "requirements.txt") -> Check:
    """Whether what is installed is what the site was tested with."""
    name = "packages"
    try:
        lines = requirements.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        what = f"{requirements} can't be read: {error}"
        return warning(name, what, f"Run `git checkout {requirements.name}`.")
    pins = [found.groups() for line in lines if (found := _PIN.match(line))]
    installed = {package: _installed(package) for package, _ in pins}
    absent = [f"{package} {pin}" for package, pin in pins if installed[package] is None]
    differing = [
        f"{package} {installed[package]} instead of {pin}"
        for package, pin in pins
        if installed[package] not in (None, pin)
    ]
    if absent:
        return missing(name, f"not installed: {', '.join(absent + differing)}", _REINSTALL)
    if differing:
        what = f"not what the site was tested with: {', '.join(differing)}"
        return warning(name, what, _REINSTALL)
    return ok(name, f"all {len(pins)} as pinned in {requirements.name}")


def _installed(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
