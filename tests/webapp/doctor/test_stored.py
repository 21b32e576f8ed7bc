"""manage.py doctor: migrations and suites."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandboxes.tasks import SUITES
from tests.webapp.builders import public_instance
from tests.webapp.doctor.ailments import (
    MISSING,
    OK,
    WARNING,
    Examined,
    table,
)
from webapp.benchmark.models import Instance, Suite
from webapp.doctor import stored
from webapp.doctor.check import Check


def test_a_database_without_tables_is_sent_to_migrate(tmp_path: Path, examined: Examined) -> None:
    table(tmp_path / "site.sqlite3", "CREATE TABLE foreign_to_us (a)")
    found = {check.name: check for check in examined(tmp_path / "site.sqlite3")}
    assert (found["database"].state, found["migrations"].state) == (OK, MISSING)
    assert found["migrations"].remedy == "Run `.venv/bin/python manage.py migrate`."


def test_older_newer_and_broken_histories_are_told(file: Path, examined: Examined) -> None:
    def told() -> Check:
        return examined(file)[-2]

    table(file, "INSERT INTO django_migrations VALUES (900, 'benchmark', '9999_later', '')")
    assert (told().state, told().found[-26:]) == (WARNING, "here: benchmark.9999_later")
    table(file, "DELETE FROM django_migrations WHERE app = 'sessions'")
    assert told().state is MISSING
    assert told().found.startswith("1 of ")
    assert told().found.endswith("are not applied, from sessions.0001_initial on")
    table(file, "DELETE FROM django_migrations WHERE app = 'contenttypes'")
    assert told().state is MISSING
    assert "is applied before its dependency contenttypes" in told().found


@pytest.mark.django_db
def test_a_suite_is_missing_until_this_code_has_loaded_it() -> None:
    def told() -> Check:
        return stored.suites(SUITES)

    assert (told().state, told().found) == (
        MISSING,
        "instances of this code's version: interdependent: 0",
    )
    assert "manage.py prepare" in told().remedy
    public_instance()
    assert (told().state, told().found) == (
        OK,
        "instances that can be attempted: interdependent: 1",
    )
    Instance.objects.update(gate_passed=False)
    assert told().state is MISSING
    Suite.objects.update(version="another")
    assert "other versions of the code" in told().found
