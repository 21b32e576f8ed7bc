"""Targets that hypothesis draws: names and addresses of an internet, and strangers to it."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from sandboxes.stateless.network.internet import Internet

STRANGERS = (
    "google.com",
    "example.com",
    "example",
    "nosuch.kelpline.example",
    "localhost",
    "192.0.2.255",
    "8.8.8.8",
    "127.0.0.1",
    "2001:db8:ffff::1",
    "::1",
    "xn--mnchen-3ya.example",
)
_LABELS = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?", fullmatch=True)
NAMES = st.tuples(st.lists(_LABELS, min_size=1, max_size=4), st.sampled_from(("test", "org"))).map(
    lambda parts: ".".join([*parts[0], parts[1]])
)
"""Names of the right form; hardly any is registered."""


@cache
def internet(seed: int) -> Internet:
    """The internet of a world."""
    return Internet(seed)


def hosts(seed: int) -> list[str]:
    """Every name in it."""
    return [name for zone in internet(seed).zones.values() for name in zone.hosts]


def targets(seed: int) -> st.SearchStrategy[str]:
    """Names and addresses that are in use, and others."""
    return st.one_of(
        st.sampled_from(hosts(seed)),
        st.sampled_from(sorted(internet(seed).machines)),
        st.sampled_from(STRANGERS),
        NAMES,
    )
