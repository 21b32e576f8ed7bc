"""manage.py export_tasks: the tasks of a suite as JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sandboxes.tasks import (
    CANARY,
    Decline,
    Instance,
    TaskError,
    chosen_tasks,
    find_instance,
    tasks_version,
)
from webapp.commands import add_instance_arguments, require_tasks


class Command(BaseCommand):
    """Export tasks."""

    help = (
        "Print instances as JSON Lines, one a line, each with the canary. With --gold, what "
        "gives an instance away, its calls included: keep such a file to yourself."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add which instances, and --gold."""
        add_instance_arguments(parser)
        parser.add_argument("--gold", action="store_true", help="with the calls of the gold")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line for each instance; seeds that a template declines are left out."""
        require_tasks(options["suite"], options["tasks"])
        try:
            tasks = chosen_tasks(options["suite"], options["tasks"])
        except TaskError as error:
            raise CommandError(str(error)) from error
        traps = not options["without_traps"]
        for instance in _instances(options["suite"], tasks, options["seeds"], traps=traps):
            line = _told(options["suite"], instance, gold=options["gold"])
            self.stdout.write(json.dumps(line, ensure_ascii=False, allow_nan=False))


def _instances(suite: str, tasks: list[str], seeds: range, *, traps: bool) -> Iterator[Instance]:
    for task in tasks:
        for seed in seeds:
            try:
                yield find_instance(suite, task, seed, traps=traps)
            except Decline:
                continue


def _told(suite: str, instance: Instance, *, gold: bool) -> dict[str, Any]:
    template = instance.template
    told: dict[str, Any] = {
        "canary": CANARY,
        "suite": suite,
        "suite_version": tasks_version(),
        "id": instance.id,
        "task": template.id,
        "seed": instance.seed,
        "level": template.level,
        "apps": list(template.apps),
        "instruction": instance.instruction,
        "call_budget": instance.call_budget,
        "fingerprint": instance.fingerprint,
    }
    if gold:
        told["summary"] = template.summary
        told["traps"] = list(template.traps)
        told["kind"] = instance.draft.kind.value
        told["gold"] = [[call.tool, call.arguments] for call in instance.ends[0].trace]
    return told
