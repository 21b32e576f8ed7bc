"""manage.py doctor: PostgreSQL."""

from __future__ import annotations

from contextlib import closing

import psycopg
import pytest

from tests.webapp.doctor.ailments import (
    HOST,
    MISSING,
    OK,
    PASSWORD,
    ExaminedUrl,
    free_port,
    old_postgres,
    server,
    silent,
    states,
)


def test_an_empty_database_of_a_server_only_lacks_its_tables(
    postgres_url: str, examined_url: ExaminedUrl
) -> None:
    found = examined_url(postgres_url)
    assert states(found) == {
        "database": OK,
        "durability": OK,
        "migrations": MISSING,
        "suites": MISSING,
    }
    assert found[1].found == "fsync is on, synchronous_commit is on"


@pytest.mark.parametrize(
    ("option", "name", "expected"),
    [
        ("synchronous_commit=off", "durability", "fsync is on, synchronous_commit is off"),
        ("default_transaction_read_only=on", "database", "may only be read"),
    ],
)
def test_a_server_that_promises_too_little_is_told(
    option: str, name: str, expected: str, postgres_url: str, examined_url: ExaminedUrl
) -> None:
    asked = "-c%20" + option.replace("=", "%3D")
    found = {check.name: check for check in examined_url(f"{postgres_url}?options={asked}")}
    assert found[name].state is MISSING
    assert found[name].found.endswith(expected)


def test_a_server_without_fsync_is_told(postgres_url: str, examined_url: ExaminedUrl) -> None:
    superuser = postgres_url.replace("touchstone@", "postgres@")
    with closing(psycopg.connect(superuser, autocommit=True)) as connection:
        try:
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
            while connection.execute("SHOW fsync").fetchone() == ("on",):
                pass
            found = examined_url(postgres_url)
        finally:
            connection.execute("ALTER SYSTEM RESET fsync")
            connection.execute("SELECT pg_reload_conf()")
    assert states(found)["durability"] is MISSING
    assert "ALTER SYSTEM SET fsync = on" in found[1].remedy


def test_a_table_that_stays_locked_does_not_hold_the_doctor_up(
    postgres_url: str, examined_url: ExaminedUrl
) -> None:
    with closing(psycopg.connect(postgres_url)) as connection:
        connection.execute("CREATE TABLE django_migrations (app text, name text)")
        connection.commit()
        try:
            connection.execute("LOCK TABLE django_migrations")
            found = examined_url(postgres_url)[0]
        finally:
            connection.execute("DROP TABLE django_migrations")
            connection.commit()
    assert (found.state, "statement timeout" in found.found) == (MISSING, True)


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        ("/nowhere", 'database "nowhere" does not exist'),
        ("/touchstone?sslmode=perhaps", 'invalid sslmode value: "perhaps"'),
        ("/touchstone?password=" + PASSWORD + "&nonsense=1", "nonsense"),
        ("/" + "n" * 70, "is longer than"),
        ("/touch%00stone", "can't be used"),
        ("/", "can't be used"),
        ("/na@me", 'has an "@" after the name'),
    ],
)
def test_a_wrong_url_is_told(
    tail: str, expected: str, postgres_url: str, examined_url: ExaminedUrl
) -> None:
    place = postgres_url.rpartition("/")[0]
    found = examined_url(place.replace("touchstone@", f"touchstone:{PASSWORD}@") + tail)
    assert states(found) == {"database": MISSING, "migrations": MISSING, "suites": MISSING}
    assert expected in found[0].found
    assert "DATABASE_URL" in found[0].remedy or "Write it as" in found[0].remedy


@pytest.mark.parametrize("password", ["12/" + PASSWORD, "12#" + PASSWORD])
def test_a_password_that_splits_the_url_is_not_taken_for_a_name(
    password: str, examined_url: ExaminedUrl
) -> None:
    found = examined_url(f"postgres://someone:{password}@{HOST}/site")[0]
    assert (found.state, "not percent-encoded" in found.found) == (MISSING, True)


def test_nobody_and_somebody_silent_at_the_port_are_told(examined_url: ExaminedUrl) -> None:
    found = examined_url(f"postgres://u:{PASSWORD}@{HOST}:{free_port()}/site")[0]
    assert (found.state, "refused" in found.found) == (MISSING, True)
    with server(silent) as port:
        found = examined_url(f"postgres://u:{PASSWORD}@{HOST}:{port}/site")[0]
    assert (found.state, "timeout" in found.found) == (MISSING, True)


def test_a_server_that_is_too_old_is_told(examined_url: ExaminedUrl) -> None:
    with server(old_postgres) as port:
        found = examined_url(f"postgres://u@{HOST}:{port}/site")[0]
    assert "PostgreSQL 14 or later is required (found 13.4)" in found.found
    assert "apt-get install postgresql" in found.remedy
