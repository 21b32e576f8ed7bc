"""manage.py harvest_recovery: rounds of stored attempts at recovery that hold an error."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

from webapp.commands import ReportCommand, migrate_if_needed, progress_bar
from webapp.recovery.harvest import Harvest, harvest


class Command(ReportCommand):
    """Harvest rounds with errors."""

    help = (
        "Go through the ended attempts at recovery and keep each round that holds an error "
        "(docs/importing.md). Types that no rule decides stay unlabelled. A second run adds only "
        "what has come since. Exits with 1 if the records of an attempt do not fit together."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Harvest, and print what was found."""
        migrate_if_needed()
        with progress_bar("harvesting") as on_done:
            found = harvest(on_done)
        self.report(
            found.as_json(), as_json=options["json"], show=lambda console: _show(console, found)
        )
        if found.unreadable:
            raise SystemExit(1)


def _show(console: Console, found: Harvest) -> None:
    console.print(
        f"{found.attempts:,} attempts, {found.rounds:,} rounds. With errors: {found.harvested:,} "
        f"new, {found.known:,} known; {found.unlabelled:,} of them are unlabelled."
    )
    if found.unreadable:
        console.print(f"{found.unreadable:,} attempts could not be read; the log says why.")
    table = Table("error", "rounds", "inherited", box=None)
    data = found.as_json()
    for error, count in data["by_type"].items():
        table.add_row(error, f"{count:,}", f"{data['inherited'][error]:,}")
    console.print(table)
