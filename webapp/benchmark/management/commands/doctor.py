"""manage.py doctor: tell what keeps the site from working here, and how to mend it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandParser
from rich.console import Console
from rich.text import Text

from webapp.commands import ReportCommand
from webapp.doctor import Check, State, examine

_WORDS = {
    State.OK: ("ok", "green"),
    State.WARNING: ("note", "yellow"),
    State.MISSING: ("missing", "bold red"),
}


class Command(ReportCommand):
    """Examine this machine and its configuration."""

    help = (
        "Tell whether this machine and its configuration can do what the site does, what is "
        "missing, and how to get it. Changes nothing; exits with 1 if something needed is missing."
    )

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add where the site is to listen."""
        parser.add_argument("--port", type=_port, default=8000, help="port of the site (8000)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print every check; exit with 1 if something is missing."""
        checks = examine(options["port"])
        fine = all(check.state is not State.MISSING for check in checks)
        self.report(
            {"ok": fine, "checks": [asdict(check) for check in checks]},
            as_json=options["json"],
            show=lambda console: _show(console, checks),
        )
        if not fine:
            raise SystemExit(1)


def _show(console: Console, checks: Sequence[Check]) -> None:
    """One line a check, and under it how to mend it; commands stay whole, to be copied."""
    width = max(len(check.name) for check in checks)
    for check in checks:
        word, style = _WORDS[check.state]
        line = Text.assemble((f"{word:<9}", style), f"{check.name:<{width + 2}}", check.found)
        console.print(line, soft_wrap=True)
        if check.remedy:
            console.print(Text(" " * (width + 11) + check.remedy), soft_wrap=True)
    console.print(Text(_sum(checks)), soft_wrap=True)


def _sum(checks: Sequence[Check]) -> str:
    states = [check.state for check in checks]
    gone, noted = states.count(State.MISSING), states.count(State.WARNING)
    notes = f"{noted} note{'' if noted == 1 else 's'}"
    if gone:
        return f"{gone} of {len(checks)} missing, {notes}."
    return f"Nothing that the site needs is missing; {notes}."


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is no port from 1 to 65535")
    return int(text)
