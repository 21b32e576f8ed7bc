"""manage.py tools: the catalogue."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from rich.console import Console
from rich.table import Table

from sandboxes import CatalogueError, tools
from webapp.commands import ReportCommand


class Command(ReportCommand):
    """List the tools that subjects may call."""

    help = "List the tools: their servers, descriptions and input schemas."

    def add_own_arguments(self, parser: CommandParser) -> None:
        """Add --server."""
        parser.add_argument("--server", help="only the tools of this server")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the catalogue."""
        try:
            listed = [tool.documentation() for tool in tools(options["server"])]
        except CatalogueError as error:
            raise CommandError(str(error)) from error
        self.report(listed, as_json=options["json"], show=lambda console: _show(console, listed))


def _show(console: Console, listed: list[dict[str, Any]]) -> None:
    table = Table("server", "tool", "changes", "what it does", box=None, pad_edge=False)
    for tool in listed:
        summary = tool["description"].partition("\n")[0]
        table.add_row(tool["server"], tool["name"], "yes" if tool["mutates"] else "", summary)
    console.print(table)
    console.print(f"{len(listed)} tools")
