"""manage.py doctor: Redis, programs and the port."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from tests.webapp.doctor.ailments import (
    HOST,
    MISSING,
    OK,
    PASSWORD,
    SERVE,
    WARNING,
    free_port,
    process,
    program,
    redis_server,
    server,
    silent,
)
from tests.webapp.live import LiveSite
from webapp.doctor import listening, programs, sharing
from webapp.doctor.check import Check


def test_redis_is_not_needed_unless_it_is_asked_for() -> None:
    assert sharing.redis(None).state is OK


def test_redis_is_asked_over_its_own_protocol() -> None:
    with server(redis_server(b"+PONG\r\n")) as port:
        assert sharing.redis(f"redis://{HOST}:{port}/0?protocol=2") == Check(
            "redis", OK, f"answers at redis://{HOST}:{port}/0"
        )
    with server(redis_server(b"-NOAUTH Authentication required.\r\n")) as port:
        assert "required" in sharing.redis(f"redis://{HOST}:{port}/0").found


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (f"redis://:{PASSWORD}@{HOST}:1/0", "refused"),
        (f"redis://{HOST}:1/0?password={PASSWORD}", "refused"),
        (f"redis://{HOST}:no-port/0", "does not answer as Redis"),
        ("redis://[::1/0", "REDIS_URL is no address"),
        (f"redis://:12/{PASSWORD}@{HOST}/0", "not percent-encoded"),
    ],
)
def test_a_wrong_address_of_redis_is_told_without_its_password(url: str, expected: str) -> None:
    found = sharing.redis(url)
    assert found.state is MISSING
    assert expected in found.found
    assert PASSWORD not in str(found)


def test_a_port_that_says_nothing_is_no_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "PATIENCE", 0.5)
    with server(silent) as port:
        found = sharing.redis(f"redis://{HOST}:{port}/0")
    assert (found.state, "Timeout" in found.found) == (MISSING, True)


def test_without_bubblewrap_the_jail_is_noted(path: Path) -> None:
    found = programs.jail()
    assert found.state is WARNING
    assert found.remedy == "Run `apt-get install bubblewrap` as root."


def test_a_jail_that_the_kernel_refuses_is_noted(path: Path) -> None:
    program(path / "bwrap", '[ "$1" = --version ] || { echo "bwrap: No permissions" >&2; exit 1; }')
    found = programs.jail()
    assert found.state is WARNING
    assert f"{path}/bwrap can't lock anything in: it ends with 1: bwrap: No perm" in found.found
    assert "user.max_user_namespaces" in found.remedy


def test_a_jail_that_never_ends_is_ended_with_all_that_it_started(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "PATIENCE", 1)
    program(path / "bwrap", "echo $$ > /dev/null; sleep 600 & wait")
    found = programs.jail()
    assert (found.state, "it does not end within 1 s" in found.found) == (WARNING, True)


def test_the_jail_is_never_started_as_root(path: Path) -> None:
    path.chmod(stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO)
    program(path / "bwrap", f"echo $(id -u) $(id -g) $(id -G) $* >> {path}/log; echo bwrap 0")
    assert programs.jail().state is OK
    lines = [line.split() for line in (path / "log").read_text().splitlines()]
    assert [line[3] for line in lines] == ["--version", "--unshare-all"]
    for user, group, groups, *_ in lines:
        assert user != "0"
        assert os.getuid() != 0 or (group, groups) == (user, user)


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
def test_the_real_jail_is_tried() -> None:
    assert programs.jail().found.startswith("bubblewrap ")


def test_a_browser_that_is_absent_or_broken_is_noted(path: Path) -> None:
    assert programs.browser().remedy == "Run `apt-get install chromium` as root."
    program(path / "chromium", "exit 3")
    found = programs.browser()
    assert (found.state, found.found) == (
        WARNING,
        f"{path}/chromium does not work: it ends with 3: it says nothing",
    )
    program(path / "chromium", "echo Chromium 1")
    assert programs.browser().state is OK


def test_a_database_server_that_is_absent_or_broken_is_noted(path: Path, tmp_path: Path) -> None:
    found = programs.server_for_tests(tmp_path)
    assert (found.state, found.remedy) == (WARNING, "Run `make postgres`.")
    program(path / "initdb", "exit 1")
    assert programs.server_for_tests(tmp_path).state is WARNING
    program(path / "initdb", "echo initdb 1")
    assert "has no postgres beside it" in programs.server_for_tests(tmp_path).found
    (path / "initdb").unlink()
    for version in ("9", "15", "common"):
        (tmp_path / version / "bin").mkdir(parents=True)
        program(tmp_path / version / "bin" / "initdb", f"echo initdb {version}")
        (tmp_path / version / "bin" / "postgres").touch()
    assert programs.server_for_tests(tmp_path).found == "initdb 15"


def test_a_free_port_is_told() -> None:
    port = free_port()
    assert listening.port(port) == Check(f"port {port}", OK, "free at 127.0.0.1")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (b"<h1>Not here</h1>", "held by {who}, which does not answer as the site"),
        (b'["error"]', "held by {who}, which does not answer as the site"),
        (
            b'{"error": {"data": {"reason": "unknown_token"}}}',
            "held by the site of another folder: {who} in {folder}",
        ),
    ],
)
def test_a_port_that_others_hold_is_told_with_who_and_another_port(
    answer: bytes, expected: str, open_folder: Path
) -> None:
    port = free_port()
    with process(SERVE.format(answer=answer, port=port), open_folder) as holder:
        name = Path(f"/proc/{holder.pid}/comm").read_text().strip()
        found = listening.port(port)
    who = f"process {holder.pid} ({name})"
    assert (found.state, found.found) == (MISSING, expected.format(who=who, folder=open_folder))
    assert found.remedy.startswith("Use another port: `make run PORT=")
    assert found.remedy.endswith(f", or stop it: `kill {holder.pid}`")


def test_a_port_that_says_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "PATIENCE", 0.5)
    with server(silent) as port:
        assert "does not answer as the site" in listening.port(port).found


def test_the_running_site_is_recognised(live_site: LiveSite) -> None:
    found = listening.port(live_site.port)
    assert found.state is OK
    assert found.found.startswith(
        f"this site answers there already: process {live_site.process.pid}"
    )


def test_a_port_below_those_of_ordinary_users_is_told(as_nobody: None) -> None:
    first = int(Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text())
    if first < 2:
        pytest.skip("ordinary users may listen at every port here")
    found = listening.port(1)
    assert found.state is MISSING
    assert found.found == "this user can't listen there: Permission denied"
