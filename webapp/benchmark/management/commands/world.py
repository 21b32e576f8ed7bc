"""manage.py world: look at a world."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from rich.console import Console
from rich.table import Table

from sandboxes import World, sorted_json, world_version
from webapp.commands import ReportCommand, positive


class Command(ReportCommand):
    """Show the world that a seed makes."""

    help = "Show the world of a seed; with --json its whole canonical state."

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add the seed."""
        parser.add_argument("seed", type=positive, help="a positive whole number")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the state."""
        state = World(options["seed"]).state(whole=True)
        if options["json"]:
            self.stdout.write(sorted_json(state))
        else:
            _show(self.console(), options["seed"], state)


def _show(console: Console, seed: int, state: dict[str, Any]) -> None:
    console.print(f"World {seed}, version {world_version()}")
    table = Table("app", "what", "value", box=None, pad_edge=False)
    for server, content in state.items():
        for name, value in content.items():
            records = isinstance(value, dict | list)
            shown = f"{len(value)} records" if records else str(value)
            table.add_row(server, name, shown)
            if records:
                _add_samples(table, value)
    console.print(table)


def _add_samples(table: Table, records: Any) -> None:
    for record in list(records.values() if isinstance(records, dict) else records)[:3]:
        plain = {k: v for k, v in record.items() if not isinstance(v, dict | list)}
        table.add_row("", "", ", ".join(f"{k} {v}" for k, v in plain.items()))
