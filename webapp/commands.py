"""What the commands of the benchmark share: a report for people, or one JSON document."""

from __future__ import annotations

import argparse
import difflib
import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sandboxes.suites import find_suite, suite_names

MANAGE = ".venv/bin/python manage.py"
"""How the commands of this project are typed."""
OnDone = Callable[[int, int], None]
_MOST_SEEDS = 100_000


class ReportCommand(BaseCommand):
    """A command that reports to people, and to programs with --json.

    With --json, one JSON document and nothing else stands on standard output. Progress and errors
    go to standard error.
    """

    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add --json, and what the command itself takes."""
        parser.add_argument("--json", action="store_true", help="print one JSON document")
        self.add_own_arguments(parser)

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add what the command takes."""

    def console(self) -> Console:
        """Where people read: the command's own standard output."""
        return Console(file=cast("IO[str]", self.stdout._out), highlight=False)

    def report(self, data: Any, *, as_json: bool, show: Callable[[Console], None]) -> None:
        """Print the data as JSON, or let them be shown to people."""
        if as_json:
            self.stdout.write(json.dumps(data, ensure_ascii=False, allow_nan=False))
        else:
            show(self.console())


@contextmanager
def progress_bar(what: str) -> Iterator[OnDone]:
    """A progress bar on standard error, if that is a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def migrate_if_needed() -> None:
    """Migrate if there is something to: to find out takes less than to do nothing thoroughly."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0)


def seed_range(text: str) -> range:
    """Seeds as N or A-B, both ends included."""
    found = re.fullmatch(r"([0-9]+)(?:-([0-9]+))?", text)
    first = int(found[1]) if found else 0
    last = int(found[2] or found[1]) if found else 0
    if not 1 <= first <= last:
        raise argparse.ArgumentTypeError(f"{text!r} is no seed N or range A-B of positive numbers")
    if last - first >= _MOST_SEEDS:
        raise argparse.ArgumentTypeError(f"more than {_MOST_SEEDS} seeds at once")
    return range(first, last + 1)


def positive(text: str) -> int:
    """A positive whole number."""
    if not re.fullmatch(r"[1-9][0-9]*", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no positive whole number")
    return int(text)


def names(text: str) -> list[str]:
    """Names separated by commas, each once."""
    found = list(dict.fromkeys(name.strip() for name in text.split(",")))
    if not all(found):
        raise argparse.ArgumentTypeError("names are separated by commas, and none is empty")
    return found


def add_suite_argument(parser: CommandParser) -> None:
    """Add the argument that chooses a suite."""
    known = suite_names()
    parser.add_argument("--suite", default=known[0], help=f"one of: {', '.join(known)}")


def add_instance_arguments(parser: CommandParser) -> None:
    """Add the arguments that choose instances."""
    add_suite_argument(parser)
    parser.add_argument(
        "--tasks", type=names, default=[], help="template ids, separated by commas; default: all"
    )
    parser.add_argument("--seeds", type=seed_range, default=range(1, 4), help="N or A-B (1-3)")
    parser.add_argument(
        "--without-traps", action="store_true", help="leave out the traps that templates set"
    )


def require_tasks(suite: str, tasks: Sequence[str]) -> None:
    """Refuse a mistyped task with the one that was meant, before the names of all.

    Args:
        suite: Name of the suite; one that there is not is refused where it is used.
        tasks: Names as they were typed.

    Raises:
        CommandError: one of them is no task, and much like one.
    """
    known = find_suite(suite).sheets() if suite in suite_names() else {}
    for task in tasks:
        near = [] if task in known else difflib.get_close_matches(task, known, 1)
        if near:
            raise CommandError(
                f"no task {task!r} in suite {suite}; did you mean {near[0]}? "
                f"There are: {', '.join(known)}"
            )


def read_json(path: Path) -> Any:
    """The JSON document in a file; NaN, infinity, lone surrogates and doubled keys are refused.

    Raises:
        CommandError: it can't be read.
    """
    try:
        return _parsed(path)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path}: is not UTF-8 text (byte {error.start})") from error
    except UnicodeEncodeError as error:
        raise CommandError(f"{path}: holds a lone surrogate, which is no text") from error
    except json.JSONDecodeError as error:
        raise CommandError(f"{path}:{error.lineno}:{error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise CommandError(f"{path}: is nested too deeply") from error
    except ValueError as error:
        raise CommandError(f"{path}: holds a number with too many digits") from error


def _parsed(path: Path) -> Any:
    def refuse(constant: str) -> None:
        raise CommandError(f"{path}: {constant} is not JSON")

    def number(digits: str) -> float:
        value = float(digits)
        if not math.isfinite(value):
            raise CommandError(f"{path}: {digits[:20]} is too large for a number")
        return value

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise CommandError(f"{path}: the key {twice[:60]!a} stands twice in one object")
        return found

    text = path.read_text(encoding="utf-8")
    document = json.loads(text, parse_constant=refuse, parse_float=number, object_pairs_hook=unique)
    json.dumps(document, ensure_ascii=False).encode()
    return document
