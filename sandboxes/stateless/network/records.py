"""What the synthetic internet consists of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Host:
    """A name in a zone.

    Args:
        name: In full.
        alias_of: The name that it stands for; then it has no addresses of its own.
        ipv4: Its address; shared by several names of one machine.
        ipv6: Its IPv6 address, if it has one.
    """

    name: str
    alias_of: str | None = None
    ipv4: str | None = None
    ipv6: str | None = None


@dataclass(frozen=True, slots=True)
class Machine:
    """What is behind an address.

    Args:
        name: The name that its addresses lead back to.
        ipv4: Its address.
        ipv6: Its IPv6 address, if it has one.
        roles: What it is for.
    """

    name: str
    ipv4: str
    ipv6: str | None
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Registration:
    """Who holds a domain.

    Args:
        holder: Name of the organisation.
        city: Where it is; empty if that is withheld.
        country: Two letters; empty if that is withheld.
        registrar: Where it was registered.
        created: Day of the registration, "YYYY-MM-DD".
        updated: Day of the last change.
        expires: Day on which it ends.
        locks: What the registrar does not allow.
        is_signed: Whether the zone is signed (DNSSEC).
    """

    holder: str
    city: str
    country: str
    registrar: str
    created: str
    updated: str
    expires: str
    locks: tuple[str, ...]
    is_signed: bool


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where mail for a domain goes; the lowest priority number is tried first."""

    priority: int
    name: str


@dataclass(frozen=True, slots=True)
class Zone:
    """A registered domain and its names.

    Args:
        domain: The domain.
        registration: Who holds it.
        hosts: By full name, the domain itself first.
        name_servers: Names of the servers that answer for it.
        mail_servers: Where its mail goes.
        texts: Its TXT records.
        ttl: How long answers may be kept, in seconds.
        serial: Number of the zone's last change.
    """

    domain: str
    registration: Registration
    hosts: Mapping[str, Host]
    name_servers: tuple[str, ...]
    mail_servers: tuple[MailServer, ...]
    texts: tuple[str, ...]
    ttl: int
    serial: str


@dataclass(frozen=True, slots=True)
class Service:
    """What answers at an open port."""

    port: int
    service: str
    product: str
    version: str


@dataclass(frozen=True, slots=True)
class Network:
    """A block of addresses and who runs it."""

    block: str
    name: str
    holder: str
    country: str
    abuse_contact: str
