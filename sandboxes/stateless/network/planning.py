"""What a seed makes of the internet: who is registered, which hosts there are, at which addresses.

All addresses are of the blocks that are reserved for documentation (RFC 5737, RFC 3849), so they
lead nowhere, whoever tries them.
"""

from __future__ import annotations

import functools
import ipaddress
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import NamedTuple

from sandboxes._streams import Stream
from sandboxes.stateless.network.corpus_reader import HOSTING, Organisation, network_corpus
from sandboxes.stateless.network.look_alikes import look_alikes
from sandboxes.stateless.network.records import Host, Machine, MailServer, Registration, Zone

BLOCKS = {
    "192.0.2.0/24": "TEST-NET-1",
    "198.51.100.0/24": "TEST-NET-2",
    "203.0.113.0/24": "TEST-NET-3",
    "2001:db8::/32": "DOCUMENTATION-V6",
}
WITHHELD = "Name withheld for privacy"
_LAPSED = 0.12
_OWN_NAME_SERVERS = 0.25
_IPV6 = 0.55
_WWW_IS_ALIAS = 0.7
_SHARES_THE_MACHINE = 0.5
_TOKEN = 0.5
_SIGNED = 0.35
_LABELS = (2, 4)
_MOST_LOOK_ALIKES = 3
_MAIL = {"own": 0.6, "hosted": 0.3, "none": 0.1}
_LOOK_ALIKE = {"defended": 0.3, "parked": 0.4, "used": 0.3}
_FIRST_DAY, _LAST_DAY = date(1997, 1, 1), date(2025, 12, 31)
"""Worlds begin in 2026: what is dated was before, and what expires does so after it."""
_FIRST_LOOK_ALIKE = date(2015, 1, 1)
_EXPIRY_YEARS = (2027, 2031)
_TTLS = (300, 1800, 3600, 14400, 86400)
_LOCKS = (
    ("clientTransferProhibited",),
    ("clientDeleteProhibited", "clientTransferProhibited"),
    ("clientDeleteProhibited", "clientTransferProhibited", "clientUpdateProhibited"),
)


@dataclass
class Plan:
    """An internet.

    Args:
        zones: All registered domains.
        machines: What is behind each address that is in use.
    """

    zones: dict[str, Zone] = field(default_factory=dict)
    machines: dict[str, Machine] = field(default_factory=dict)


class _Holder(NamedTuple):
    name: str
    city: str
    country: str


class _Mail(NamedTuple):
    servers: tuple[MailServer, ...]
    policy: str


def plan_internet(seed: int) -> Plan:
    """The internet of a world."""
    return _Planner(seed).planned()


