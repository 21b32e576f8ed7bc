"""The site as a process of its own, over the database of the tests."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection

from tests.bench.raw import HOST
from tests.bench.serving import PATIENCE, POLL, ROOT, Server, check_alive, free_port, python, stop


@dataclass(frozen=True)
class LiveSite(Server):
    """A site that runs.

    Args:
        log_file: Where it writes its log.
    """

    log_file: Path

    def log(self) -> str:
        """What it has logged so far."""
        return self.log_file.read_text(encoding="utf-8")


@contextmanager
def running_site(log_file: Path) -> Iterator[LiveSite]:
    """The site, served as people serve it."""
    port, database = free_port(), _own_database(connection.settings_dict)
    with log_file.open("wb") as log:
        process = subprocess.Popen(
            python("manage.py", "serve", "--port", str(port)),
            cwd=ROOT,
            env=os.environ | database,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    site = LiveSite(port, process, database, log_file)
    try:
        _wait_until_it_listens(site)
        yield site
    finally:
        stop(process)


def _wait_until_it_listens(site: LiveSite) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        check_alive(site)
        try:
            socket.create_connection((HOST, site.port)).close()
        except OSError:
            assert time.monotonic() < deadline, site.log()
            time.sleep(POLL)
        else:
            return


def _own_database(settings: dict[str, Any]) -> dict[str, str]:
    """The database of the tests, in the terms of the site's settings."""
    name = str(settings["NAME"])
    if settings["ENGINE"].endswith("sqlite3"):
        return {"DATABASE_FILE": name}
    return {
        "DATABASE_URL": f"postgres://{settings['USER']}:{settings['PASSWORD']}"
        f"@{settings['HOST']}:{settings['PORT']}/{name}"
    }
