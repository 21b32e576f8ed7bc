"""The synthetic internet of a world, as look-ups see it."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from functools import cached_property

from sandboxes._streams import Stream
from sandboxes._tool import SeedData
from sandboxes.stateless.network.corpus_reader import HOSTING, Product, network_corpus
from sandboxes.stateless.network.planning import BLOCKS, Plan, plan_internet
from sandboxes.stateless.network.records import Host, Machine, Network, Service, Zone


class Internet(SeedData):
    """Names, addresses and ports that depend on the seed alone.

    Args:
        seed: The world's seed.
    """

    @cached_property
    def _plan(self) -> Plan:
        return plan_internet(self.seed)

    @property
    def zones(self) -> Mapping[str, Zone]:
        """All registered domains."""
        return self._plan.zones

    @property
    def machines(self) -> Mapping[str, Machine]:
        """What is behind each address that is in use."""
        return self._plan.machines

    def zone_of(self, name: str) -> Zone | None:
        """The registered domain that a name belongs to."""
        return self.zones.get(".".join(name.split(".")[-2:]))

    def host(self, name: str) -> Host | None:
        """The host of a name."""
        zone = self.zone_of(name)
        return zone.hosts.get(name) if zone else None

    def resolved(self, name: str) -> Host | None:
        """The host of a name; where that is an alias, the host that it stands for."""
        found = self.host(name)
        return self.host(found.alias_of) if found and found.alias_of else found

    def services(self, machine: Machine) -> list[Service]:
        """What answers at the open ports of a machine, in order of the ports."""
        stream = self._stream("ports", machine.name)
        found: dict[int, Service] = {}
        for role in machine.roles:
            for plan in network_corpus().ports[role]:
                if stream.chance(plan.chance):
                    product, version = self._program(machine, plan.products)
                    found[plan.port] = Service(plan.port, plan.service, product, version)
        return [found[port] for port in sorted(found)]

    def network(self, address: str) -> Network | None:
        """The block that an address belongs to."""
        place = ipaddress.ip_address(address)
        for block, name in BLOCKS.items():
            if place in ipaddress.ip_network(block):
                return self._network(block, name)
        return None

    def _network(self, block: str, name: str) -> Network:
        organisations = network_corpus().organisations.values()
        hosting = [one for one in organisations if one.kind == HOSTING]
        holder = self._stream("network", block).choice(hosting)
        return Network(block, name, holder.name, holder.country, f"abuse@{holder.domain}")

    def _program(self, machine: Machine, products: tuple[Product, ...]) -> tuple[str, str]:
        """One program for all ports of a machine at which the same ones may answer."""
        stream = self._stream("program", machine.name, products[0].name)
        product = stream.choice(products)
        return product.name, stream.choice(product.versions)

    def _stream(self, *purpose: str) -> Stream:
        return Stream(self.seed, "Network", *purpose)
