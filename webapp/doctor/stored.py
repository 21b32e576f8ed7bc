"""The database: reached, durable, migrated, and with the suites of this code in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, Protocol

from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import ConnectionHandler

from sandboxes.suites import suite_names
from webapp.benchmark.loading import current_suite, tasks_here
from webapp.benchmark.models import Instance, Suite
from webapp.doctor.check import Check, State, missing, ok, warning
from webapp.doctor.postgresql import PostgreSQL
from webapp.doctor.sqlite import SQLite

_PREPARE = "Run `make run`, or `.venv/bin/python manage.py prepare`."
_ALIAS = DEFAULT_DB_ALIAS
_BACKUP = "Restore the database from a backup."


class Engine(Protocol):
    """What differs between the engines."""

    options: Mapping[str, Any]

    def before(self) -> Check | None:
        """What keeps it from being connected to, as far as that is seen from outside."""

    def facts(self, connection: BaseDatabaseWrapper) -> list[Check]:
        """What the connection tells.

        Raises:
            Error: it can't be used.
        """

    def explained(self, error: Exception) -> Check:
        """Why it can't be used."""


def database(
    config: Mapping[str, Any], url: str | None = None, names: Sequence[str] | None = None
) -> list[Check]:
    """Everything about the database and what has to be stored in it.

    Args:
        config: The database, as the settings have it.
        url: The address that the settings have it from.
        names: The suites to look for; None: those of which this site is to have tasks.
    """
    engine: Engine = SQLite(config) if "sqlite3" in config["ENGINE"] else PostgreSQL(config, url)
    trouble = engine.before()
    if trouble is not None:
        return [trouble, *_unknown("migrations", "suites")]
    with _connection(config, engine.options) as connection:
        try:
            found = [*engine.facts(connection), migrations(connection)]
            if found[-1].state is State.MISSING:
                return [*found, *_unknown("suites")]
            return [*found, suites(_wanted() if names is None else names)]
        except (Error, ImproperlyConfigured, ValueError) as error:
            return [engine.explained(error), *_unknown("migrations", "suites")]


@contextmanager
def _connection(
    config: Mapping[str, Any], options: Mapping[str, Any]
) -> Iterator[BaseDatabaseWrapper]:
    """A connection as the site makes it, but of less patience, in the place of the site's own."""
    mine = deepcopy(dict(config))
    mine["OPTIONS"] = {**mine.get("OPTIONS", {}), **options}
    usual, connection = connections[_ALIAS], ConnectionHandler({_ALIAS: mine})[_ALIAS]
    connections[_ALIAS] = connection
    try:
        yield connection
    finally:
        connection.close()
        connections[_ALIAS] = usual


def migrations(connection: BaseDatabaseWrapper) -> Check:
    """Whether the tables are those of this code."""
    executor = MigrationExecutor(connection)
    loader = executor.loader
    try:
        loader.check_consistent_history(connection)
    except InconsistentMigrationHistory as error:
        return missing("migrations", str(error), _BACKUP)
    plan = executor.migration_plan(loader.graph.leaf_nodes())
    if plan:
        what = f"{len(plan)} of {len(loader.graph.nodes)} are not applied, from {plan[0][0]} on"
        return missing("migrations", what, "Run `.venv/bin/python manage.py migrate`.")
    foreign = [
        f"{app}.{name}"
        for app, name in sorted(loader.applied_migrations.keys() - loader.disk_migrations.keys())
        if app in loader.migrated_apps
    ]
    if foreign:
        what = f"the database is of other, perhaps newer code; unknown here: {', '.join(foreign)}"
        return warning("migrations", what, "Update the code, or use the database of this code.")
    return ok("migrations", f"all {len(loader.graph.nodes)} applied")


def _wanted() -> list[str]:
    return [name for name in suite_names() if tasks_here(name)]


def suites(names: Sequence[str]) -> Check:
    """Whether there is something to attempt: the suites as this code sets them."""
    found = {name: _passed(name) for name in names}
    told = ", ".join(f"{name}: {count}" for name, count in found.items())
    if all(found.values()):
        return ok("suites", f"instances that can be attempted: {told}")
    if Suite.objects.filter(name__in=names).exists():
        told += "; what other versions of the code have loaded stays as it is"
    return missing("suites", f"instances of this code's version: {told}", _PREPARE)


def _passed(name: str) -> int:
    suite = current_suite(name)
    return Instance.objects.filter(task__suite=suite, gate_passed=True).count() if suite else 0


def _unknown(*names: str) -> list[Check]:
    return [
        missing(name, "not to be seen as long as what stands above is missing", "Mend that first.")
        for name in names
    ]
