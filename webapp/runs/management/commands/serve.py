"""manage.py serve: serve the site."""

from __future__ import annotations

import contextlib
import gc
import socket
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from webapp.commands import positive


def _require_free(host: str, port: int) -> None:
    """Tell at once, and in one line, that somebody else listens there."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} at {host} is taken or can't be used ({error.strerror}). "
                "Choose another: make run PORT=8001"
            ) from error


class Command(BaseCommand):
    """Serve the site."""

    help = "Serve the site: pages, REST, MCP and WebSocket."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add where."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen at (127.0.0.1)")
        parser.add_argument("--prepare", action="store_true", help="prepare the site first")
        parser.add_argument("--port", type=positive, default=8000, help="port to listen at (8000)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until interrupted."""
        _require_free(options["host"], options["port"])
        if options["prepare"]:
            call_command("prepare", "--gate-later", port=options["port"], stdout=self.stdout)
            settings.LOADS_SUITES = True
        # Loading makes much and drops nothing; the site turns collection on again when it is up.
        gc.disable()
        from webapp.serving import server

        self.stderr.write(f"Serving http://{options['host']}:{options['port']}/ (Ctrl-C stops)")
        # The server stops in good order at SIGINT and SIGTERM, then sends itself the signal again.
        with contextlib.suppress(KeyboardInterrupt, SystemExit):
            server(options["host"], options["port"]).run()
        self.stderr.write("Stopped.")
