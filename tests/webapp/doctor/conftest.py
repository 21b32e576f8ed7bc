"""What the tests of the doctor share."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from tests.webapp import outside
from tests.webapp.doctor.ailments import (
    NOBODY,
    PASSWORD,
)
from webapp import settings as site_settings
from webapp.doctor import stored
from webapp.doctor.check import Check


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user may enter, unlike pytest's own."""
    with tempfile.TemporaryDirectory(prefix="touchstone-doctor-", dir="/tmp") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def as_nobody() -> Iterator[None]:
    """Without the rights of root, which are never refused anything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture(scope="module")
def prepared_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all tables and a suite."""
    file = tmp_path_factory.mktemp("prepared") / "site.sqlite3"
    inherited = os.environ.pop("DATABASE_URL", None)
    try:
        outside.run({"DATABASE_FILE": str(file)}, "open", "1")
        outside.run({"DATABASE_FILE": str(file)}, "suites")
    finally:
        if inherited is not None:
            os.environ["DATABASE_URL"] = inherited
    return file


@pytest.fixture
def reached(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Databases of the test's own may be connected to."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture
def file(prepared_file: Path, open_folder: Path) -> Path:
    """A database of the test's own, prepared."""
    copy = open_folder / "site.sqlite3"
    for path in prepared_file.parent.glob(f"{prepared_file.name}*"):
        shutil.copy(path, copy.with_name(path.name))
    return copy


@pytest.fixture
def examined(reached: None, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], list[Check]]:
    """Examine a file, with the settings that the site would have."""

    def examine(path: Path) -> list[Check]:
        monkeypatch.delenv("DATABASE_URL", raising=False)
        monkeypatch.setenv("DATABASE_FILE", str(path))
        return stored.database(site_settings._database())

    return examine


@pytest.fixture
def examined_url(reached: None, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[Check]]:
    """Examine the database at a URL, with the settings that the site would have."""

    def examine(url: str) -> list[Check]:
        monkeypatch.setenv("DATABASE_URL", url)
        found = stored.database(site_settings._database(), url)
        assert PASSWORD not in str(found)
        return found

    return examine


@pytest.fixture
def path(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in PATH: an empty one."""
    monkeypatch.setenv("PATH", str(open_folder))
    return open_folder
