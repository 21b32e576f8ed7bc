"""manage.py prepare: everything that has to be there before the site is served."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse

from sandboxes.tasks import SUITES
from webapp.accounts.demo import demo_accounts
from webapp.accounts.links import only_link
from webapp.benchmark.loading import load_suite
from webapp.commands import positive, progress_bar
from webapp.runs.builtin import open_runs


def _migrate() -> None:
    """Migrate if there is something to: to find out takes less than to do nothing thoroughly."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0)


class Command(BaseCommand):
    """Prepare the site."""

    help = (
        "Migrate the database, load the suites, open the attempts of the built-in agents, and "
        "print one-time sign-in links. What is there already stays as it is."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add where the site will listen."""
        parser.add_argument("--port", type=positive, default=8000, help="port of the links (8000)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, and say what was done."""
        _migrate()
        for name in SUITES:
            with progress_bar(f"loading {name}") as on_done:
                suite = load_suite(name, on_done=on_done)
            opened = open_runs(suite)
            news = f"{opened} attempts of built-in agents opened" if opened else "nothing is new"
            self.stdout.write(f"{suite}: {news}")
        site = f"http://127.0.0.1:{options['port']}"
        self.stdout.write(f"The site: {site}/")
        self.stdout.write("Sign in once, within a day, as")
        for user in demo_accounts():
            self.stdout.write(
                f"  {user.username:<16} {site}{reverse('link', args=[only_link(user)])}"
            )
