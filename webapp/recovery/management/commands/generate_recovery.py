"""manage.py generate_recovery: instances of recovery with the paper's shares of errors."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

from django.core.management.base import CommandError, CommandParser
from rich.console import Console
from rich.table import Table

from sandboxes import canonical_json
from sandboxes.workflows import Tally, generate
from sandboxes.workflows.published import Publisher, published_line
from webapp.commands import ReportCommand, positive, progress_bar

_PAPER = {1: 4033, 2: 6593}
_OWN, _PUBLISHED = "own", "published"


class Command(ReportCommand):
    """Generate recovery instances."""

    help = (
        "Put errors into workflows, each of them proved: the plan goes on worse than its repair, "
        "and the repair reaches the goal in the rounds that were computed. The counts by type and "
        "round are the paper's, or in proportion."
    )

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add how many, and where they are written."""
        parser.add_argument("--level", type=int, choices=sorted(_PAPER), required=True)
        parser.add_argument("--count", type=positive, help="instances (the paper's: 4033, 6593)")
        parser.add_argument("--seed", type=positive, default=1, help="which instances (1)")
        parser.add_argument("--out", type=Path, help="write them here, one JSON object a line")
        parser.add_argument(
            "--form",
            choices=(_OWN, _PUBLISHED),
            default=_OWN,
            help="own: with all that is known; published: as ParaRecover's records are (own)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what was made; exit with 1 if there are less than were wanted."""
        count = options["count"] or _PAPER[options["level"]]
        tally, line_of = Tally(options["level"]), _written_as(options["form"])
        with ExitStack() as stack:
            on_done = stack.enter_context(progress_bar("generating"))
            file = _opened(options["out"], stack)
            for batch in generate(options["level"], count, options["seed"]):
                tally.add(batch)
                for made in batch.made:
                    _write(file, line_of(made))
                on_done(tally.instances, count)
        found = tally.as_json()
        self.report(found, as_json=options["json"], show=lambda console: _show(console, found))
        if found["failures"] or tally.instances < count:
            raise SystemExit(1)


def _written_as(form: str) -> Callable[[dict[str, Any]], str]:
    """How an exported instance becomes a line."""
    if form == _OWN:
        return canonical_json
    publisher = Publisher()
    return lambda made: published_line(publisher.record(made))


def _opened(path: Path | None, stack: ExitStack) -> IO[str] | None:
    if path is None:
        return None
    try:
        return stack.enter_context(path.open("w", encoding="utf-8", newline="\n"))
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


def _write(file: IO[str] | None, line: str) -> None:
    if file is not None:
        file.write(line + "\n")


def _show(console: Console, found: dict[str, Any]) -> None:
    console.print(f"{found['verified']} of {found['instances']} instances are proved.")
    rounds = found.get("by_round", {})
    table = Table("error", "instances", *(f"round {number}" for number in rounds), box=None)
    for error, count in found["by_type"].items():
        table.add_row(error, str(count), *(str(counts[error]) for counts in rounds.values()))
    console.print(table)
    for failure in found["failures"]:
        console.print(f"  {failure}", markup=False)
