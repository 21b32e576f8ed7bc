"""Which samples a judge is made with, and which it is measured on; and what is drawn of many."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Literal

Half = Literal["development", "test"]


def halves(clusters: Iterable[str], seed: int) -> dict[str, Half]:
    """Two halves of about the same number of samples, no cluster in both.

    The clusters are gone through from the largest to the smallest, those of one size in an order
    that the seed decides; each goes where there are fewer samples. So the halves differ by no more
    than the largest cluster has, and where there are many small ones by hardly anything.

    Args:
        clusters: The cluster of each sample; it is named as often as it has samples.
        seed: Decides which is which.

    Returns:
        By cluster, its half: "development" or "test".
    """
    sizes = Counter(clusters)
    order = sorted(sizes, key=lambda name: (-sizes[name], _drawn(seed, "order", name)))
    held: dict[Half, int] = {"development": 0, "test": 0}
    found: dict[str, Half] = {}
    for name in order:
        chosen = _smaller(held, seed, name)
        found[name] = chosen
        held[chosen] += sizes[name]
    return found


def stratified(
    items: Sequence[str], strata: Mapping[str, Hashable], count: int, seed: int
) -> list[str]:
    """A draw that has as many of each stratum as of any other, as far as there are so many.

    Args:
        items: What is drawn from, each once.
        strata: The stratum of each.
        count: How many are drawn; all, if there are no more.
        seed: Decides which.

    Returns:
        In the order in which they are drawn: a beginning of it is balanced as well.

    Raises:
        ValueError: something stands there twice, or the number is negative.
    """
    if len(set(items)) < len(items):
        raise ValueError("something stands there twice")
    if count < 0:
        raise ValueError(f"{count} can't be drawn")
    members: dict[Hashable, list[str]] = defaultdict(list)
    for name in sorted(items, key=lambda name: (_drawn(seed, "item", name), name)):
        members[strata[name]].append(name)
    rounds = [
        (place, _drawn(seed, "stratum", f"{place} {stratum!r}"), name)
        for stratum, found in members.items()
        for place, name in enumerate(found)
    ]
    return [name for _, _, name in sorted(rounds)[:count]]


def _smaller(held: Mapping[Half, int], seed: int, name: str) -> Half:
    if held["development"] == held["test"]:
        return "test" if _drawn(seed, "half", name)[0] % 2 else "development"
    return "development" if held["development"] < held["test"] else "test"


def _drawn(seed: int, purpose: str, name: str) -> bytes:
    return blake2b(f"{seed}/{purpose}/{name}".encode(), digest_size=8).digest()
