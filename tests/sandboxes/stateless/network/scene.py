"""One call of each Network tool that succeeds."""

from __future__ import annotations

from sandboxes import World
from tests.sandboxes.walking import Calls

KNOWN = "kelpline.example"
"""Hosts others, so it is registered in every world."""


def arguments(world: World) -> Calls:
    """What each tool can be called with."""
    target = {"target": KNOWN}
    return {
        "whois_lookup": target,
        "nmap_scan": target,
        "dnsrecon_lookup": target,
        "dnstwist_lookup": {"domain": KNOWN},
        "dig_lookup": target,
        "host_lookup": target,
        "osint_overview": target,
    }
