"""manage.py doctor: the installation and the settings."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest
from pytest_django import Settings

from tests.webapp.doctor.ailments import (
    MISSING,
    OK,
    WARNING,
)
from webapp.doctor import configuration, installation
from webapp.doctor.check import State


def test_an_old_python_is_missing() -> None:
    found = installation.python((3, 10, 14))
    assert found.state is MISSING
    assert "3.10.14" in found.found
    assert "apt-get install python3.11" in found.remedy


def test_packages_that_are_absent_or_differ_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "requirements.txt"
    rich = metadata.version("rich")
    file.write_text(f"# pinned\n-r other.txt\nrich=={rich}\ndjango==0.9 ; x\n")
    assert installation.packages(file).state is WARNING
    assert installation.packages(file).found.endswith(
        f"tested with: django {metadata.version('django')} instead of 0.9"
    )
    file.write_text(f"rich=={rich}\nno-such-package[extra]==1.0\n")
    assert installation.packages(file).state is MISSING
    assert installation.packages(file).found == "not installed: no-such-package 1.0"
    file.unlink()
    assert installation.packages(file).state is WARNING


@pytest.mark.parametrize("key", ["short", "a" * 80])
def test_a_key_that_is_guessed_easily_is_missing(
    key: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY_FILE", "/run/key")
    monkeypatch.delenv("SECRET_KEY", raising=False)
    settings.SECRET_KEY = key
    found = configuration.secret_key()
    assert found.state is MISSING
    assert found.remedy.startswith("Put into /run/key what ")
    assert "aaaaa" not in found.found


def test_a_key_file_that_others_may_read_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "the key"
    file.touch()
    monkeypatch.setenv("SECRET_KEY_FILE", str(file))
    monkeypatch.delenv("SECRET_KEY", raising=False)
    for mode, state in ((0o644, WARNING), (0o620, WARNING), (0o640, OK), (0o600, OK)):
        file.chmod(mode)
        assert configuration.key_file().state is state, oct(mode)
    file.chmod(0o604)
    assert configuration.key_file().remedy == f"Run `chmod 600 '{file}'`."
    file.unlink()
    assert configuration.key_file().state is MISSING
    monkeypatch.setenv("SECRET_KEY", "from elsewhere")
    assert configuration.key_file().state is OK


def test_debug_is_noted(settings: Settings) -> None:
    settings.DEBUG = True
    assert configuration.debug().state is WARNING
    settings.DEBUG = False
    assert configuration.debug().state is OK


@pytest.mark.parametrize(
    ("names", "state", "expected"),
    [
        (["https://site.example"], MISSING, "no host names, so they never match: https://site"),
        (["127.0.0.1:8000"], MISSING, "no host names, so they never match: 127.0.0.1:8000"),
        (["*"], WARNING, "the site answers to any name"),
        (["site.example"], WARNING, "site.example, but not the 127.0.0.1 of the sign-in links"),
        (["localhost", "127.0.0.1", "[::1]"], OK, "localhost, 127.0.0.1, [::1]"),
    ],
)
def test_hosts_that_never_match_or_always_are_told(
    names: list[str], state: State, expected: str, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = names
    found = configuration.hosts()
    assert (found.state, found.found[: len(expected)]) == (state, expected)


@pytest.mark.parametrize(
    ("names", "tls", "origins", "state"),
    [
        (["127.0.0.1"], False, [], OK),
        (["127.0.0.1", "site.example"], False, [], WARNING),
        (["127.0.0.1", "site.example"], True, [], WARNING),
        (["127.0.0.1", "site.example"], True, ["https://site.example"], OK),
        (["127.0.0.1"], False, ["site.example"], MISSING),
        (["127.0.0.1"], False, ["https://site.example/"], MISSING),
    ],
)
def test_a_public_name_without_tls_or_trusted_origin_is_told(
    names: list[str], tls: bool, origins: list[str], state: State, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS, settings.BEHIND_TLS = names, tls
    settings.CSRF_TRUSTED_ORIGINS = origins
    assert configuration.https().state is state
