"""manage.py describe_suite: write the document that describes a suite."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from sandboxes.tasks import SUITES, sizes
from webapp.benchmark.loading import PUBLIC_SEEDS
from webapp.pages.description import describe


class Command(BaseCommand):
    """Describe a suite."""

    help = "Write docs/suite.md, the table of a suite's templates, and its two histograms."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add where to."""
        docs = settings.BASE_DIR / "docs"
        parser.add_argument("--into", type=Path, default=docs, help="the folder (docs)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the files, and say which."""
        suite, into = SUITES[0], options["into"]
        found = describe(suite, sizes(suite, PUBLIC_SEEDS))
        (into / "figures").mkdir(parents=True, exist_ok=True)
        (into / "suite.md").write_text(found.text, encoding="utf-8")
        for name, drawing in found.figures.items():
            (into / "figures" / name).write_text(drawing, encoding="utf-8")
        self.stdout.write(f"{into / 'suite.md'} and {len(found.figures)} figures are written.")
