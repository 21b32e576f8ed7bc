"""manage.py close_campaign: the end of a campaign, or its going on."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from rich.console import Console

from webapp.annotation.closing import close_campaign, in_hand, reopen_campaign
from webapp.annotation.models import Campaign
from webapp.commands import ReportCommand, migrate_if_needed


class Command(ReportCommand):
    """Close a campaign."""

    help = (
        "Close a campaign: nothing is given out or taken any more. Sheets in hand stay as they "
        "are. With --reopen it goes on. To do either again changes nothing."
    )

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add which campaign, and which way."""
        parser.add_argument("name", help="name of the campaign")
        parser.add_argument("--reopen", action="store_true", help="open it again")

    def handle(self, *args: Any, **options: Any) -> None:
        """Close or reopen it, and print how it is now."""
        migrate_if_needed()
        campaign = Campaign.objects.filter(name=options["name"]).first()
        if campaign is None:
            raise CommandError(f"no campaign {options['name']!r}.")
        change = reopen_campaign if options["reopen"] else close_campaign
        closed_at = change(campaign).closed_at
        found = {
            "campaign": campaign.pk,
            "closed_at": None if closed_at is None else closed_at.isoformat(),
            "in_hand": in_hand(campaign),
        }
        self.report(found, as_json=options["json"], show=lambda console: _show(console, found))


def _show(console: Console, found: dict[str, Any]) -> None:
    closed_at, held = found["closed_at"], found["in_hand"]
    state = "Open." if closed_at is None else f"Closed since {closed_at}."
    console.print(f"{state} {held:,} {'sheet' if held == 1 else 'sheets'} in hand.")
