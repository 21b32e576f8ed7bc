"""manage.py doctor: tell what keeps the site from working here, or an agent from taking a test."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.core.management.base import CommandError, CommandParser
from rich.console import Console
from rich.text import Text

from webapp.commands import ReportCommand, positive
from webapp.doctor import Check, State, examine

if TYPE_CHECKING:
    from webapp.doctor.agent import AgentReport

_WORDS = {
    State.OK: ("ok", "green"),
    State.WARNING: ("note", "yellow"),
    State.MISSING: ("missing", "bold red"),
}
_BY_HAND = "-"
_BY_SIGNAL = 128
_MOST_SEEDS = 2**31


class Command(ReportCommand):
    """Examine this machine and its configuration, or an agent."""

    help = (
        "Tell whether this machine and its configuration can do what the site does, what is "
        "missing, and how to get it; with --agent, whether an agent can take a test. Changes "
        "nothing; exits with 1 if something needed is missing."
    )

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add where the site is to listen, and how an agent is to be examined."""
        parser.add_argument("--port", type=_port, default=8000, help="port of the site (8000)")
        parser.add_argument(
            "--agent",
            metavar="URL",
            nargs="?",
            const=_BY_HAND,
            type=_agent,
            help="examine an agent instead: at a mock task, started by a POST to its URL, or "
            "connected by you if there is no URL or it is -",
        )
        parser.add_argument(
            "--agent-port", type=_any_port, default=0, help="port of the mock task (0: any)"
        )
        parser.add_argument(
            "--agent-seconds", type=positive, default=300, help="how long to watch it (300)"
        )
        parser.add_argument("--seed", type=positive, help="which mock task; default: a new one")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print every check; exit with 1 if something is missing."""
        if options["agent"] is not None:
            self._examine_agent(options)
            return
        checks = examine(options["port"])
        fine = _is_fine(checks)
        self.report(
            {"ok": fine, "checks": [asdict(check) for check in checks]},
            as_json=options["json"],
            show=lambda console: _show(console, checks, "Nothing that the site needs"),
        )
        if not fine:
            raise SystemExit(1)

    def _examine_agent(self, options: dict[str, Any]) -> None:
        # Only here: the doctor of a machine has to start where libraries are missing.
        from webapp.doctor.agent import NoPort, examine_agent

        seed = options["seed"]
        try:
            found = examine_agent(
                None if options["agent"] == _BY_HAND else options["agent"],
                port=options["agent_port"],
                seconds=options["agent_seconds"],
                seed=secrets.randbelow(_MOST_SEEDS) + 1 if seed is None else seed,
                say=lambda line: self.stderr.write(line, style_func=str),
            )
        except NoPort as error:
            raise CommandError(str(error)) from error
        fine = _is_fine(found.checks)
        self.report(
            {
                "ok": fine,
                "seed": found.seed,
                "instruction": found.instruction,
                "checks": [asdict(check) for check in found.checks],
                "calls": found.calls,
            },
            as_json=options["json"],
            show=lambda console: _show_agent(console, found),
        )
        if found.stopped_by:
            raise SystemExit(_BY_SIGNAL + found.stopped_by)
        if not fine:
            raise SystemExit(1)


def _is_fine(checks: Sequence[Check]) -> bool:
    return all(check.state is not State.MISSING for check in checks)


def _show_agent(console: Console, found: AgentReport) -> None:
    _show(console, found.checks, "Nothing that an agent needs")
    console.print(Text(f"The same task again: --seed {found.seed}"), soft_wrap=True)


def _show(console: Console, checks: Sequence[Check], nothing: str) -> None:
    """One line a check, and under it how to mend it; commands stay whole, to be copied."""
    width = max(len(check.name) for check in checks)
    for check in checks:
        word, style = _WORDS[check.state]
        line = Text.assemble((f"{word:<9}", style), f"{check.name:<{width + 2}}", check.found)
        console.print(line, soft_wrap=True)
        if check.remedy:
            console.print(Text(" " * (width + 11) + check.remedy), soft_wrap=True)
    console.print(Text(_sum(checks, nothing)), soft_wrap=True)


def _sum(checks: Sequence[Check], nothing: str) -> str:
    states = [check.state for check in checks]
    gone, noted = states.count(State.MISSING), states.count(State.WARNING)
    notes = f"{noted} note{'' if noted == 1 else 's'}"
    if gone:
        return f"{gone} of {len(checks)} missing, {notes}."
    return f"{nothing} is missing; {notes}."


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is no port from 1 to 65535")
    return int(text)


def _any_port(text: str) -> int:
    return 0 if text == "0" else _port(text)


def _agent(text: str) -> str:
    """An address that can be POSTed to, or what stands for none."""
    try:
        parts = urlsplit(text)
        named = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        named = None
    if text != _BY_HAND and not named:
        raise argparse.ArgumentTypeError(f"{text!r} is neither an http:// or https:// URL nor -")
    return text
