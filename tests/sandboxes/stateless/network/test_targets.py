"""What may be asked for: names and addresses in any spelling; all else is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandboxes import World, tools
from tests.sandboxes.calls import ok, refused
from tests.sandboxes.stateless.network.scene import KNOWN
from tests.sandboxes.stateless.network.spelling import NAMES, internet

LOOKUPS = [tool.name for tool in tools("Network") if tool.name != "dnstwist_lookup"]


@pytest.mark.parametrize("text", ["KELPLINE.example", "kelpline.example.", " kelpline.example "])
def test_upper_case_blanks_around_and_a_last_dot_do_not_matter(world: World, text: str) -> None:
    for tool in LOOKUPS:
        assert ok(world, tool, target=text) == ok(world, tool, target=KNOWN)
    assert ok(world, "dnstwist_lookup", domain=text) == ok(world, "dnstwist_lookup", domain=KNOWN)


def test_an_address_is_the_same_in_every_spelling(world: World) -> None:
    found = ok(world, "host_lookup", target="2001:DB8:0:0:0:0:0:1")
    assert found["target"] == "2001:db8::1"
    reverse = ok(world, "dig_lookup", target="10.2.0.192.in-addr.arpa")
    assert reverse == ok(world, "dig_lookup", target="192.0.2.10")
    assert reverse["question"] == "10.2.0.192.in-addr.arpa"


def test_names_of_other_letters_are_asked_for_as_the_dns_knows_them(world: World) -> None:
    for text, name in (
        ("München.example", "xn--mnchen-3ya.example"),
        ("例え.test", "xn--r8jz45g.test"),
    ):
        assert ok(world, "host_lookup", target=text)["target"] == name


@pytest.mark.parametrize(
    "text",
    [
        "http://kelpline.example",
        "kelpline.example/path",
        "kelpline.example:80",
        "someone@kelpline.example",
        "two words.example",
        "-kelp.example",
        "kelp-.example",
        "kelp..example",
        ".",
        "*.example",
        "under_score.example",
        "192.0.2.0/24",
        "fe80::1%eth0",
        "a" * 64 + ".example",
        ".".join(["a" * 60] * 5)[:254],
        "kelp;id",
        "$(id)",
        "\n",
        "\x00",
        "☃.example",
    ],
)
def test_what_is_neither_name_nor_address_is_refused(world: World, text: str) -> None:
    for tool in LOOKUPS:
        assert "neither a name nor an address" in refused(world, tool, target=text)
    assert "neither a name nor an address" in refused(world, "dnstwist_lookup", domain=text)


@pytest.mark.parametrize("text", ["256.1.1.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "12345"])
def test_numbers_that_are_no_address_are_refused(world: World, text: str) -> None:
    assert "four numbers from 0 to 255" in refused(world, "host_lookup", target=text)


@pytest.mark.parametrize("text", ["example", "192.0.2.10", "2001:db8::1"])
def test_only_a_domain_has_look_alikes(world: World, text: str) -> None:
    assert "at least two parts" in refused(world, "dnstwist_lookup", domain=text)
    assert ok(world, "osint_overview", target=text)["dnstwist"] is None


@pytest.mark.parametrize("name", ["google.com", "example.com", "example", "localhost", "a.test"])
def test_names_of_the_real_internet_are_unknown_here_and_no_refusal(
    world: World, name: str
) -> None:
    report = ok(world, "osint_overview", target=name)
    assert report["whois"]["status"] == "not registered"
    assert {report[part]["status"] for part in ("dig", "host", "dnsrecon")} == {"NXDOMAIN"}
    assert report["nmap"]["status"] == "unresolved"
    assert report["nmap"]["ports"] == report["dig"]["records"] == []


def test_addresses_of_the_real_internet_are_down(world: World) -> None:
    for address in ("8.8.8.8", "127.0.0.1", "::1"):
        assert ok(world, "nmap_scan", target=address)["status"] == "down"
        assert ok(world, "host_lookup", target=address)["status"] == "NXDOMAIN"
        whois = ok(world, "whois_lookup", target=address)
        assert (whois["status"], whois["network"]) == ("not allocated", None)


@settings(max_examples=60, deadline=None)
@given(name=NAMES)
def test_any_name_of_the_right_form_is_answered(untouched: World, name: str) -> None:
    report = ok(untouched, "osint_overview", target=name)
    assert report["target"] == name
    registered = report["whois"]["domain"] in internet(untouched.seed).zones
    assert report["whois"]["status"] == ("registered" if registered else "not registered")


@settings(max_examples=200, deadline=None)
@given(text=st.text(min_size=1, max_size=40) | st.text("abxn-.:0129ß例\u3002%", min_size=1))
def test_any_text_is_answered_or_refused(untouched: World, text: str) -> None:
    assert untouched.fork().call("osint_overview", {"target": text}).status in ("ok", "failed")
