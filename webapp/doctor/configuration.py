"""What the settings allow, and shouldn't."""

from __future__ import annotations

import os
import re
import shlex
import stat
from pathlib import Path

from django.conf import settings
from django.http.request import validate_host

from webapp.doctor.check import Check, missing, ok, warning
from webapp.settings import VAR_DIR

SHORTEST_KEY, FEWEST_LETTERS = 50, 5  # what Django itself asks of a deployment (security.W009)
_NEW_KEY = "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
_GROUP_WRITES_OR_OTHERS_DO_ANYTHING = 0o027
_HERE = {"localhost", "127.0.0.1", "[::1]"}


def secret_key() -> Check:
    """Whether the key is too long to be guessed."""
    key = settings.SECRET_KEY
    if len(key) < SHORTEST_KEY or len(set(key)) < FEWEST_LETTERS:
        path = _key_file()
        place = "SECRET_KEY" if path is None else str(path)
        return missing(
            "secret key",
            f"easy to guess: {len(key)} characters, {len(set(key))} different ones; who guesses "
            "it signs in as anybody",
            f"Put into {place} what `{_NEW_KEY}` prints; everybody has to sign in again.",
        )
    return ok("secret key", f"{len(key)} characters")


def key_file() -> Check:
    """Whether others on this machine may read or change the key."""
    path = _key_file()
    if path is None:
        return ok("key file", "none: the key comes from SECRET_KEY")
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError as error:
        return missing("key file", f"{path}: {error.strerror}", "Run `make install`.")
    if mode & _GROUP_WRITES_OR_OTHERS_DO_ANYTHING:
        what = f"others on this machine may read or change {path} (mode {mode:04o})"
        return warning("key file", what, f"Run `chmod 600 {shlex.quote(str(path))}`.")
    return ok("key file", f"{path}, mode {mode:04o}")


def _key_file() -> Path | None:
    if "SECRET_KEY" in os.environ:
        return None
    return Path(os.environ.get("SECRET_KEY_FILE", VAR_DIR / "secret_key")).absolute()


def debug() -> Check:
    """Whether visitors are shown the code."""
    if settings.DEBUG:
        what = "DEBUG is on: an error shows code and settings to whoever caused it"
        return warning("debug", what, "Unset DEBUG unless you are alone with the site.")
    return ok("debug", "off")


def hosts() -> Check:
    """Whether the site answers to the names that it is called by, and to no others."""
    names = settings.ALLOWED_HOSTS
    if wrong := [name for name in names if re.search(r"[/:\s]", re.sub(r"^\[.*\]$", "", name))]:
        return missing(
            "hosts",
            f"no host names, so they never match: {', '.join(wrong)}",
            "Write names alone into ALLOWED_HOSTS, without https:// and without a port.",
        )
    if "*" in names:
        what = "the site answers to any name, so that links can be made to lead elsewhere"
        return warning("hosts", what, "List the names of the site in ALLOWED_HOSTS.")
    if not validate_host("127.0.0.1", names):
        what = f"{', '.join(names)}, but not the 127.0.0.1 of the sign-in links that are printed"
        return warning("hosts", what, "Add 127.0.0.1 to ALLOWED_HOSTS if you want to use them.")
    return ok("hosts", ", ".join(names))


def https() -> Check:
    """Whether who comes from elsewhere comes through TLS, and can send forms."""
    origins = settings.CSRF_TRUSTED_ORIGINS
    if wrong := [origin for origin in origins if not re.match(r"https?://[^/]+$", origin)]:
        what = f"no origins, so they never match: {', '.join(wrong)}"
        return missing("https", what, "Write TRUSTED_ORIGINS as https://NAME, without a path.")
    public = sorted(set(settings.ALLOWED_HOSTS) - _HERE)
    if public and not settings.BEHIND_TLS:
        return warning(
            "https",
            f"cookies also travel without TLS, to {', '.join(public)}",
            "Put a proxy with TLS before the site, then set BEHIND_TLS=true and "
            "TRUSTED_ORIGINS=https://NAME.",
        )
    if settings.BEHIND_TLS and not origins:
        what = "BEHIND_TLS is on without TRUSTED_ORIGINS: forms sent through a proxy are refused"
        remedy = (
            "Set TRUSTED_ORIGINS=https://NAME; it is not needed if the proxy runs on this machine "
            "and sends X-Forwarded-Proto."
        )
        return warning("https", what, remedy)
    return ok("https", "asked for" if settings.BEHIND_TLS else "not needed on this machine alone")
