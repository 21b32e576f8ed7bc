"""manage.py export_training_data: what a model may learn from, in the forms that trl reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from rich.console import Console

from webapp.annotation.training_data import REASONS, Asked, candidates, held_out_names
from webapp.annotation.training_export import Export
from webapp.annotation.training_models import TrainingKind
from webapp.annotation.training_scores import PEOPLE, NoSource
from webapp.commands import ReportCommand, migrate_if_needed


class Command(ReportCommand):
    """Export training data."""

    help = (
        "Write the responses, or pairs of responses, that researchers have kept as training data, "
        "one JSON object a line, as trl reads them (docs/annotating.md). Dropped ones are never "
        "written."
    )

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add what is exported, and where to."""
        parser.add_argument("--kind", choices=TrainingKind.values, required=True)
        parser.add_argument(
            "--source", default=PEOPLE, help='whose grades count: "people" or a judge\'s identity'
        )
        parser.add_argument(
            "--held-out",
            type=Path,
            metavar="FILE",
            help="names of queries that are kept for testing, one a line",
        )
        parser.add_argument(
            "--undecided", action="store_true", help="write those that nobody has decided on too"
        )
        parser.add_argument("--out", type=Path, metavar="FILE", required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        """Export, and tell what was left out."""
        migrate_if_needed()
        held_out = _held_out(options["held_out"])
        asked = Asked(TrainingKind(options["kind"]), options["source"], held_out)
        try:
            export = Export(candidates(asked), undecided=options["undecided"])
        except NoSource as error:
            raise CommandError(str(error)) from error
        _write(options["out"], export)
        self.report(
            export.as_json(), as_json=options["json"], show=lambda console: _show(console, export)
        )


def _held_out(path: Path | None) -> frozenset[str]:
    if path is None:
        return frozenset()
    try:
        return held_out_names(path.read_text(encoding="utf-8").splitlines())
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path}: is not UTF-8 text (byte {error.start})") from error


def _write(path: Path, export: Export) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(export.lines())
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


def _show(console: Console, export: Export) -> None:
    found, report = export.found, export.found.report
    console.print(
        f"{export.written:,} records written. Of {len(found.found):,} candidates "
        f"{len(found.kept):,} are kept, {len(found.dropped):,} dropped, "
        f"{len(found.undecided):,} undecided."
    )
    if export.outdated:
        console.print(
            f"{export.outdated:,} have no record: the code of today no longer makes their instance."
        )
    console.print(f"{report.responses:,} responses, {report.eligible:,} eligible. Left out:")
    for why, words in REASONS.items():
        if report.excluded[why]:
            console.print(f"  {report.excluded[why]:,} {words}")
    if found.unmatched:
        names = ", ".join(found.unmatched)
        console.print(f"No response is of these held-out queries: {names}", markup=False)