class _Planner:
    """Hands out addresses, one zone after the other.

    There are 762 of them, and at most 754 are needed: ten for each of three that host others, eight
    for each of 65 others, and three for look-alikes of each.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._plan = Plan()
        self._free = self._stream("addresses").shuffled(_addresses())
        corpus = network_corpus()
        self._organisations = [
            one
            for one in corpus.organisations.values()
            if one.kind == HOSTING or not self._stream("lapsed", one.domain).chance(_LAPSED)
        ]
        self._hosting = [one.domain for one in self._organisations if one.kind == HOSTING]

    def planned(self) -> Plan:
        """The whole."""
        for one in self._organisations:
            self._add_organisation(one)
        for one in self._organisations:
            self._add_look_alikes(one)
        return self._plan

    def _stream(self, *purpose: str) -> Stream:
        return Stream(self._seed, "Network", *purpose)

    def _add_organisation(self, one: Organisation) -> None:
        draft = _Draft(self._plan, self._free, one.domain, self._stream("zone", one.domain))
        draft.add_home()
        corpus = network_corpus()
        labels = corpus.hosts[one.kind]
        for label in sorted(draft.stream.sample(labels, draft.stream.between(*_LABELS))):
            draft.add_host(label, corpus.roles.get(label, "web"))
        provider = draft.stream.choice(self._hosting)
        mail = self._mail(draft, one, provider)
        if one.kind == HOSTING:
            draft.add_machine("parking", "web")
        if one.kind == HOSTING or draft.stream.chance(_OWN_NAME_SERVERS):
            for label in ("ns1", "ns2"):
                draft.add_machine(label, "names")
            provider = one.domain
        self._add(
            draft,
            _registration(draft.stream, _FIRST_DAY, _Holder(one.name, one.city, one.country)),
            _name_servers(provider),
            mail,
        )

    def _mail(self, draft: _Draft, one: Organisation, provider: str) -> _Mail:
        chosen = list(_MAIL)[draft.stream.weighted(list(_MAIL.values()))]
        if one.kind == HOSTING:
            for label in ("mx1", "mx2"):
                draft.add_machine(label, "mail")
            return _hosted_mail(one.domain)
        if chosen == "own":
            draft.add_machine("mail", "mail")
            return _Mail((MailServer(10, f"mail.{one.domain}"),), "v=spf1 mx -all")
        return _hosted_mail(provider) if chosen == "hosted" else _Mail((), "v=spf1 -all")

    def _add_look_alikes(self, one: Organisation) -> None:
        stream = self._stream("look-alikes", one.domain)
        names = _free_look_alikes(one.domain)
        for name in stream.sample(names, stream.between(0, _MOST_LOOK_ALIKES)):
            if name not in self._plan.zones:
                self._add_look_alike(one, name)

    def _add_look_alike(self, one: Organisation, name: str) -> None:
        draft = _Draft(self._plan, self._free, name, self._stream("zone", name))
        use = list(_LOOK_ALIKE)[draft.stream.weighted(list(_LOOK_ALIKE.values()))]
        provider = draft.stream.choice(self._hosting)
        servers, mail = _name_servers(provider), _Mail((), "v=spf1 -all")
        holder, first = _Holder(WITHHELD, "", ""), _FIRST_LOOK_ALIKE
        if use == "defended":
            original = self._plan.zones[one.domain]
            draft.add_home_at(original.hosts[one.domain])
            servers, holder = original.name_servers, _Holder(one.name, one.city, one.country)
            first = date.fromisoformat(original.registration.created)
        elif use == "parked":
            draft.add_home_at(self._plan.zones[provider].hosts[f"parking.{provider}"])
        else:
            draft.add_home()
            mail = _hosted_mail(provider)
        self._add(draft, _registration(draft.stream, first, holder), servers, mail)

    def _add(
        self, draft: _Draft, registration: Registration, servers: tuple[str, ...], mail: _Mail
    ) -> None:
        stream, texts = draft.stream, [mail.policy]
        if stream.chance(_TOKEN):
            texts.append(f"site-verification={stream.bits():016x}")
        self._plan.zones[draft.domain] = Zone(
            domain=draft.domain,
            registration=registration,
            hosts=draft.hosts,
            name_servers=servers,
            mail_servers=mail.servers,
            texts=tuple(texts),
            ttl=stream.choice(_TTLS),
            serial=f"{registration.updated.replace('-', '')}{stream.between(1, 9):02d}",
        )


class _Draft:
    """The hosts of one zone, while they are added.

    Args:
        plan: The internet so far.
        free: Addresses that nobody has; the last is given out next.
        domain: The zone's name.
        stream: What draws for it.
    """

    def __init__(self, plan: Plan, free: list[str], domain: str, stream: Stream) -> None:
        self._plan, self._free = plan, free
        self.domain, self.stream = domain, stream
        self.hosts: dict[str, Host] = {}
        self._prefix = f"2001:db8:{len(plan.zones) + 1:x}" if stream.chance(_IPV6) else None

    def add_home(self) -> None:
        """The domain itself on a machine of its own, and its www name."""
        self.add_machine("", "web")
        self.add_www()

    def add_home_at(self, other: Host) -> None:
        """The domain itself on the machine of another host, and its www name."""
        self.hosts[self.domain] = replace(other, name=self.domain)
        self.add_www()

    def add_www(self) -> None:
        """The name that web pages have by habit."""
        name, home = f"www.{self.domain}", self.hosts[self.domain]
        is_alias = self.stream.chance(_WWW_IS_ALIAS)
        self.hosts[name] = Host(name, self.domain) if is_alias else replace(home, name=name)

    def add_host(self, label: str, role: str) -> None:
        """A host, perhaps on the machine that also has the domain's own pages."""
        if role == "web" and self.stream.chance(_SHARES_THE_MACHINE):
            name = f"{label}.{self.domain}"
            self.hosts[name] = replace(self.hosts[self.domain], name=name)
        else:
            self.add_machine(label, role)

    def add_machine(self, label: str, role: str) -> None:
        """A host on a machine of its own."""
        name = f"{label}.{self.domain}" if label else self.domain
        ipv6 = f"{self._prefix}::{len(self.hosts) + 1:x}" if self._prefix else None
        machine = Machine(name, self._free.pop(), ipv6, (role,))
        self.hosts[name] = Host(name, None, machine.ipv4, ipv6)
        self._plan.machines[machine.ipv4] = machine
        if ipv6:
            self._plan.machines[ipv6] = machine


@functools.cache
def _addresses() -> tuple[str, ...]:
    blocks = [ipaddress.ip_network(block) for block in BLOCKS]
    return tuple(str(one) for block in blocks if block.version == 4 for one in block.hosts())


@functools.cache
def _free_look_alikes(domain: str) -> tuple[str, ...]:
    """Names that look like an organisation's and are no other's own."""
    others = network_corpus().organisations
    return tuple(name for name, _ in look_alikes(domain) if name not in others)


def _registration(stream: Stream, first: date, holder: _Holder) -> Registration:
    created = _day_between(stream, first, _LAST_DAY)
    updated = _day_between(stream, created, _LAST_DAY)
    day = min(created.day, 28)
    expires = created.replace(year=stream.between(*_EXPIRY_YEARS), day=day)
    return Registration(
        holder=holder.name,
        city=holder.city,
        country=holder.country,
        registrar=stream.choice(network_corpus().registrars),
        created=created.isoformat(),
        updated=updated.isoformat(),
        expires=expires.isoformat(),
        locks=stream.choice(_LOCKS),
        is_signed=stream.chance(_SIGNED),
    )


def _name_servers(domain: str) -> tuple[str, ...]:
    return f"ns1.{domain}", f"ns2.{domain}"


def _hosted_mail(provider: str) -> _Mail:
    servers = MailServer(10, f"mx1.{provider}"), MailServer(20, f"mx2.{provider}")
    return _Mail(servers, "v=spf1 mx -all")


def _day_between(stream: Stream, first: date, last: date) -> date:
    return first + timedelta(days=stream.between(0, (last - first).days))
