"""The tools of Network. All look into one internet, so what they say of it agrees."""

from __future__ import annotations

from typing import Any

from sandboxes._tool import library_tool
from sandboxes.stateless.network import reports
from sandboxes.stateless.network.internet import Internet
from sandboxes.stateless.network.targets import TargetText, read_domain, read_target


@library_tool
def whois_lookup(internet: Internet, target: TargetText) -> dict[str, Any]:
    """Look up who holds a domain, or who runs the network that an address belongs to.

    Of a host name the domain is looked up. A name that nobody holds is an answer, not a refusal.

    Refused if the target is neither a name nor an IP address.

    Args:
        target: A domain, host name or IP address, such as "kelpline.example".

    Returns:
        Of a name {target, kind: "domain", status: "registered" or "not registered", domain}, and if
        registered also {holder, city, country, registrar, created, updated, expires, locks,
        name_servers, is_signed}; city and country are empty if withheld. Of an address {target,
        kind: "network", status: "allocated" or "not allocated", network}, and if allocated also
        {name, holder, country, abuse_contact}. Days are "YYYY-MM-DD".
    """
    return reports.whois(internet, read_target(target))


@library_tool
def nmap_scan(internet: Internet, target: TargetText) -> dict[str, Any]:
    """Scan the 100 most common TCP ports of a host and tell what answers there.

    Nothing is sent anywhere: the answer is about this world's own internet.

    Refused if the target is neither a name nor an IP address.

    Args:
        target: A host name or IP address, such as "192.0.2.10".

    Returns:
        {target, status, address, host_name, ports, not_shown}: status is "up", "down" (nothing is
        at the address) or "unresolved" (the name has no address); ports is a list of {port,
        protocol, state, service, product, version}, the open ones; not_shown counts the closed
        ones; address and host_name are null where there are none.
    """
    return reports.scan(internet, read_target(target))


@library_tool
def dnsrecon_lookup(internet: Internet, target: TargetText) -> dict[str, Any]:
    """Collect all that the DNS tells of a domain: its servers, texts and hosts.

    Of a host name the domain is looked into, of an address the name that it leads back to.

    Refused if the target is neither a name nor an IP address.

    Args:
        target: A domain, host name or IP address, such as "kelpline.example".

    Returns:
        {target, zone, status, name_servers, mail_servers, texts, hosts}: status is "NOERROR" or
        "NXDOMAIN"; name_servers is a list of {name, ipv4, ipv6}, mail_servers of {priority, name,
        ipv4, ipv6}, texts of texts, hosts of {name, alias_of, ipv4, ipv6}. ipv4 and ipv6 are lists
        of addresses, alias_of is a name or null.
    """
    return reports.enumeration(internet, read_target(target))


@library_tool
def dnstwist_lookup(internet: Internet, domain: TargetText) -> dict[str, Any]:
    """Make names that look like a domain's and tell which of them somebody has registered.

    The rules are slips of typing, exchanged letters that look alike, flipped bits, added words and
    other top-level domains. Of a host name the domain is varied.

    Refused if the domain is not a name with at least two parts.

    Args:
        domain: The domain, such as "kelpline.example".

    Returns:
        {domain, checked, rules, registered}: checked is the number of names made; rules is a list
        of {rule, count, examples} with up to three names each; registered is a list of {domain,
        rule, ipv4, ipv6, name_servers, mail_servers, holder, registrar, created}.
    """
    return reports.look_alike_report(internet, read_domain(domain))


@library_tool
def dig_lookup(internet: Internet, target: TargetText) -> dict[str, Any]:
    """Ask the DNS for all records of a name, or for the name that an address leads back to.

    Refused if the target is neither a name nor an IP address.

    Args:
        target: A domain, host name or IP address, such as "www.kelpline.example".

    Returns:
        {target, question, status, records}: status is "NOERROR" or "NXDOMAIN" (no such name);
        records is a list of {name, type, ttl, value} with type SOA, NS, A, AAAA, CNAME, MX, TXT or
        PTR; the value of MX is priority and name. Where a name is an alias, the records of the name
        that it stands for follow.
    """
    return reports.dig(internet, read_target(target))


@library_tool
def host_lookup(internet: Internet, target: TargetText) -> dict[str, Any]:
    """Tell the addresses and mail servers of a name, or the name of an address, in short.

    Refused if the target is neither a name nor an IP address.

    Args:
        target: A domain, host name or IP address, such as "www.kelpline.example".

    Returns:
        {target, status, alias_of, ipv4, ipv6, mail_servers, domain_names}: status is "NOERROR" or
        "NXDOMAIN"; alias_of is a name or null; ipv4 and ipv6 are lists of addresses; mail_servers
        is a list of {priority, name}; domain_names lists what an address leads back to.
    """
    return reports.host(internet, read_target(target))


@library_tool
def osint_overview(internet: Internet, target: TargetText) -> dict[str, Any]:
    """Make all six look-ups of one target and put them into one report.

    Refused if the target is neither a name nor an IP address.

    Args:
        target: A domain, host name or IP address, such as "kelpline.example".

    Returns:
        {target, whois, dig, host, dnsrecon, nmap, dnstwist}: each as the tool of that name answers;
        dnstwist is null where the target belongs to no domain.
    """
    asked = read_target(target)
    return {
        "target": asked.text,
        "whois": reports.whois(internet, asked),
        "dig": reports.dig(internet, asked),
        "host": reports.host(internet, asked),
        "dnsrecon": reports.enumeration(internet, asked),
        "nmap": reports.scan(internet, asked),
        "dnstwist": reports.look_alike_report(internet, asked.domain) if asked.domain else None,
    }
