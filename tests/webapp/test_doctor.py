"""manage.py doctor: what can be wrong is really wrong here, and is told with its remedy."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from importlib import metadata
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command, load_command_class
from pytest_django import DjangoDbBlocker, Settings

from sandboxes.tasks import SUITES
from tests.webapp import outside
from tests.webapp.builders import public_instance
from tests.webapp.live import LiveSite
from webapp import doctor
from webapp import settings as site_settings
from webapp.benchmark.models import Instance, Suite
from webapp.doctor import configuration, installation, listening, programs, sharing, sqlite, stored
from webapp.doctor.check import Check, State, one_line

ROOT = Path(__file__).parents[2]
OK, WARNING, MISSING = State.OK, State.WARNING, State.MISSING
HOST = "127.0.0.1"
PASSWORD = "hunter2-hunter2"
NOBODY = 65534


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py doctor in a process of its own, as a user would."""
    inherited = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "doctor", *arguments],
        env=inherited | environment,
        capture_output=True,
        text=True,
    )


def states(checks: list[Check]) -> dict[str, State]:
    return {check.name: check.state for check in checks}


def free_port() -> int:
    with socket.socket() as tried:
        tried.bind((HOST, 0))
        return int(tried.getsockname()[1])


@contextmanager
def server(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """The port of a real server in this process, which answers each connection in turn."""

    def serve() -> None:
        with suppress(OSError):  # shut down: the test has ended
            while True:
                connection, _ = sockets[0].accept()
                sockets.append(connection)
                with connection, suppress(OSError):
                    answer(connection)

    sockets = [socket.create_server((HOST, 0))]
    thread = threading.Thread(target=serve)
    with sockets[0]:
        thread.start()
        try:
            yield int(sockets[0].getsockname()[1])
        finally:
            for opened in sockets:  # a client may have forgotten to close its end
                with suppress(OSError):
                    opened.shutdown(socket.SHUT_RDWR)
            thread.join()


def silent(connection: socket.socket) -> None:
    """Say nothing until the other side has lost its patience."""
    while connection.recv(4096):
        pass


@contextmanager
def process(code: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that runs a piece of code, once it has said that it is ready."""
    command = [os.path.realpath(sys.executable), "-c", code]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as started:
        try:
            assert started.stdout is not None
            assert started.stdout.readline() == "ready\n"
            yield started
        finally:
            started.kill()


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


# The command


@pytest.fixture(scope="module")
def prepared_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all tables and a suite."""
    file = tmp_path_factory.mktemp("prepared") / "site.sqlite3"
    inherited = os.environ.pop("DATABASE_URL", None)
    try:
        outside.run({"DATABASE_FILE": str(file)}, "open", "1")
    finally:
        if inherited is not None:
            os.environ["DATABASE_URL"] = inherited
    return file


def test_a_machine_that_is_ready_is_told_so_in_one_document(prepared_file: Path) -> None:
    done = run("--json", "--port", str(free_port()), DATABASE_FILE=str(prepared_file))
    assert done.stderr == ""
    document = json.loads(done.stdout)
    assert (done.returncode, document["ok"]) == (0, True), document
    assert set(document) == {"ok", "checks"}
    assert {frozenset(check) for check in document["checks"]} == {
        frozenset(("name", "state", "found", "remedy"))
    }
    for check in document["checks"]:
        assert check["found"]
        assert bool(check["remedy"]) == (check["state"] != "ok"), check
    needed = {"python", "secret key", "database", "durability", "disk", "migrations", "suites"}
    assert needed <= {check["name"] for check in document["checks"] if check["state"] == "ok"}


def test_people_read_aligned_words_with_the_remedy_below(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "site.sqlite3"
    done = run("--port", str(free_port()), DATABASE_FILE=str(file))
    lines = done.stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("missing  database "))
    column = lines[at].index("there is no folder")
    assert lines[at + 1][:column].strip() == ""
    assert lines[at + 1][column:].startswith(f"Run `mkdir -p {file.parent}`, then")
    assert {line[:9].strip() for line in lines[:-1]} <= {"ok", "note", "missing", ""}
    assert lines[-1].startswith("3 of ")  # database, migrations and suites
    assert (done.returncode, done.stderr) == (1, "")
    assert not file.parent.exists()


def test_no_password_is_ever_printed() -> None:
    done = run(
        "--json",
        DATABASE_URL=f"postgres://someone:{PASSWORD}@{HOST}:{free_port()}/site",
        REDIS_URL=f"redis://:{PASSWORD}@{HOST}:{free_port()}/0",
        SECRET_KEY=PASSWORD,
    )
    assert done.returncode == 1
    assert PASSWORD not in done.stdout + done.stderr
    found = {check["name"]: check["found"] for check in json.loads(done.stdout)["checks"]}
    assert "PostgreSQL someone@127.0.0.1:" in found["database"]
    assert "redis://127.0.0.1:" in found["redis"]


@pytest.mark.parametrize("port", ["0", "65536", "-1", "x", "٣"])
def test_what_is_no_port_is_refused(port: str) -> None:
    with pytest.raises(CommandError, match="is no port from 1 to 65535"):
        call_command("doctor", f"--port={port}")


def test_the_command_explains_itself() -> None:
    parser = load_command_class("webapp.benchmark", "doctor").create_parser("manage.py", "doctor")
    assert all(action.help for action in parser._actions)


def test_a_check_that_breaks_is_told_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    (told,) = doctor._told("clock", lambda: [Check("clock", OK, str(1 / 0))])
    assert told.state is MISSING
    assert told.found == "the check itself failed (ZeroDivisionError): see standard error"
    assert "ZeroDivisionError" in caplog.text


def test_a_foreign_text_becomes_one_harmless_line() -> None:
    assert one_line("a\n b\x1b[31m\udcff\N{NO-BREAK SPACE}é") == "a b?[31m? é"


# The installation and the settings


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


# SQLite


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


def table(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


Examined = Callable[[Path], list[Check]]


def test_a_prepared_file_is_fine(file: Path, examined: Examined) -> None:
    found = examined(file)
    assert set(states(found).values()) == {OK}, found
    assert list(states(found)) == ["database", "durability", "disk", "migrations", "suites"]


def make_folder(path: Path) -> None:
    path.mkdir()


def make_loop(path: Path) -> None:
    path.symlink_to(path)


def make_garbage(path: Path) -> None:
    path.write_bytes(b"no database at all, and longer than a header of SQLite is" * 100)


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


HOLD = """
import sqlite3, sys, time
connection = sqlite3.connect({path!r}, isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("ready", flush=True)
time.sleep(600)
"""


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


# Migrations and suites


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


# PostgreSQL


@pytest.fixture
def examined_url(reached: None, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[Check]]:
    """Examine the database at a URL, with the settings that the site would have."""

    def examine(url: str) -> list[Check]:
        monkeypatch.setenv("DATABASE_URL", url)
        found = stored.database(site_settings._database(), url)
        assert PASSWORD not in str(found)
        return found

    return examine


ExaminedUrl = Callable[[str], list[Check]]


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


def old_postgres(connection: socket.socket) -> None:
    """Say what a PostgreSQL 13 says until a client may ask."""

    def message(kind: bytes, body: bytes) -> bytes:
        return kind + (len(body) + 4).to_bytes(4, "big") + body

    while (request := connection.recv(4096))[4:8] != (3 << 16).to_bytes(4, "big"):
        if not request:
            return
        connection.sendall(b"N")  # no encryption
    connection.sendall(message(b"R", bytes(4)))
    for name, value in (
        (b"server_version", b"13.4"),
        (b"client_encoding", b"UTF8"),
        (b"TimeZone", b"UTC"),
    ):
        connection.sendall(message(b"S", name + b"\0" + value + b"\0"))
    connection.sendall(message(b"Z", b"I"))
    silent(connection)


def test_a_server_that_is_too_old_is_told(examined_url: ExaminedUrl) -> None:
    with server(old_postgres) as port:
        found = examined_url(f"postgres://u@{HOST}:{port}/site")[0]
    assert "PostgreSQL 14 or later is required (found 13.4)" in found.found
    assert "apt-get install postgresql" in found.remedy


# Redis


def redis_server(answer: bytes) -> Callable[[socket.socket], None]:
    """Answer every command of Redis's protocol with the same; a command is an array of strings."""

    def serve(connection: socket.socket) -> None:
        with connection.makefile("rb") as read:
            while head := read.readline():
                for _ in range(int(head[1:])):
                    read.read(int(read.readline()[1:]) + 2)
                connection.sendall(answer)

    return serve


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


# Programs


@pytest.fixture
def path(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in PATH: an empty one."""
    monkeypatch.setenv("PATH", str(open_folder))
    return open_folder


def program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


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


# The port


def test_a_free_port_is_told() -> None:
    port = free_port()
    assert listening.port(port) == Check(f"port {port}", OK, "free at 127.0.0.1")


SERVE = """
import http.server
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(404)
        self.end_headers()
        self.wfile.write({answer!r})
    def log_message(self, *words):
        pass
server = http.server.HTTPServer(("", {port}), Handler)
print("ready", flush=True)
server.serve_forever()
"""


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
