"""The synthetic internet: harmless, plausible, and a matter of the seed alone."""

from __future__ import annotations

import ipaddress
import socket
import subprocess
from datetime import date

import pytest

from sandboxes import World, tools
from sandboxes.stateless.network.corpus_reader import HOSTING, network_corpus
from sandboxes.stateless.network.internet import Internet
from tests.sandboxes.calls import ok
from tests.sandboxes.scene import Scene
from tests.sandboxes.stateless.network.scene import KNOWN
from tests.sandboxes.stateless.network.spelling import internet

SEEDS = range(1, 41)
BLOCKS = [
    ipaddress.ip_network(block)
    for block in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32")
]
RESERVED = ("example", "test", "invalid")
SCANNED = {21, 22, 25, 53, 80, 143, 443, 587, 993, 1723, 3000, 3306, 5432, 8080, 8443}
"""Those of nmap's hundred most common TCP ports that anything here may have open."""


def test_no_program_is_run_and_no_socket_opened(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("the Network server reached out")

    monkeypatch.setattr(socket, "socket", forbidden)
    monkeypatch.setattr(socket, "getaddrinfo", forbidden)
    monkeypatch.setattr(subprocess, "Popen", forbidden)
    for tool in tools("Network"):
        scene.play(tool.name)


def test_the_organisations_are_many_and_of_many_countries() -> None:
    found = network_corpus().organisations.values()
    assert len(found) == len({one.name for one in found}) >= 60
    assert len({one.country for one in found}) >= 40
    assert [one.kind for one in found][:3] == [HOSTING] * 3
    assert sum(one.kind == HOSTING for one in found) == 3
    for one in found:
        assert one.domain.split(".")[1:] in (["example"], ["test"])
        assert len(one.country) == 2
        assert set(network_corpus().hosts[one.kind])


@pytest.mark.parametrize("seed", SEEDS)
def test_all_names_are_reserved_and_all_addresses_for_documentation(seed: int) -> None:
    for domain, zone in internet(seed).zones.items():
        assert domain.split(".")[1] in RESERVED
        assert next(iter(zone.hosts)) == domain
        assert all(name == domain or name.endswith(f".{domain}") for name in zone.hosts)
    for address in internet(seed).machines:
        assert any(ipaddress.ip_address(address) in block for block in BLOCKS)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_dated_lies_before_the_worlds_year_and_what_expires_after(seed: int) -> None:
    for zone in internet(seed).zones.values():
        held = zone.registration
        created, updated, expires = map(
            date.fromisoformat, (held.created, held.updated, held.expires)
        )
        assert date(1997, 1, 1) <= created <= updated <= date(2025, 12, 31)
        assert date(2027, 1, 1) <= expires <= date(2031, 12, 31)
        assert (expires.month, expires.day) == (created.month, min(created.day, 28))
        assert zone.serial.startswith(held.updated.replace("-", ""))


def test_worlds_differ_in_who_is_there_and_have_about_as_many() -> None:
    organisations = network_corpus().organisations
    present = [organisations.keys() & internet(seed).zones.keys() for seed in SEEDS]
    assert all(50 <= len(found) <= len(organisations) for found in present)
    assert len({frozenset(found) for found in present}) == len(SEEDS)
    look_alikes = [len(internet(s).zones) - len(p) for s, p in zip(SEEDS, present, strict=True)]
    assert all(60 <= count <= 140 for count in look_alikes)
    hosting = {one.domain for one in organisations.values() if one.kind == HOSTING}
    assert all(hosting <= found for found in present)


def test_there_is_variety_in_mail_versions_and_addresses() -> None:
    zones = [zone for seed in SEEDS for zone in internet(seed).zones.values()]
    shares = {
        "without mail": sum(not zone.mail_servers for zone in zones) / len(zones),
        "with IPv6": sum(zone.hosts[zone.domain].ipv6 is not None for zone in zones) / len(zones),
        "www as alias": sum(zone.hosts[f"www.{zone.domain}"].alias_of is not None for zone in zones)
        / len(zones),
        "withheld": sum(not zone.registration.city for zone in zones) / len(zones),
    }
    assert 0.3 < shares["without mail"] < 0.6
    assert 0.45 < shares["with IPv6"] < 0.65
    assert 0.65 < shares["www as alias"] < 0.75
    assert 0.3 < shares["withheld"] < 0.5


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_machine_has_open_ports_that_a_fast_scan_looks_at(seed: int) -> None:
    net, versions = internet(seed), set()
    for machine in net.machines.values():
        services = net.services(machine)
        ports = [service.port for service in services]
        assert ports == sorted(set(ports))
        assert set(ports) <= SCANNED
        assert ports
        assert services == net.services(machine)
        versions |= {(service.product, service.version) for service in services}
    assert len(versions) > 30


def test_ports_that_are_closed_are_counted(world: World) -> None:
    scan = ok(world, "nmap_scan", target=KNOWN)
    assert scan["not_shown"] == {"state": "closed", "count": 100 - len(scan["ports"])}
    assert ok(world, "nmap_scan", target="192.0.2.255")["not_shown"]["count"] == 0


def test_the_seed_alone_decides_whatever_was_asked_before() -> None:
    asked, fresh = World(7), World(7)
    for name in ("google.com", "tresirmaos.example", "192.0.2.9", KNOWN):
        ok(asked, "osint_overview", target=name)
    for name in network_corpus().organisations:
        one, other = (ok(world, "osint_overview", target=name) for world in (asked, fresh))
        assert one == other
    assert Internet(7).zones == internet(7).zones
    assert ok(World(8), "dnsrecon_lookup", target=KNOWN) != ok(
        fresh, "dnsrecon_lookup", target=KNOWN
    )


def test_a_network_belongs_to_who_hosts_others(world: World) -> None:
    whois = ok(world, "whois_lookup", target="198.51.100.7")
    assert (whois["network"], whois["name"]) == ("198.51.100.0/24", "TEST-NET-2")
    hosting = {o.name: o for o in network_corpus().organisations.values() if o.kind == HOSTING}
    holder = hosting[whois["holder"]]
    assert whois["country"] == holder.country
    assert whois["abuse_contact"] == f"abuse@{holder.domain}"
    assert ok(world, "whois_lookup", target="2001:db8::1")["network"] == "2001:db8::/32"


def test_an_unknown_host_of_a_known_domain_is_told_from_an_unknown_domain(world: World) -> None:
    report = ok(world, "osint_overview", target=f"nosuch.{KNOWN}")
    assert report["dig"]["status"] == report["host"]["status"] == "NXDOMAIN"
    assert report["whois"]["status"] == "registered"
    assert report["dnsrecon"]["zone"] == KNOWN
