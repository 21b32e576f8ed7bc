"""PostgreSQL: the server, and what it promises."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.db import NotSupportedError
from django.db.backends.base.base import BaseDatabaseWrapper

from webapp.doctor.check import Check, masked, missing, ok, spills

PATIENCE = 3
_FORM = "postgres://USER:PASSWORD@HOST:PORT/NAME"


class PostgreSQL:
    """A database of a server.

    Args:
        config: The database, as the settings have it.
        url: The address that the settings have it from.
    """

    options: Mapping[str, Any] = {"connect_timeout": PATIENCE}

    def __init__(self, config: Mapping[str, Any], url: str | None) -> None:
        self._config = config
        self._url = url or ""

    def before(self) -> Check | None:
        """Whether the address was split where it was meant to be; if not, nothing of it is told."""
        if spills(urlsplit(self._url)):
            what = 'DATABASE_URL has an "@" after the name: its password is not percent-encoded'
            remedy = f"Write it as {_FORM}, with %40 for @, %2F for / and %23 for # in PASSWORD."
            return missing("database", what, remedy)
        return None

    def facts(self, connection: BaseDatabaseWrapper) -> list[Check]:
        """The server, and what it promises."""
        connection.check_database_version_supported()
        # For this transaction alone: a pool may give the session to others afterwards.
        connection.set_autocommit(False)
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = %s", [PATIENCE * 1000])
        shown = {
            name: _shown(connection, name)
            for name in ("server_version", "fsync", "synchronous_commit", "transaction_read_only")
        }
        what = f"PostgreSQL {shown['server_version']}, {self._address()}"
        if shown["transaction_read_only"] == "on":
            remedy = "Let DATABASE_URL name the primary server, and a role that may write."
            return [missing("database", f"{what}, may only be read", remedy), durability(shown)]
        return [ok("database", what), durability(shown)]

    def explained(self, error: Exception) -> Check:
        """Why the server can't be used."""
        options = self._config.get("OPTIONS", {})
        secrets = [self._config["PASSWORD"], options.get("password"), options.get("sslpassword")]
        what = masked(error, secrets)
        if isinstance(error, NotSupportedError):
            remedy = "Update the server: `apt-get install postgresql`, then pg_upgradecluster."
        elif isinstance(error, (ImproperlyConfigured, ValueError)):
            remedy = f"Write DATABASE_URL as {_FORM}."
        else:
            remedy = (
                "Start the server, and see that host, port, role, password and database of "
                "DATABASE_URL are right; unset DATABASE_URL to use SQLite instead."
            )
        return missing("database", f"PostgreSQL {self._address()} can't be used: {what}", remedy)

    def _address(self) -> str:
        user, host, port, name = (
            str(self._config[key] or "") for key in ("USER", "HOST", "PORT", "NAME")
        )
        place = f"{host}:{port}" if port else host
        return f"{user}@{place}/{name}" if user else f"{place}/{name}"


def durability(shown: Mapping[str, str]) -> Check:
    """Whether an answered call survives the loss of power."""
    told = f"fsync is {shown['fsync']}, synchronous_commit is {shown['synchronous_commit']}"
    if shown["fsync"] != "on":
        remedy = "As superuser: `ALTER SYSTEM SET fsync = on; SELECT pg_reload_conf();`."
        return missing("durability", told, remedy)
    if shown["synchronous_commit"] == "off":
        return missing(
            "durability",
            told,
            "Take it out of DATABASE_URL if it stands there; else, as superuser: "
            "`ALTER SYSTEM SET synchronous_commit = on; SELECT pg_reload_conf();`, and RESET what "
            "ALTER ROLE or ALTER DATABASE has set.",
        )
    return ok("durability", told)


def _shown(connection: BaseDatabaseWrapper, name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        return str(cursor.fetchone()[0])
