"""What each look-up answers. One internet and one place per fact, so that all of them agree."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sandboxes.stateless.network.internet import Internet
from sandboxes.stateless.network.look_alikes import RULES, look_alikes
from sandboxes.stateless.network.records import Host, MailServer, Zone
from sandboxes.stateless.network.targets import Target

_SCANNED_PORTS = 100
_MOST_EXAMPLES = 3
_SOA_TIMES = "7200 3600 1209600 3600"
_FOUND, _NOT_FOUND = "NOERROR", "NXDOMAIN"


def whois(internet: Internet, target: Target) -> dict[str, Any]:
    """Who holds a domain, or runs a network."""
    if target.is_address:
        return _whois_network(internet, target.text)
    zone = internet.zone_of(target.text)
    answer = {
        "target": target.text,
        "kind": "domain",
        "status": "registered" if zone else "not registered",
        "domain": target.domain or target.text,
    }
    if zone is None:
        return answer
    held = zone.registration
    return answer | {
        "holder": held.holder,
        "city": held.city,
        "country": held.country,
        "registrar": held.registrar,
        "created": held.created,
        "updated": held.updated,
        "expires": held.expires,
        "locks": list(held.locks),
        "name_servers": list(zone.name_servers),
        "is_signed": held.is_signed,
    }


def _whois_network(internet: Internet, address: str) -> dict[str, Any]:
    network = internet.network(address)
    answer = {
        "target": address,
        "kind": "network",
        "status": "allocated" if network else "not allocated",
        "network": network.block if network else None,
    }
    if network is None:
        return answer
    return answer | {
        "name": network.name,
        "holder": network.holder,
        "country": network.country,
        "abuse_contact": network.abuse_contact,
    }


def dig(internet: Internet, target: Target) -> dict[str, Any]:
    """All records of a name, or what an address leads back to."""
    records = _records(internet, target)
    return {
        "target": target.text,
        "question": target.question,
        "status": _FOUND if records else _NOT_FOUND,
        "records": records,
    }


def _records(internet: Internet, target: Target) -> list[dict[str, Any]]:
    if target.is_address:
        machine = internet.machines.get(target.text)
        zone = internet.zone_of(machine.name) if machine else None
        if machine is None or zone is None:
            return []
        return [_record(zone, target.question, "PTR", machine.name)]
    zone, host = internet.zone_of(target.text), internet.host(target.text)
    if zone is None or host is None:
        return []
    if host.alias_of:
        other = Target(host.alias_of, False)
        return [_record(zone, host.name, "CNAME", other.text), *_records(internet, other)]
    found = _zone_records(zone) if host.name == zone.domain else []
    found += [_record(zone, host.name, "A", address) for address in _ipv4(host)]
    found += [_record(zone, host.name, "AAAA", address) for address in _ipv6(host)]
    return found


def _zone_records(zone: Zone) -> list[dict[str, Any]]:
    name = zone.domain
    start = f"{zone.name_servers[0]} hostmaster.{name} {zone.serial} {_SOA_TIMES}"
    return [
        _record(zone, name, "SOA", start),
        *(_record(zone, name, "NS", server) for server in zone.name_servers),
        *(_record(zone, name, "MX", f"{m.priority} {m.name}") for m in zone.mail_servers),
        *(_record(zone, name, "TXT", text) for text in zone.texts),
    ]


def _record(zone: Zone, name: str, kind: str, value: str) -> dict[str, Any]:
    return {"name": name, "type": kind, "ttl": zone.ttl, "value": value}


def host(internet: Internet, target: Target) -> dict[str, Any]:
    """Addresses and mail servers of a name, in short."""
    machine = internet.machines.get(target.text) if target.is_address else None
    host = None if target.is_address else internet.host(target.text)
    return {
        "target": target.text,
        "status": _FOUND if machine or host else _NOT_FOUND,
        "alias_of": host.alias_of if host else None,
        **_addresses(internet, target.text),
        "mail_servers": [_mail(server) for server in _mail_servers(internet, host)],
        "domain_names": [machine.name] if machine else [],
    }


def _mail_servers(internet: Internet, host: Host | None) -> tuple[MailServer, ...]:
    """Where mail to a host goes: only a domain itself has mail servers, also under an alias."""
    name = (host.alias_of or host.name) if host else ""
    zone = internet.zones.get(name)
    return zone.mail_servers if zone else ()


def enumeration(internet: Internet, target: Target) -> dict[str, Any]:
    """All that the DNS tells of a domain."""
    zone = None if target.is_address else internet.zone_of(target.text)
    machine = internet.machines.get(target.text) if target.is_address else None
    led_back_to = [machine.name] if machine else []
    names = list(zone.hosts) if zone else led_back_to
    return {
        "target": target.text,
        "zone": target.domain or target.question,
        "status": _FOUND if names else _NOT_FOUND,
        "name_servers": [_named(internet, name) for name in zone.name_servers] if zone else [],
        "mail_servers": [
            {"priority": server.priority, **_named(internet, server.name)}
            for server in (zone.mail_servers if zone else ())
        ],
        "texts": list(zone.texts) if zone else [],
        "hosts": [_enumerated(internet, name) for name in names],
    }


def _enumerated(internet: Internet, name: str) -> dict[str, Any]:
    host = internet.host(name)
    return {"name": name, "alias_of": host.alias_of if host else None} | _addresses(internet, name)


def scan(internet: Internet, target: Target) -> dict[str, Any]:
    """What answers at a host."""
    host = internet.resolved(target.text)
    address = target.text if target.is_address else host and host.ipv4
    machine = internet.machines.get(address) if address else None
    ports = [
        {
            "port": service.port,
            "protocol": "tcp",
            "state": "open",
            "service": service.service,
            "product": service.product,
            "version": service.version,
        }
        for service in (internet.services(machine) if machine else ())
    ]
    down = "down" if target.is_address else "unresolved"
    return {
        "target": target.text,
        "status": "up" if machine else down,
        "address": address,
        "host_name": machine.name if machine else None,
        "ports": ports,
        "not_shown": {"state": "closed", "count": _SCANNED_PORTS - len(ports) if machine else 0},
    }


def look_alike_report(internet: Internet, domain: str) -> dict[str, Any]:
    """Names that look like a domain, and which are registered."""
    names = look_alikes(domain)
    counts = Counter(rule for _, rule in names)
    examples: dict[str, list[str]] = {rule: [] for rule in RULES}
    for name, rule in names:
        if len(examples[rule]) < _MOST_EXAMPLES:
            examples[rule].append(name)
    return {
        "domain": domain,
        "checked": len(names),
        "rules": [
            {"rule": rule, "count": counts[rule], "examples": examples[rule]} for rule in RULES
        ],
        "registered": [
            _look_alike(internet, internet.zones[name], rule)
            for name, rule in names
            if name in internet.zones
        ],
    }


def _look_alike(internet: Internet, zone: Zone, rule: str) -> dict[str, Any]:
    return {
        "domain": zone.domain,
        "rule": rule,
        **_addresses(internet, zone.domain),
        "name_servers": list(zone.name_servers),
        "mail_servers": [server.name for server in zone.mail_servers],
        "holder": zone.registration.holder,
        "registrar": zone.registration.registrar,
        "created": zone.registration.created,
    }


def _named(internet: Internet, name: str) -> dict[str, Any]:
    return {"name": name} | _addresses(internet, name)


def _addresses(internet: Internet, name: str) -> dict[str, Any]:
    host = internet.resolved(name)
    return {"ipv4": _ipv4(host), "ipv6": _ipv6(host)}


def _ipv4(host: Host | None) -> list[str]:
    return [host.ipv4] if host and host.ipv4 else []


def _ipv6(host: Host | None) -> list[str]:
    return [host.ipv6] if host and host.ipv6 else []


def _mail(server: MailServer) -> dict[str, Any]:
    return {"priority": server.priority, "name": server.name}
