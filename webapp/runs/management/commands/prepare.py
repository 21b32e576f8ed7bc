"""manage.py prepare: everything that has to be there before the site is served."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from sandboxes.suites import suite_names
from webapp.accounts.demo import demo_accounts
from webapp.accounts.links import only_link
from webapp.benchmark.loading import load_suite, load_tasks, stored_suite, tasks_here, waiting
from webapp.commands import migrate_if_needed, positive, progress_bar
from webapp.runs.builtin import open_runs


def _loaded(name: str) -> str:
    """Load a suite whole; what is new."""
    with progress_bar(f"loading {name}") as on_done:
        suite = load_suite(name, on_done=on_done)
    opened = len(open_runs(suite))
    return f"{suite}: " + (
        f"{opened} attempts of built-in agents opened" if opened else "nothing is new"
    )


def _entered(name: str) -> str:
    """Enter a suite's tasks; what the site will have to do."""
    tasks = load_tasks(name)
    suite = stored_suite(name)
    left = waiting(suite)
    return f"{suite}: {len(tasks)} tasks; " + (
        f"{left} instances go through the gate while the site is served" if left else "all is there"
    )


class Command(BaseCommand):
    """Prepare the site."""

    help = (
        "Migrate the database, load the suites, open the attempts of the built-in agents, and "
        "print one-time sign-in links. What is there already stays as it is. With --gate-later "
        "the suites' instances are left to the site that is served next."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add where the site will listen."""
        parser.add_argument("--port", type=positive, default=8000, help="port of the links (8000)")
        parser.add_argument("--gate-later", action="store_true", help="load no instances now")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, and say what was done."""
        migrate_if_needed()
        for name in filter(tasks_here, suite_names()):
            self.stdout.write(_entered(name) if options["gate_later"] else _loaded(name))
        site = f"http://127.0.0.1:{options['port']}"
        self.stdout.write(f"The site: {site}/")
        self.stdout.write("Sign in once, within a day, as")
        for user in demo_accounts():
            self.stdout.write(
                f"  {user.username:<16} {site}{reverse('link', args=[only_link(user)])}"
            )
