"""One internet: whatever two look-ups say of the same thing is the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import ok
from tests.sandboxes.conftest import SEED
from tests.sandboxes.stateless.network.spelling import hosts, internet, targets

LOOKUPS = {
    "whois": "whois_lookup",
    "dig": "dig_lookup",
    "host": "host_lookup",
    "dnsrecon": "dnsrecon_lookup",
    "nmap": "nmap_scan",
}
OVERVIEW = ["target", "whois", "dig", "host", "dnsrecon", "nmap", "dnstwist"]


def overview(world: World, target: str) -> Any:
    """All that is said of a target."""
    return ok(world, "osint_overview", target=target)


def values(report: Any, kind: str, name: str) -> list[str]:
    """The values of the records of one type that the dig part of a report has of a name."""
    records = report["dig"]["records"]
    return [r["value"] for r in records if (r["type"], r["name"]) == (kind, name)]


@settings(max_examples=60, deadline=None)
@given(target=targets(SEED))
def test_the_overview_says_what_each_look_up_says(untouched: World, target: str) -> None:
    report = overview(untouched, target)
    assert list(report) == OVERVIEW
    for part, tool in LOOKUPS.items():
        assert report[part] == ok(untouched, tool, target=target)
        assert report[part]["target"] == report["target"] == target
    if report["dnstwist"] is None:
        assert report["whois"]["kind"] == "network" or "." not in target
    else:
        assert report["dnstwist"] == ok(untouched, "dnstwist_lookup", domain=target)
        assert report["dnstwist"]["domain"] == report["whois"]["domain"]


@settings(max_examples=100, deadline=None)
@given(target=targets(SEED))
def test_dig_host_dnsrecon_and_nmap_tell_the_same_addresses(untouched: World, target: str) -> None:
    report = overview(untouched, target)
    dig, host, nmap = (report[part] for part in ("dig", "host", "nmap"))
    assert dig["status"] == host["status"]
    assert (dig["status"] == "NOERROR") is bool(dig["records"])
    if report["whois"]["kind"] == "network":
        assert values(report, "PTR", dig["question"]) == host["domain_names"]
        assert [h["name"] for h in report["dnsrecon"]["hosts"]] == host["domain_names"]
        assert (nmap["status"] == "up") is (host["status"] == "NOERROR")
        assert host["domain_names"] == ([nmap["host_name"]] if nmap["host_name"] else [])
        return
    aliases = values(report, "CNAME", target)
    assert aliases == ([host["alias_of"]] if host["alias_of"] else [])
    name = host["alias_of"] or target
    assert values(report, "A", name) == host["ipv4"]
    assert values(report, "AAAA", name) == host["ipv6"]
    assert values(report, "MX", name) == [
        f"{m['priority']} {m['name']}" for m in host["mail_servers"]
    ]
    listed = [h for h in report["dnsrecon"]["hosts"] if h["name"] == target]
    keys = ("alias_of", "ipv4", "ipv6")
    assert [[h[k] for k in keys] for h in listed] == (
        [[host[k] for k in keys]] if host["status"] == "NOERROR" else []
    )
    assert nmap["status"] == ("up" if host["ipv4"] else "unresolved")
    assert nmap["address"] == (host["ipv4"][0] if host["ipv4"] else None)


@settings(max_examples=60, deadline=None)
@given(name=st.sampled_from(hosts(SEED)))
def test_addresses_lead_back_to_a_name_that_has_them(untouched: World, name: str) -> None:
    found = ok(untouched, "host_lookup", target=name)
    assert found["ipv4"]
    for family in ("ipv4", "ipv6"):
        for address in found[family]:
            [back] = ok(untouched, "host_lookup", target=address)["domain_names"]
            assert address in ok(untouched, "host_lookup", target=back)[family]
            by_name, by_address = (
                ok(untouched, "nmap_scan", target=target) for target in (name, address)
            )
            for key in ("status", "host_name", "ports", "not_shown"):
                assert by_name[key] == by_address[key]


@pytest.mark.parametrize("domain", sorted(internet(SEED).zones))
def test_whois_and_the_zone_name_the_same_servers_and_these_answer(
    untouched: World, domain: str
) -> None:
    report = overview(untouched, domain)
    whois, zone = report["whois"], report["dnsrecon"]
    assert (whois["status"], zone["status"]) == ("registered", "NOERROR")
    assert zone["zone"] == whois["domain"] == domain
    names = [server["name"] for server in zone["name_servers"]]
    assert whois["name_servers"] == names == values(report, "NS", domain)
    assert values(report, "TXT", domain) == zone["texts"]
    assert len(values(report, "SOA", domain)) == 1
    mail = [{k: m[k] for k in ("priority", "name")} for m in zone["mail_servers"]]
    assert mail == report["host"]["mail_servers"]
    for servers, port in ((zone["name_servers"], 53), (zone["mail_servers"], 25)):
        for server in servers:
            scan = ok(untouched, "nmap_scan", target=server["name"])
            assert [scan["address"]] == server["ipv4"]
            assert port in [p["port"] for p in scan["ports"]]
            assert ok(untouched, "whois_lookup", target=server["name"])["status"] == "registered"


@pytest.mark.parametrize("seed", range(1, 6))
def test_registered_look_alikes_are_in_the_whole_internet(seed: int) -> None:
    world, found = World(seed), 0
    for domain in internet(seed).zones:
        for other in ok(world, "dnstwist_lookup", domain=domain)["registered"]:
            found += 1
            whois = ok(world, "whois_lookup", target=other["domain"])
            for key in ("holder", "registrar", "created", "name_servers"):
                assert other[key] == whois[key]
            host = ok(world, "host_lookup", target=other["domain"])
            assert [other["ipv4"], other["ipv6"]] == [host["ipv4"], host["ipv6"]]
            assert other["mail_servers"] == [m["name"] for m in host["mail_servers"]]
    assert found > 20
