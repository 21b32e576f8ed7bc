"""Programs beside the site: the jail of the analytics suite, and what tests and printing need."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from webapp.doctor.check import Check, ok, warning

PATIENCE = 10
DEBIAN_POSTGRES = Path("/usr/lib/postgresql")
_TRIAL = ("--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/", "/", "true")
_UNUSED_USERS = range(61184, 65520)  # systemd's for users that come and go: nobody's account
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class ProgramError(Exception):
    """A program did not do what was asked; the message says what it did instead."""


def answer(command: Sequence[str], user: int | None = None) -> str:
    """What a program prints, run as another user if need be.

    Raises:
        ProgramError: it can't be started, fails, or does not end.
    """
    try:
        process = subprocess.Popen(  # noqa: S603 - what is in PATH is run as the site would run it
            command,
            cwd="/",
            env={"PATH": os.defpath, "HOME": "/nonexistent"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ProgramError(f"it can't be started: {error}") from error
    with process:
        try:
            printed, complaint = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired as error:
            raise ProgramError(f"it does not end within {PATIENCE} s") from error
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
    if process.returncode != 0:
        last = (complaint.strip().splitlines() or ["it says nothing"])[-1]
        raise ProgramError(f"it ends with {process.returncode}: {last}")
    return printed.strip()


def jail() -> Check:
    """Whether code of strangers can be locked in: what the analytics suite will ask for."""
    program = shutil.which("bwrap")
    if program is None:
        what = "bubblewrap is not installed; the analytics suite will run strangers' code in it"
        return warning("jail", what, "Run `apt-get install bubblewrap` as root.")
    try:
        user = unprivileged_user()
        version = answer([program, "--version"], user)
        answer([program, *_TRIAL], user)
    except ProgramError as error:
        return warning(
            "jail",
            f"{program} can't lock anything in: {error}",
            "Let ordinary users make namespaces, as root: `sysctl user.max_user_namespaces=10000`; "
            "on Debian kernels also `sysctl kernel.unprivileged_userns_clone=1`, on Ubuntu "
            "`sysctl kernel.apparmor_restrict_unprivileged_userns=0`; inside a container, its "
            "host has to allow it.",
        )
    return ok("jail", f"{version}, tried as {'this user' if user is None else f'user {user}'}")


def unprivileged_user() -> int | None:
    """Whom to run the jail as: None for whoever we are, an unused user if that is root.

    Limits on processes don't bind root, and bind others together with all else that they run.

    Raises:
        ProgramError: we are root, and nobody is to be had.
    """
    if os.geteuid() != 0:
        return None
    taken = {entry.pw_uid for entry in pwd.getpwall()}
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # ended meanwhile
            taken.add(process.stat().st_uid)
    for user in _UNUSED_USERS:
        if user not in taken:
            return user
    raise ProgramError("it must not be started as root, and there is no unused user")


def browser() -> Check:
    """Whether pages can be tried and printed."""
    program = next(filter(None, map(shutil.which, _BROWSERS)), None)
    remedy = "Run `apt-get install chromium` as root."
    if program is None:
        what = "Chromium is not installed; the tests of the pages and printing need it"
        return warning("browser", what, remedy)
    try:
        return ok("browser", f"{answer([program, '--version'])}, {program}")
    except ProgramError as error:
        return warning("browser", f"{program} does not work: {error}", remedy)


def server_for_tests(debian: Path = DEBIAN_POSTGRES) -> Check:
    """Whether the tests can start a PostgreSQL server of their own."""
    name, remedy = "postgresql", "Run `make postgres`."
    program = shutil.which("initdb") or _newest(debian)
    if program is None:
        what = "no PostgreSQL server is installed; the tests that need one are skipped"
        return warning(name, what, remedy)
    try:
        version = answer([program, "--version"])
    except ProgramError as error:
        return warning(name, f"{program} does not work: {error}", remedy)
    if not Path(program).resolve().with_name("postgres").exists():
        return warning(name, f"{program} has no postgres beside it", remedy)
    return ok(name, version)


def _newest(debian: Path) -> str | None:
    found = max(debian.glob("*/bin/initdb"), key=_version, default=None)
    return None if found is None else str(found)


def _version(initdb: Path) -> float:
    try:
        return float(initdb.parent.parent.name)
    except ValueError:
        return 0
