"""The port: free, or held by whom."""

from __future__ import annotations

import errno
import http.client
import json
import socket
from contextlib import suppress
from pathlib import Path

from webapp.doctor.check import Check, missing, ok
from webapp.doctor.processes import Process, holders
from webapp.settings import BASE_DIR

HOST = "127.0.0.1"
PATIENCE = 3
_LISTENS = "0A"
# 127.0.0.1 and every address, of IPv4 and IPv6, as the kernel writes them.
_ADDRESSES = ("0100007F", "0000000000000000FFFF00000100007F", "00000000", "0" * 32)
_ANSWER = 64 * 1024


def port(number: int) -> Check:
    """Whether the site can listen there, or does already."""
    name = f"port {number}"
    error = refusal(number)
    if error is None:
        return ok(name, f"free at {HOST}")
    if error.errno != errno.EADDRINUSE:
        what = f"this user can't listen there: {error.strerror}"
        return missing(name, what, _elsewhere(max(number, 8000)))
    holder = listener(number)
    who = "a process that this user can't see" if holder is None else str(holder)
    if not answers_as_site(number):
        what = f"held by {who}, which does not answer as the site"
    elif holder is None or holder.works_in(BASE_DIR):
        return ok(name, f"this site answers there already: {who}")
    else:
        what = f"held by the site of another folder: {who} in {holder.folder}"
    stop = "" if holder is None else f", or stop it: `kill {holder.pid}`"
    return missing(name, what, _elsewhere(number) + stop)


def refusal(number: int) -> OSError | None:
    """Why nobody can listen at a port now; None if one can."""
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((HOST, number))
            tried.listen(1)
        except OSError as error:
            return error
    return None


def listener(number: int) -> Process | None:
    """Who listens at a port, if this user may see it."""
    for table in ("tcp", "tcp6"):
        with suppress(OSError):  # a machine without IPv6
            for line in Path("/proc/net", table).read_text(encoding="ascii").splitlines()[1:]:
                _, local, _, state, *rest = line.split()
                address, _, hexadecimal = local.partition(":")
                if (int(hexadecimal, 16), state) == (number, _LISTENS) and address in _ADDRESSES:
                    found = holders(f"socket:[{rest[5]}]")
                    if found:
                        return found[0]
    return None


def answers_as_site(number: int) -> bool:
    """Whether the door of attempts is there; it answers whatever the host is called."""
    connection = http.client.HTTPConnection(HOST, number, timeout=PATIENCE)
    try:
        connection.request("GET", "/mcp/doctor")
        told = json.loads(connection.getresponse().read(_ANSWER))
        return bool(told["error"]["data"]["reason"] == "unknown_token")
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError, RecursionError):
        return False
    finally:
        connection.close()


def _elsewhere(number: int) -> str:
    for other in range(number + 1, min(number + 100, 65536)):
        if refusal(other) is None:
            return f"Use another port: `make run PORT={other}`"
    return "Use another port: `make run PORT=...`"
