"""What the synthetic internets are made of, read once per process."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "corpus"
HOSTING = "hosting"


@dataclass(frozen=True, slots=True)
class Organisation:
    """A fictional organisation.

    Args:
        name: As it calls itself.
        domain: Under a top-level domain that is reserved for examples or tests (RFC 2606).
        city: Where it is.
        country: Two letters (ISO 3166).
        kind: What it does; "hosting" also serves others.
    """

    name: str
    domain: str
    city: str
    country: str
    kind: str


@dataclass(frozen=True, slots=True)
class Product:
    """A program that answers at a port, and its versions."""

    name: str
    versions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PortPlan:
    """A port that a host of some role may have open.

    Args:
        port: Its number.
        service: What it is registered for.
        chance: How likely it is open.
        products: What may answer.
    """

    port: int
    service: str
    chance: float
    products: tuple[Product, ...]


@dataclass(frozen=True)
class NetworkCorpus:
    """All of it.

    Args:
        organisations: By domain, those that host others first.
        registrars: Names of registrars.
        hosts: First labels of the hosts that an organisation of some kind may have.
        roles: What a host with such a first label is for, if not for web pages.
        ports: What may be open at a host of some role.
    """

    organisations: dict[str, Organisation]
    registrars: tuple[str, ...]
    hosts: dict[str, tuple[str, ...]]
    roles: dict[str, str]
    ports: dict[str, tuple[PortPlan, ...]]


def _read(name: str) -> Any:
    return json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@functools.cache
def network_corpus() -> NetworkCorpus:
    """The corpus."""
    found = [Organisation(**entry) for entry in _read("organisations")["organisations"]]
    found.sort(key=lambda one: (one.kind != HOSTING, one.domain))
    hosts = _read("hosts")
    return NetworkCorpus(
        organisations={one.domain: one for one in found},
        registrars=tuple(_read("registrars")["registrars"]),
        hosts={kind: tuple(labels) for kind, labels in hosts["hosts"].items()},
        roles=hosts["roles"],
        ports={role: tuple(map(_plan, plans)) for role, plans in _read("services").items()},
    )


def _plan(entry: dict[str, Any]) -> PortPlan:
    products = tuple(Product(p["name"], tuple(p["versions"])) for p in entry["products"])
    return PortPlan(entry["port"], entry["service"], entry["chance"], products)
