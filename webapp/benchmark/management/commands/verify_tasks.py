"""manage.py verify_tasks: put instances through the gate."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from rich.console import Console

from sandboxes.tasks import TaskError, verify
from webapp.commands import ReportCommand, add_instance_arguments, progress_bar, require_tasks


class Command(ReportCommand):
    """Verify tasks."""

    help = "Put instances through the gate: gold passes, everything near it fails."

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add which instances."""
        add_instance_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what the gate says; exit with 1 if an instance fails."""
        require_tasks(options["suite"], options["tasks"])
        try:
            with progress_bar("verifying") as on_done:
                found = verify(
                    options["suite"],
                    options["tasks"],
                    options["seeds"],
                    traps=not options["without_traps"],
                    on_done=on_done,
                ).as_json()
        except TaskError as error:
            raise CommandError(str(error)) from error
        self.report(found, as_json=options["json"], show=lambda console: _show(console, found))
        if found["failures"]:
            raise SystemExit(1)


def _show(console: Console, found: dict[str, Any]) -> None:
    console.print(
        f"{found['passed']} of {found['instances']} instances of {found['templates']} templates "
        f"passed; {found['declined']} seeds declined; {found['variants']} wrong ways failed, "
        f"{found['dropped']} dropped as right."
    )
    for failure in found["failures"]:
        console.print(
            f"  {failure['task']}/{failure['seed']} {failure['check']}: {failure['detail']}",
            markup=False,
        )
