"""manage.py import_pararecover: published records of the recovery benchmark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from rich.console import Console
from rich.table import Column, Table

from sandboxes.workflows.published import PublishedFileError
from webapp.commands import ReportCommand, migrate_if_needed, progress_bar
from webapp.recovery.importing import Tally, import_file

_SHOWN = 20
_COLUMNS = ("read", "imported", "known", "mended", "incomplete", "refused")


class Command(ReportCommand):
    """Import published records."""

    help = (
        "Import published ParaRecover records, one JSON object a line (docs/importing.md). What "
        "was imported before stays as it is. Exits with 1 if a line or a file was refused."
    )

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add which files."""
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import each file, and print what became of its lines."""
        migrate_if_needed()
        found = [_imported(path) for path in options["files"]]
        total = Tally()
        for file in found:
            if isinstance(file, Tally):
                total.add(file)
        named = list(zip(options["files"], found, strict=True))
        data = total.as_json() | {"files": [_as_json(path, file) for path, file in named]}
        self.report(data, as_json=options["json"], show=lambda console: _show(console, named))
        wrong = [error for path, file in named if (error := _wrong(path, file))]
        if wrong:
            raise CommandError("\n".join(wrong))


def _imported(path: Path) -> Tally | PublishedFileError:
    try:
        with progress_bar(path.name) as on_done:
            return import_file(path, lambda lines: on_done(lines, lines))
    except PublishedFileError as error:
        return error


def _as_json(path: Path, file: Tally | PublishedFileError) -> dict[str, Any]:
    if isinstance(file, PublishedFileError):
        return {"file": str(path), "error": str(file)} | Tally().as_json() | {"refusals": []}
    return {
        "file": str(path),
        "error": None,
        **file.as_json(),
        "refusals": [refusal.as_json() for refusal in file.refusals],
    }


def _wrong(path: Path, file: Tally | PublishedFileError) -> str:
    """What keeps a file from being imported whole; empty if nothing does."""
    if isinstance(file, PublishedFileError):
        return str(file)
    if not file.read:
        return f"{path} holds no records."
    if file.refused:
        return f"{path}: {file.refused:,} of {file.read:,} lines were refused."
    return ""


def _show(console: Console, named: list[tuple[Path, Tally | PublishedFileError]]) -> None:
    table = Table(Column("file", overflow="fold"), *_COLUMNS)
    tallies = [(path, file) for path, file in named if isinstance(file, Tally)]
    for path, file in tallies:
        counts = file.as_json()
        table.add_row(path.name, *(f"{counts[name]:,}" for name in _COLUMNS))
    if tallies:
        console.print(table)
    for title, column in (("mend", "mends"), ("not mended", "unmended"), ("tag", "by_type")):
        _show_counts(console, title, column, [file for _, file in tallies])
    for path, file in tallies:
        if file.known and not file.imported:
            console.print(f"{path.name} brought nothing new: its records are here.", markup=False)
        for refusal in file.refusals[:_SHOWN]:
            console.print(
                f"{path.name}, line {refusal.line:,}: {refusal.reason}",
                markup=False,
                soft_wrap=True,
            )
        if file.refused > _SHOWN:
            console.print(f"and {file.refused - _SHOWN:,} more refused lines of {path.name}")


def _show_counts(console: Console, title: str, column: str, tallies: list[Tally]) -> None:
    total = Tally()
    for tally in tallies:
        total.add(tally)
    counts = total.as_json()[column]
    if counts:
        table = Table(title, "count")
        for name, count in counts.items():
            table.add_row(name, f"{count:,}")
        console.print(table)
