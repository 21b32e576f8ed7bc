"""Named random streams: every random choice draws from a stream named by what it decides."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from hashlib import blake2b, shake_256
from typing import TypeVar

T = TypeVar("T")

_WORDS = struct.Struct(">8Q")
_ULP = 1.0 / (1 << 53)
_SEPARATOR = "\x1f"

# 57 symbols: digits and letters without 0 O 1 I l, which people confuse.
ID_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
ID_LENGTH = 22
_SYMBOLS = bytes(ord(ID_ALPHABET[byte % len(ID_ALPHABET)]) for byte in range(256))


def _key(seed: int | str, name: tuple[str | int, ...]) -> bytes:
    text = _SEPARATOR.join((str(seed), *map(str, name)))
    return blake2b(text.encode(), digest_size=32).digest()


class Stream:
    """Random numbers that depend on a seed and a name, and on nothing else.

    A counter-based generator over BLAKE2b: block i is the hash of (seed, name, i). So a stream is
    cheap to open, adding one stream never moves another, and the numbers are the same on every
    machine and Python version.

    Args:
        seed: The world's seed.
        name: What the stream decides, from coarse to fine, e.g. ``("LightShop", "price", sid)``.
    """

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, seed: int | str, *name: str | int) -> None:
        self._key = _key(seed, name)
        self._block = 0
        self._words: list[int] = []

    def bits(self) -> int:
        """The next 64 random bits as an integer."""
        if not self._words:
            data = blake2b(self._key + self._block.to_bytes(8, "big"), digest_size=64).digest()
            self._words = list(_WORDS.unpack(data))
            self._block += 1
        return self._words.pop()

    def unit(self) -> float:
        """A float in [0, 1)."""
        return (self.bits() >> 11) * _ULP

    def units(self, count: int) -> list[float]:
        """Many floats in [0, 1) at once, several times faster than one by one."""
        data = shake_256(self._key + b"many" + self._block.to_bytes(8, "big")).digest(8 * count)
        self._block += 1
        return [(word >> 11) * _ULP for word in struct.unpack(f">{count}Q", data)]

    def below(self, limit: int) -> int:
        """An integer in [0, limit); the bias is below limit / 2**53.

        Raises:
            ValueError: limit is not positive.
        """
        if limit <= 0:
            raise ValueError(f"limit must be positive, got {limit}")
        return int(self.unit() * limit)

    def between(self, low: int, high: int) -> int:
        """An integer in [low, high], both ends included."""
        return low + self.below(high - low + 1)

    def uniform(self, low: float, high: float) -> float:
        """A float in [low, high)."""
        return low + (high - low) * self.unit()

    def chance(self, probability: float) -> bool:
        """True with the given probability."""
        return self.unit() < probability

    def choice(self, items: Sequence[T]) -> T:
        """One of the items.

        Raises:
            ValueError: there are none.
        """
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order; the argument stays as it is."""
        return self.sample(items, len(items))

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Count different places of the items, in random order.

        Raises:
            ValueError: fewer than count items are there.
        """
        if count > len(items):
            raise ValueError(f"can't take {count} of {len(items)}")
        pool = list(items)
        for taken, unit in enumerate(self.units(count)):
            other = taken + int(unit * (len(pool) - taken))
            pool[taken], pool[other] = pool[other], pool[taken]
        return pool[:count]

    def weighted(self, weights: Sequence[float]) -> int:
        """An index, drawn in proportion to its weight."""
        point = self.unit() * sum(weights)
        for index, weight in enumerate(weights):
            point -= weight
            if point < 0:
                return index
        return len(weights) - 1


def pick(items: Sequence[T], unit: float) -> T:
    """The item that a number in [0, 1) falls on."""
    return items[int(unit * len(items))]


def make_id(seed: int, kind: str, *number: int | str) -> str:
    """An id such as ``msg_8fKq...``: the kind and 22 symbols, from (seed, kind, number) alone."""
    symbols = _key(seed, ("id", kind, *number))[:ID_LENGTH].translate(_SYMBOLS)
    return f"{kind}_{symbols.decode()}"


def make_ids(seed: int, kind: str, count: int, *group: str) -> list[str]:
    """Ids of many records that are made together, by their place in the group."""
    data = shake_256(_key(seed, ("ids", kind, *group))).digest(ID_LENGTH * count)
    text = data.translate(_SYMBOLS).decode()
    return [f"{kind}_{text[at : at + ID_LENGTH]}" for at in range(0, len(text), ID_LENGTH)]


def derived_seed(*parts: str | int) -> int:
    """A positive 63-bit seed from its parts, e.g. (template, version, instance seed)."""
    return int.from_bytes(_key("seed", parts)[:8], "big") >> 1 or 1
