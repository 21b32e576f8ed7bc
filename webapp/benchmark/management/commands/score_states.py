"""manage.py score_states: score states that lie in files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from rich.console import Console

from evaluators import (
    Expectation,
    Score,
    SpecError,
    StateError,
    reference_score,
    score,
    spec_from_json,
)
from sandboxes import declaration
from webapp.commands import ReportCommand, read_json

_MARKS = {"met": "[green]met[/]", "missing": "[yellow]missing[/]", "forbidden": "[red]forbidden[/]"}


class Command(ReportCommand):
    """Compare an end state with the truth."""

    help = (
        "Score an end state against the ground truth. The default profile reads states of our own "
        "worlds, or any JSON with --spec; the profile reference is the published judge."
    )

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add the three states and how to read them."""
        parser.add_argument("--old", type=Path, required=True, help="the state before, JSON")
        parser.add_argument("--truth", type=Path, required=True, help="the right end, JSON")
        parser.add_argument("--new", type=Path, required=True, help="the state to score, JSON")
        parser.add_argument(
            "--profile",
            choices=("default", "reference"),
            default="default",
            help="our rules (default), or the published judge to the number",
        )
        parser.add_argument(
            "--spec", type=Path, help="what the paths of foreign states mean (docs/scoring.md)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the score."""
        found = _scored(options)
        self.report(found.as_json(), as_json=options["json"], show=lambda c: _show(c, found))


def _scored(options: dict[str, Any]) -> Score:
    if options["profile"] == "reference" and options["spec"]:
        raise CommandError("--spec goes with the default profile; the published judge has none")
    old, truth, new = (_state(options[name]) for name in ("old", "truth", "new"))
    if options["profile"] == "reference":
        try:
            return reference_score(old, truth, new)
        except RecursionError as error:
            raise CommandError("a state is nested too deeply to be compared") from error
    declared = read_json(options["spec"]) if options["spec"] else declaration()
    try:
        return score(old, [Expectation(truth)], new, spec_from_json(declared))
    except SpecError as error:
        raise CommandError(f"{options['spec']}: {error}") from error
    except RecursionError as error:
        raise CommandError("a state is nested too deeply to be compared") from error
    except StateError as error:
        hint = "" if options["spec"] else " (foreign states need --spec or --profile reference)"
        raise CommandError(f"{error}{hint}") from error


def _state(path: Path) -> dict[str, Any]:
    state = read_json(path)
    if not isinstance(state, dict):
        raise CommandError(f"{path}: a state is a JSON object")
    return state


def _show(console: Console, found: Score) -> None:
    verdict = "Correct." if found.correct else "Not correct."
    console.print(
        f"{verdict} {found.correct_changes} of {found.total} required changes made, "
        f"{found.misbehaving} forbidden."
    )
    for change in found.changes:
        console.print(f"  {_MARKS[change.kind.value]} ", end="")
        console.print(change.sentence, markup=False)
