"""manage.py import_grades: grades from a file, entered as those of one person."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from rich.console import Console

from webapp.accounts.models import User
from webapp.annotation.importing import NotImported, Report, import_grades
from webapp.annotation.models import Campaign
from webapp.commands import ReportCommand, migrate_if_needed

_SHOWN = 50


class Command(ReportCommand):
    """Import grades."""

    help = (
        "Enter the grades of a file as those of one person. The file is CSV, .xlsx or JSON Lines, "
        "as grades are exported: columns sample, item and the grades, a row for each item; or "
        "sample, S1_human, S2_human ..., a row for each response. A row that is wrong is named and "
        "left out, whole; all others are taken. Exits with 1 if a row was refused."
    )

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add what is imported, and whose it is."""
        parser.add_argument("campaign", help="name of the campaign")
        parser.add_argument("file", type=Path)
        parser.add_argument("--grader", required=True, metavar="NAME", help="whose grades they are")
        parser.add_argument(
            "--column", default="", help="which column of grades, if there are several"
        )
        parser.add_argument(
            "--trained-elsewhere",
            action="store_true",
            help="the grader needs no training round here; that is recorded",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, and print what became of the rows."""
        migrate_if_needed()
        campaign = Campaign.objects.filter(name=options["campaign"]).first()
        if campaign is None:
            raise CommandError(f"no campaign {options['campaign']!r}.")
        grader = User.objects.filter(username=options["grader"]).first()
        if grader is None:
            raise CommandError(f"nobody is called {options['grader']!r}.")
        try:
            report = import_grades(
                campaign,
                options["file"],
                grader,
                options["column"],
                is_trained_elsewhere=options["trained_elsewhere"],
            )
        except NotImported as error:
            raise CommandError(f"{error}.") from error
        self.report(
            report.as_json(), as_json=options["json"], show=lambda console: _show(console, report)
        )
        if report.refused:
            raise CommandError(f"{report.refused:,} of {report.read:,} rows were refused.")


def _show(console: Console, report: Report) -> None:
    told = (
        f"{report.read:,} rows: {report.taken:,} taken, {report.refused:,} refused, "
        f"{report.blank:,} without a grade. {report.handed_in:,} sheets handed in."
    )
    console.print(told)
    problems = sorted(report.problems, key=lambda one: (one.sheet, one.row))
    for one in problems[:_SHOWN]:
        console.print(f"{one.place}: {one.text}", markup=False, soft_wrap=True)
    if len(problems) > _SHOWN:
        console.print(f"and {len(problems) - _SHOWN:,} more; --json names all of them")
