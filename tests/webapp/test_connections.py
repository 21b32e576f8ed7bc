"""Database connections: none is held for longer than it is of use."""

from __future__ import annotations

import os
import subprocess
import urllib.request

import psycopg
import pytest

from tests.bench.serving import ROOT, Server, free_port, python, stop, wait_until_ready
from tests.postgres import running_postgres
from tests.webapp import outside

REQUESTS = 150
BESIDE_REQUESTS = 8  # the journal, the workers, and what looks at them


def connections(url: str) -> int:
    """How many the site has at its database."""
    with psycopg.connect(url) as looking:
        found = looking.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        ).fetchone()
    assert found is not None
    return int(found[0])


@pytest.mark.verify
def test_requests_leave_no_connection_to_postgresql_behind() -> None:
    with running_postgres() as url:
        environment = {"DATABASE_URL": url}
        outside.run(environment, "open", "1")
        port = free_port()
        process = subprocess.Popen(
            python("manage.py", "serve", "--port", str(port)),
            cwd=ROOT,
            env=os.environ | environment,
        )
        try:
            wait_until_ready(Server(port, process, environment))
            for _ in range(REQUESTS):
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/tasks") as page:
                    assert page.status == 200
            left = connections(url)
        finally:
            stop(process)

    assert left <= BESIDE_REQUESTS
