"""manage.py draw_private: draw private instances anew."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from sandboxes.tasks import TaskError
from webapp.benchmark.drawing import NothingDrawn, draw_private
from webapp.commands import ReportCommand, add_suite_argument, names, positive, progress_bar


class Command(ReportCommand):
    """Draw private instances."""

    help = (
        "Draw private instances of a suite, with seeds and a secret that only this site's database "
        "knows. Those drawn before are retired: their attempts stay, and no new ones are opened."
    )

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add which suite, which tasks and how many."""
        add_suite_argument(parser)
        parser.add_argument(
            "--tasks", type=names, default=[], help="names, separated by commas; default: all"
        )
        parser.add_argument("--per-task", type=positive, default=1, help="how many of each (1)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Draw, and print what came of it; neither seeds nor secret are printed."""
        try:
            with progress_bar("drawing") as on_done:
                drawn = draw_private(
                    options["suite"], options["per_task"], on_done, options["tasks"]
                )
        except (TaskError, NothingDrawn) as error:
            raise CommandError(str(error)) from error
        found = {
            "suite": options["suite"],
            "drawing": drawn.draw.number,
            "instances": drawn.instances,
            "refused": drawn.refused,
            "short": list(drawn.short),
        }
        self.report(
            found,
            as_json=options["json"],
            show=lambda console: console.print(
                f"{drawn.draw}: {drawn.instances} instances; {drawn.refused} did not pass the gate"
                + (f"; too few of {', '.join(drawn.short)}" if drawn.short else "")
            ),
        )
