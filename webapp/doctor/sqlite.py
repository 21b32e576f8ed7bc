"""SQLite: the file, its folder, and what it promises."""

from __future__ import annotations

import os
import shlex
import shutil
import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.db import Error
from django.db.backends.base.base import BaseDatabaseWrapper
from django.template.defaultfilters import filesizeformat

from webapp.doctor.check import Check, missing, ok, warning
from webapp.doctor.processes import holders

PATIENCE = 3
ENOUGH, LEAST = 1024**3, 100 * 1024**2  # bytes free: comfort, and what a day of attempts may take
_FULL = 2
_STEPS_BETWEEN_LOOKS_AT_THE_CLOCK = 10_000
_PREPARE = "Run `make run`, or `.venv/bin/python manage.py prepare`: it makes the database."
_RESTORE = (
    "Stop the site and restore the file from a backup; without one, "
    "`sqlite3 FILE .recover | sqlite3 NEW` saves what can be saved."
)


class SQLite:
    """A database in a file.

    Args:
        config: The database, as the settings have it.
    """

    options: Mapping[str, Any] = {"timeout": PATIENCE}

    def __init__(self, config: Mapping[str, Any]) -> None:
        self._path = Path(config["NAME"]).absolute()

    def before(self) -> Check | None:
        """What keeps the file from being opened; looking must not make it."""
        path, folder = self._path, self._path.parent
        place = shlex.quote(str(folder))
        if not os.path.isdir(folder):
            what = f"there is no folder {folder} that this user may enter"
            return missing("database", what, f"Run `mkdir -p {place}`, then: {_PREPARE}")
        if not _permits(folder, os.R_OK | os.W_OK | os.X_OK):
            what = f"this user may not write into {folder}, where the journal has to stand"
            return missing("database", what, f"Run `chown {_user()} {place}` as root.")
        if not os.path.lexists(path):
            return missing("database", f"there is none yet at {path}", _PREPARE)
        if not os.path.isfile(path):
            return missing("database", f"{path} is no file", "Let DATABASE_FILE name a file.")
        if not _permits(path, os.R_OK | os.W_OK):
            mend = f"chown {_user()} {shlex.quote(str(path))}*"
            what = f"this user may not read and write {path}"
            return missing("database", what, f"Run `{mend}` as root.")
        if path.stat().st_size == 0:
            return missing("database", f"{path} is empty", _PREPARE)
        return None

    def facts(self, connection: BaseDatabaseWrapper) -> list[Check]:
        """The file, what it promises, and how much it may grow."""
        with connection.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE")
            cursor.execute("ROLLBACK")
        return [self._whole(connection), durability(connection), disk(self._path.parent)]

    def explained(self, error: Exception) -> Check:
        """Why the file can't be used, by SQLite's own code."""
        code = getattr(error.__cause__, "sqlite_errorname", "").removeprefix("SQLITE_")
        kind = code.partition("_")[0]
        if kind == "NOTADB":
            what, remedy = "is no SQLite database", f"Let DATABASE_FILE name another. {_RESTORE}"
        elif kind == "CORRUPT":
            what, remedy = f"is damaged: {error}", _RESTORE
        elif kind in ("BUSY", "LOCKED"):
            what = f"is locked for longer than {PATIENCE} s; {self._opened_by()}"
            remedy = "Let that process end its work, or stop it."
        elif kind in ("READONLY", "CANTOPEN", "PERM"):
            mend = f"chown {_user()} {shlex.quote(str(self._path))}*"
            what, remedy = f"can't be opened to write: {error}", f"Run `{mend}` as root."
        elif kind in ("FULL", "IOERR"):
            what, remedy = f"can't be written: {error}", "Make room on the disk, or replace it."
        else:
            what, remedy = f"can't be used: {error}", _RESTORE
        return missing("database", f"{self._path} {what}", remedy)

    def _opened_by(self) -> str:
        found = [str(process) for process in holders(str(self._path.resolve()))]
        return f"opened by {', '.join(found)}" if found else "nobody that can be seen has it open"

    def _whole(self, connection: BaseDatabaseWrapper) -> Check:
        size = filesizeformat(self._path.stat().st_size)
        told = f"SQLite {sqlite3.sqlite_version}, {self._path} ({size})"
        damage = damage_within(connection, PATIENCE)
        if damage is None:
            return ok("database", f"{told}, too large to be read through in {PATIENCE} s")
        if damage:
            return missing("database", f"{self._path} is damaged: {damage}", _RESTORE)
        return ok("database", f"{told}, undamaged")


def damage_within(connection: BaseDatabaseWrapper, seconds: float) -> str | None:
    """The first damage in the file, "" if there is none, None if that took too long to see."""
    deadline = time.monotonic() + seconds
    raw = connection.connection
    raw.set_progress_handler(lambda: time.monotonic() > deadline, _STEPS_BETWEEN_LOOKS_AT_THE_CLOCK)
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            told = cursor.fetchone()[0]
    except Error as error:
        if getattr(error.__cause__, "sqlite_errorname", "") != "SQLITE_INTERRUPT":
            raise
        return None
    finally:
        raw.set_progress_handler(None, 0)
    return "" if told == "ok" else str(told)


def durability(connection: BaseDatabaseWrapper) -> Check:
    """Whether an answered call survives the loss of power; asked, for SQLite may decline."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        journal = str(cursor.fetchone()[0])
        cursor.execute("PRAGMA synchronous")
        synchronous = int(cursor.fetchone()[0])
    told = f"journal_mode is {journal}, synchronous is {synchronous}"
    if journal != "wal" or synchronous < _FULL:
        return missing(
            "durability",
            f"{told}, not wal and {_FULL} (FULL)",
            "Put DATABASE_FILE on a local disk (shared folders can't do wal), and leave the "
            "pragmas of webapp/settings.py as they are.",
        )
    return ok("durability", f"{told} (FULL)")


def disk(folder: Path, enough: int = ENOUGH, least: int = LEAST) -> Check:
    """Whether the file can grow."""
    free = shutil.disk_usage(folder).free
    told = f"{filesizeformat(free)} free in {folder}"
    remedy = "Make room, or let DATABASE_FILE name a file on a larger disk."
    if free < least:
        return missing("disk", told, remedy)
    if free < enough:
        return warning("disk", told, remedy)
    return ok("disk", told)


def _permits(path: Path, mode: int) -> bool:
    return os.access(path, mode, effective_ids=True)


def _user() -> str:
    return str(os.geteuid())
