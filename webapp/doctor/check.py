"""What a check says: one line of what is, one of how to mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import SplitResult


class State(StrEnum):
    """How a check came out; only what is missing keeps the site from its work."""

    OK = "ok"
    WARNING = "warning"
    MISSING = "missing"


@dataclass(frozen=True)
class Check:
    """One finding.

    Args:
        name: What was looked at.
        state: How it came out.
        found: What is.
        remedy: How to mend it; empty if there is nothing to mend.
    """

    name: str
    state: State
    found: str
    remedy: str = ""


def ok(name: str, found: str) -> Check:
    """All is well."""
    return Check(name, State.OK, one_line(found))


def warning(name: str, found: str, remedy: str) -> Check:
    """The site works without it, or not as well as it could."""
    return Check(name, State.WARNING, one_line(found), one_line(remedy))


def missing(name: str, found: str, remedy: str) -> Check:
    """The site needs it."""
    return Check(name, State.MISSING, one_line(found), one_line(remedy))


def one_line(text: object) -> str:
    """A text of foreign origin as one line that neither moves a terminal nor breaks an encoding."""
    line = " ".join(str(text).split())
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def masked(text: object, secrets: Iterable[str | None]) -> str:
    """A text of foreign origin without the secrets that it may repeat."""
    line = str(text)
    for secret in secrets:
        if secret:
            line = line.replace(secret, "***")
    return line


def spills(address: SplitResult) -> bool:
    """Whether a URL's "@" comes too late: part of its password stands where a host or name does."""
    return "@" in address.path + address.query + address.fragment
