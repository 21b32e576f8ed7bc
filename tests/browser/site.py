"""A site with something to show on every page, in a process of its own and at a moment of its own.

`python -m tests.browser.site --port PORT --facts FILE` fills the database of its environment, says
in the file what there is, and serves. Its clock stands still and its secrets are counted, so that a
picture of a page is the same every time.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from tests.bench.raw import HOST
from tests.bench.serving import POLL, ROOT, Server, check_alive, free_port, python, stop

_PATIENCE = 400.0
_SESSION_COOKIE = "sessionid"
NOBODY, VOLUNTEER, ANNOTATOR, RESEARCHER = "nobody", "volunteer", "annotator", "researcher"


@dataclass(frozen=True)
class PreparedSite(Server):
    """A site that runs and has something to show.

    Args:
        facts: What there is: `sessions` by persona, `attempts` by their state, and single ids.
    """

    facts: dict[str, Any]

    def signed_in(self, browser: Browser, persona: str, **options: Any) -> BrowserContext:
        """A browser that a persona uses; nobody is signed in nowhere."""
        context = browser.new_context(base_url=self.origin, **options)
        if persona != NOBODY:
            session = self.facts["sessions"][persona]
            context.add_cookies([{"name": _SESSION_COOKIE, "value": session, "url": self.origin}])
        return context


@contextmanager
def prepared_site(
    folder: Path, *, whole: bool = False, port: int | None = None
) -> Iterator[PreparedSite]:
    """Fill a site and serve it.

    Args:
        folder: For its database and its log.
        whole: With every task; otherwise with some, which takes less time.
        port: Where it listens; None: anywhere.
    """
    port = port or free_port()
    facts, log_file = folder / "facts.json", folder / "log"
    environment = {"DATABASE_FILE": str(folder / "site.sqlite3"), "SECRET_KEY": "for pictures"}
    command = ["-m", "tests.browser.site", "--port", str(port), "--facts", str(facts)]
    inherited = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    with log_file.open("wb") as log:
        process = subprocess.Popen(
            python(*command, *(["--whole"] if whole else [])),
            cwd=ROOT,
            env=inherited | environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_until_it_listens(Server(port, process, environment), log_file)
        known = json.loads(facts.read_text(encoding="utf-8"))
        yield PreparedSite(port, process, environment, known)
    finally:
        stop(process)


def _wait_until_it_listens(server: Server, log_file: Path) -> None:
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            check_alive(server)
            socket.create_connection((HOST, server.port)).close()
        except OSError:
            assert time.monotonic() < deadline, log_file.read_text(encoding="utf-8")
            time.sleep(POLL)
        except RuntimeError as error:
            raise RuntimeError(log_file.read_text(encoding="utf-8")) from error
        else:
            return


def _serve(port: int, facts: Path, *, whole: bool) -> None:
    """Fill the database, write down what there is, and serve until the process is ended."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
    import django

    django.setup()
    from django.core.management import call_command

    _count_secrets()
    call_command("migrate", verbosity=0)
    from tests.browser.content import filled

    facts.write_text(json.dumps(filled(whole=whole)), encoding="utf-8")
    call_command("serve", port=port)


def _count_secrets() -> None:
    """Let secrets be the same in every run; they look as they do."""
    made = 0

    def counted(nbytes: int | None = None) -> str:
        nonlocal made
        made += 1
        digest = hashlib.sha256(f"secret {made}".encode()).hexdigest()
        return f"{digest[:9]}-{digest[9:43]}"[:43]

    secrets.token_urlsafe = counted


if __name__ == "__main__":
    import argparse

    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--facts", type=Path, required=True)
    parser.add_argument("--whole", action="store_true")
    asked = parser.parse_args(sys.argv[1:])
    _serve(asked.port, asked.facts, whole=asked.whole)
