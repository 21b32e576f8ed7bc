"""manage.py doctor: SQLite: what can be wrong with a file."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.webapp.doctor.ailments import (
    HOLD,
    MISSING,
    NOBODY,
    OK,
    WARNING,
    Examined,
    make_folder,
    make_garbage,
    make_loop,
    process,
    states,
    table,
)
from webapp.doctor import sqlite, stored


def test_a_prepared_file_is_fine(file: Path, examined: Examined) -> None:
    found = examined(file)
    assert set(states(found).values()) == {OK}, found
    assert list(states(found)) == ["database", "durability", "disk", "migrations", "suites"]


@pytest.mark.parametrize(
    ("make", "expected", "remedy"),
    [
        (lambda path: None, "there is none yet at ", "manage.py prepare"),
        (Path.touch, " is empty", "manage.py prepare"),
        (make_folder, " is no file", "Let DATABASE_FILE name a file"),
        (make_loop, " is no file", "Let DATABASE_FILE name a file"),
        (make_garbage, " is no SQLite database", "Let DATABASE_FILE name another"),
    ],
)
def test_what_is_no_database_is_told_and_left_as_it_is(
    make: Callable[[Path], None], expected: str, remedy: str, tmp_path: Path, examined: Examined
) -> None:
    path = tmp_path / "site.sqlite3"
    make(path)
    before = path.read_bytes() if path.is_file() else path.is_symlink()
    found, *following = examined(path)
    assert (found.name, found.state) == ("database", MISSING)
    assert expected in found.found
    assert remedy in found.remedy
    assert states(following) == {"migrations": MISSING, "suites": MISSING}
    assert {check.remedy for check in following} == {"Mend that first."}
    assert (path.read_bytes() if path.is_file() else path.is_symlink()) == before
    assert len(list(tmp_path.iterdir())) <= 1


def test_a_damaged_page_is_found_even_where_nothing_else_looks(
    file: Path, examined: Examined
) -> None:
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)"
    table(file, f"CREATE TABLE attic AS {numbers} SELECT i FROM n")
    with file.open("r+b") as opened:
        opened.seek(-4 * 4096, os.SEEK_END)
        opened.write(b"\xff" * 4 * 4096)
    found, *others = examined(file)
    assert (found.name, found.state) == ("database", MISSING)
    assert set(states(others).values()) == {OK}
    assert f"{file} is damaged: " in found.found
    assert "restore the file from a backup" in found.remedy


def test_a_locked_file_is_told_with_the_process_that_has_it_open(
    file: Path, examined: Examined
) -> None:
    with process(HOLD.format(path=str(file)), file.parent) as holder:
        found = examined(file)[0]
    assert (found.name, found.state) == ("database", MISSING)
    assert "is locked for longer than 3 s; opened by process " in found.found
    assert f"process {holder.pid} (" in found.found


def test_a_file_of_another_user_is_told(file: Path, examined: Examined, as_nobody: None) -> None:
    if os.getuid() != 0:
        file.parent.chmod(0o555)
    assert "this user may not write into " in examined(file)[0].found
    os.seteuid(os.getuid())
    file.parent.chmod(0o777)
    file.chmod(0o400)
    if os.getuid() == 0:
        os.seteuid(NOBODY)
    found = examined(file)[0]
    assert found.state is MISSING
    assert found.found == f"this user may not read and write {file}"
    assert found.remedy == f"Run `chown {os.geteuid()} {file}*` as root."


def test_pragmas_that_are_not_in_force_are_told(file: Path, reached: None) -> None:
    for pragmas in ("journal_mode=DELETE", "synchronous=NORMAL"):
        config = {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(file),
            "OPTIONS": {"init_command": f"PRAGMA {pragmas};"},
        }
        found = {check.name: check for check in stored.database(config)}
        assert (found["database"].state, found["durability"].state) == (OK, MISSING), pragmas
    assert "journal_mode is delete, synchronous is 1, not wal and 2" in found["durability"].found


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    more_than_there_is = shutil.disk_usage(tmp_path).total + 1
    assert sqlite.disk(tmp_path, enough=more_than_there_is, least=0).state is WARNING
    assert sqlite.disk(tmp_path, least=more_than_there_is).state is MISSING
