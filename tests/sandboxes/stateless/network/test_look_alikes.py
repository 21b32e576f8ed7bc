"""Look-alikes: real rules, each name once, and only registered ones in detail."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings

from sandboxes import World
from sandboxes.stateless.network.look_alikes import RULES, look_alikes
from sandboxes.stateless.network.targets import read_domain, read_target
from tests.sandboxes.calls import ok
from tests.sandboxes.stateless.network.spelling import NAMES, internet

BY_RULE = {
    "omission": ["elpline", "kelline", "kelplin"],
    "transposition": ["eklpline", "kelpilne"],
    "homoglyph": ["ke1pline", "kelp1ine", "kelplime", "kclpline"],
    "bit flip": ["jelpline", "kelplinm"],
    "replacement": ["jelpline", "kwlpline"],
    "insertion": ["jkelpline", "kelplikne"],
    "repetition": ["kkelpline", "kellpline"],
    "vowel swap": ["kalpline", "kelplini"],
    "hyphenation": ["k-elpline", "kelp-line"],
    "addition": ["kelplinea", "kelplinez"],
    "dictionary": ["kelpline-login", "secure-kelpline"],
}


def test_every_rule_makes_what_it_is_known_for() -> None:
    found = look_alikes("kelpline.example")
    names = {name for name, _ in found}
    for rule, labels in BY_RULE.items():
        assert {f"{label}.example" for label in labels} <= names, rule
    assert ("kelpline.test", "top-level swap") in found
    assert ("ke1pline.example", "homoglyph") in found
    assert ("kelplie.example", "omission") in found


def test_cyrillic_letters_are_written_as_the_dns_knows_them() -> None:
    made = [name for name, rule in look_alikes("cat.example") if rule == "cyrillic homoglyph"]
    decoded = [name.split(".")[0].removeprefix("xn--").encode().decode("punycode") for name in made]
    assert decoded == ["\N{CYRILLIC SMALL LETTER ES}at", "c\N{CYRILLIC SMALL LETTER A}t"]
    for name in made:
        assert read_target(name).text == name


@settings(max_examples=60, deadline=None)
@given(name=NAMES)
def test_look_alikes_are_other_domains_of_the_right_form_each_once(name: str) -> None:
    domain = read_domain(name)
    found = look_alikes(domain)
    names = [other for other, _ in found]
    assert len(set(names)) == len(names)
    assert domain not in names
    assert all(read_domain(other) == other for other in names)
    order = [RULES.index(rule) for _, rule in found]
    assert all(one <= other for one, other in pairwise(order))


def test_a_report_counts_all_and_details_the_registered(world: World) -> None:
    zones = internet(world.seed).zones
    for domain in sorted(zones)[:30]:
        report = ok(world, "dnstwist_lookup", domain=domain)
        made = dict(look_alikes(domain))
        assert report["checked"] == len(made) == sum(r["count"] for r in report["rules"])
        assert [r["rule"] for r in report["rules"]] == list(RULES)
        for entry in report["rules"]:
            assert len(entry["examples"]) == min(3, entry["count"])
            assert {made[name] for name in entry["examples"]} <= {entry["rule"]}
        listed = {entry["domain"]: entry["rule"] for entry in report["registered"]}
        assert listed == {name: rule for name, rule in made.items() if name in zones}


def test_a_host_name_is_varied_as_its_domain(world: World) -> None:
    one, other = (
        ok(world, "dnstwist_lookup", domain=name)
        for name in ("www.kelpline.example", "kelpline.example")
    )
    assert one == other


@pytest.mark.parametrize("domain", ["google.com", "a.test", "a" * 63 + ".example", "xn--a.test"])
def test_any_domain_has_look_alikes_even_if_nobody_registered_one(
    world: World, domain: str
) -> None:
    report = ok(world, "dnstwist_lookup", domain=domain)
    assert report["checked"] > 0
    assert report["registered"] == []
