"""The PostgreSQL server of the tests behaves like one, and cleans up after itself."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from tests.postgres import ABSENT, postgres_server, server_programs

pytestmark = pytest.mark.skipif(server_programs() is None, reason=ABSENT)


def processes_in(folder: Path) -> list[str]:
    """The processes that work in a folder, be it deleted: a server works in that of its data."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it ended meanwhile, or is another user's
            if (process / "cwd").readlink().is_relative_to(folder):
                found.append(process.name)
    return found


def test_a_committed_row_survives_an_immediate_stop() -> None:
    with postgres_server() as server:
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE note (body text)")
            connection.execute("INSERT INTO note VALUES ('kept')")
        server.stop()
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(server.url)
        server.start()
        with psycopg.connect(server.url) as connection:
            assert connection.execute("SELECT body FROM note").fetchall() == [("kept",)]
            assert connection.execute("SHOW fsync").fetchone() == ("on",)


def test_a_failing_test_leaves_no_process_and_no_folder() -> None:
    with suppress(ZeroDivisionError), postgres_server() as server:
        assert processes_in(server.folder) != []
        raise ZeroDivisionError
    assert processes_in(server.folder) == []
    assert not server.folder.exists()
