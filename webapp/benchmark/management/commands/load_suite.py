"""manage.py load_suite: bring the suites of this code into the database."""

from __future__ import annotations

import os
import sys
import threading
from typing import Any

from django.core.management.base import CommandError, CommandParser

from sandboxes.tasks import TaskError
from webapp.benchmark.loading import PUBLIC_SEEDS, load_suite
from webapp.benchmark.models import Instance
from webapp.commands import ReportCommand, add_suite_argument, progress_bar, seed_range


class Command(ReportCommand):
    """Load a suite."""

    help = "Load a suite: its tasks, and the public instances that pass the gate."

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add which suite and which seeds."""
        add_suite_argument(parser)
        parser.add_argument("--seeds", type=seed_range, default=PUBLIC_SEEDS, help="N or A-B (1-3)")
        parser.add_argument(
            "--attended", action="store_true", help="stop when standard input is closed"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Load what is missing, and print what there is."""
        if options["attended"]:
            threading.Thread(target=_stop_at_the_end_of_input, daemon=True).start()
        try:
            with progress_bar("loading") as on_done:
                suite = load_suite(options["suite"], options["seeds"], on_done)
        except TaskError as error:
            raise CommandError(str(error)) from error
        instances = Instance.objects.filter(task__suite=suite)
        found = {
            "suite": suite.name,
            "version": suite.version,
            "tasks": suite.tasks.count(),
            "instances": instances.count(),
            "passed": instances.filter(gate_passed=True).count(),
        }
        self.report(
            found,
            as_json=options["json"],
            show=lambda console: console.print(
                "{suite} {version}: {tasks} tasks, {passed} of {instances} instances passed".format(
                    **found
                )
            ),
        )


def _stop_at_the_end_of_input() -> None:
    """Whoever started this has ended; what the gate has let through is kept already."""
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)
