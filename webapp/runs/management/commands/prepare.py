"""manage.py prepare: everything that has to be there before the site is served."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from sandboxes.tasks import SUITES
from webapp.accounts.demo import demo_accounts
from webapp.accounts.links import new_link
from webapp.benchmark.loading import load_suite
from webapp.commands import positive, progress_bar
from webapp.runs.builtin import open_runs


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
        call_command("migrate", verbosity=0)
        for name in SUITES:
            with progress_bar(f"loading {name}") as on_done:
                suite = load_suite(name, on_done=on_done)
            opened = open_runs(suite)
            self.stdout.write(f"{suite}: {opened} attempts of built-in agents opened")
        site = f"http://127.0.0.1:{options['port']}"
        self.stdout.write(f"The site: {site}/")
        self.stdout.write("Sign in once, within a day, as")
        for user in demo_accounts():
            self.stdout.write(f"  {user.role:<12} {site}{reverse('link', args=[new_link(user)])}")
