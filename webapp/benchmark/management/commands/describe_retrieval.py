"""manage.py describe_retrieval: write the document about retrieval."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents.retrieval import RETRIEVERS, RetrieverUnavailable, cases, make_retriever
from sandboxes.tasks import SUITES
from webapp.benchmark.loading import PUBLIC_SEEDS
from webapp.pages.retrieval import describe_retrieval


class Command(BaseCommand):
    """Describe retrieval."""

    help = (
        "Write docs/retrieval.md: how many of the tools that tasks need each retriever finds by "
        "their instructions. Needs requirements-retrieval.txt, and takes some two minutes."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add where to."""
        docs = settings.BASE_DIR / "docs"
        parser.add_argument("--into", type=Path, default=docs, help="the folder (docs)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file, and say which."""
        try:
            retrievers = [make_retriever(name) for name in RETRIEVERS]
        except RetrieverUnavailable as error:
            raise CommandError(str(error)) from error
        suite, file = SUITES[0], options["into"] / "retrieval.md"
        text = describe_retrieval(suite, cases(suite, [], PUBLIC_SEEDS), retrievers)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        self.stdout.write(f"{file} is written.")
