"""manage.py run_agent: let a built-in agent attempt instances."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from rich.console import Console

from agents import AGENTS, run_set
from sandboxes import PROFILES
from sandboxes.tasks import TaskError
from webapp.commands import ReportCommand, add_instance_arguments, positive, progress_bar


class Command(ReportCommand):
    """Run an agent."""

    help = "Let a built-in agent attempt instances, in process, and score what it leaves behind."

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add which agent, which instances, and under what conditions."""
        parser.add_argument("agent", choices=sorted(AGENTS))
        add_instance_arguments(parser)
        parser.add_argument("--repeats", type=positive, default=1, help="attempts at each (1)")
        parser.add_argument(
            "--profile", choices=sorted(PROFILES), default="default", help="faults (default)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what the attempts add up to; exit with 1 if one errored."""
        try:
            with progress_bar(f"running {options['agent']}") as on_done:
                found = run_set(
                    options["agent"],
                    options["suite"],
                    options["tasks"],
                    options["seeds"],
                    repeats=options["repeats"],
                    profile=options["profile"],
                    traps=not options["without_traps"],
                    on_done=on_done,
                ).as_json()
        except TaskError as error:
            raise CommandError(str(error)) from error
        self.report(found, as_json=options["json"], show=lambda console: _show(console, found))
        if found["errored"]:
            raise SystemExit(1)


def _show(console: Console, found: dict[str, Any]) -> None:
    console.print(
        f"{found['correct']} of {found['scored']} scored attempts correct "
        f"({_percent(found['success_rate'])}); {found['errored']} errored, "
        f"{found['declined']} seeds declined."
    )
    console.print(
        f"Completion {_percent(found['completion_rate'])}, "
        f"misbehaving {_percent(found['misbehaving_rate'])}: means over the "
        f"{found['rated_instances']} instances in which something had to change. "
        f"{_percent(found['damaged'])} of the attempts broke something."
    )
    calls = ", ".join(f"{count} {kind}" for kind, count in found["calls"].items())
    console.print(f"Calls: {calls}.")


def _percent(rate: float | None) -> str:
    return "n/a" if rate is None else f"{100 * rate:.1f} %"
