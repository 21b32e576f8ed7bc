"""manage.py open_campaign: gather samples that people and judges grade."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from rich.console import Console
from rich.table import Table

from webapp.annotation.campaigns import (
    CampaignError,
    Plan,
    Reference,
    open_campaign,
)
from webapp.annotation.draws import strata_of
from webapp.annotation.kinds import KINDS
from webapp.annotation.models import Role
from webapp.attempts.models import Attempt
from webapp.commands import ReportCommand, migrate_if_needed, positive, progress_bar, read_json


class Command(ReportCommand):
    """Open a campaign."""

    help = (
        "Gather samples of finished attempts, balanced over level, type of error and contestant. "
        "Samples with known grades, for training or as gold, come on top, from --references: a "
        'JSON list of {"attempt", "event", "role", "reference": {ITEM: {"value", "why"}}}.'
    )

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add what is wanted."""
        parser.add_argument("name", help="what it is called")
        parser.add_argument("--kind", choices=sorted(KINDS), default="response")
        parser.add_argument("--count", type=positive, default=120, help="samples at most (120)")
        parser.add_argument("--graders", type=positive, default=2, help="of each sample (2)")
        parser.add_argument("--minutes", type=positive, default=30, help="of a reservation (30)")
        parser.add_argument("--pass-mark", type=float, default=0.7, help="of the training (0.7)")
        parser.add_argument("--seed", type=positive, default=1, help="which samples (1)")
        parser.add_argument("--references", type=Path, help="samples with known grades")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what was drawn."""
        migrate_if_needed()
        names = ("name", "kind", "count", "graders", "minutes", "pass_mark", "seed")
        try:
            plan = Plan(**{name: options[name] for name in names})
            known = _references(options["references"]) if options["references"] else []
            with progress_bar("Samples") as on_done:
                campaign = open_campaign(plan, Attempt.objects.all(), None, known, on_done)
        except CampaignError as error:
            raise CommandError(f"{error}.") from error
        rows = [
            {"role": role, "level": level, "type": error, "contestant": who, "samples": count}
            for role in Role.values
            for (level, error, who), count in sorted(strata_of(campaign, [Role(role)]).items())
        ]
        roles = {role: campaign.samples.filter(role=role).count() for role in Role.values}
        found = {
            "campaign": campaign.pk,
            "samples": sum(roles.values()),
            "roles": roles,
            "strata": rows,
        }
        self.report(found, as_json=options["json"], show=lambda console: _show(console, found))


def _references(path: Path) -> list[Reference]:
    found = read_json(path)
    if not isinstance(found, list):
        raise CampaignError(f"{path} is no list")
    return [_reference(number, one) for number, one in enumerate(found, start=1)]


def _reference(number: int, one: object) -> Reference:
    if not isinstance(one, dict) or set(one) != {"attempt", "event", "role", "reference"}:
        raise CampaignError(f"reference {number} is no attempt, event, role and reference")
    if type(one["attempt"]) is not int or type(one["event"]) is not int:
        raise CampaignError(f"reference {number}: attempt and event are numbers")
    if one["role"] not in (Role.TRAINING.value, Role.GOLD.value):
        raise CampaignError(f"reference {number}: the role is training or gold")
    return Reference(one["attempt"], one["event"], Role(one["role"]), one["reference"])


def _show(console: Console, found: dict[str, Any]) -> None:
    table = Table("role", "level", "first error", "contestant", "samples")
    for row in found["strata"]:
        table.add_row(*(str(cell) for cell in row.values()))
    console.print(table)
    told = found["roles"]
    console.print(
        f"{told['ordinary']} samples to be graded; on top {told['training']} for training and "
        f"{told['gold']} gold."
    )
