"""Names that look like a domain's: the slips of fingers, eyes and memory chips."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

from sandboxes.stateless.network.targets import is_label

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_VOWELS = "aeiou"
_TOPS = ("example", "test", "invalid")
_WORDS = ("login", "secure", "online", "shop", "mail", "support")
_LOOKS_LIKE = {
    "0": ("o",),
    "1": ("l", "i"),
    "b": ("d", "lb"),
    "c": ("e",),
    "cl": ("d",),
    "d": ("b", "cl"),
    "e": ("c",),
    "g": ("q", "9"),
    "h": ("lh",),
    "i": ("1", "l"),
    "l": ("1", "i"),
    "m": ("n", "rn"),
    "n": ("m", "r"),
    "o": ("0",),
    "q": ("g",),
    "rn": ("m",),
    "s": ("5",),
    "u": ("v",),
    "v": ("u",),
    "vv": ("w",),
    "w": ("vv",),
    "z": ("2",),
}
_CYRILLIC = dict(zip("aceijopsxy", "асеіјорѕху", strict=True))  # noqa: RUF001 - that is the point
_NEIGHBOURS = {
    "q": "wa",
    "w": "qes",
    "e": "wrd",
    "r": "etf",
    "t": "ryg",
    "y": "tuh",
    "u": "yij",
    "i": "uok",
    "o": "ipl",
    "p": "ol",
    "a": "qsz",
    "s": "awdx",
    "d": "sefc",
    "f": "drgv",
    "g": "fthb",
    "h": "gyjn",
    "j": "hukm",
    "k": "jil",
    "l": "kop",
    "z": "asx",
    "x": "zsc",
    "c": "xdv",
    "v": "cfb",
    "b": "vgn",
    "n": "bhm",
    "m": "njk",
}
"""The keys beside a key on a QWERTY keyboard."""


def _addition(label: str) -> Iterator[str]:
    yield from (label + letter for letter in _LETTERS)


def _bitsquatting(label: str) -> Iterator[str]:
    for place, symbol in enumerate(label):
        for bit in range(7):
            yield _replaced(label, place, chr(ord(symbol) ^ (1 << bit)))


def _homoglyph(label: str) -> Iterator[str]:
    for width in (1, 2):
        for place in range(len(label) - width + 1):
            for other in _LOOKS_LIKE.get(label[place : place + width], ()):
                yield label[:place] + other + label[place + width :]


def _cyrillic(label: str) -> Iterator[str]:
    for place, symbol in enumerate(label):
        if symbol in _CYRILLIC:
            other = _replaced(label, place, _CYRILLIC[symbol])
            yield "xn--" + other.encode("punycode").decode()


def _hyphenation(label: str) -> Iterator[str]:
    yield from (f"{label[:place]}-{label[place:]}" for place in range(1, len(label)))


def _insertion(label: str) -> Iterator[str]:
    for place, symbol in enumerate(label):
        for key in _NEIGHBOURS.get(symbol, ""):
            yield label[:place] + key + label[place:]
            yield label[: place + 1] + key + label[place + 1 :]


def _omission(label: str) -> Iterator[str]:
    yield from (_replaced(label, place, "") for place in range(len(label)))


def _repetition(label: str) -> Iterator[str]:
    yield from (_replaced(label, place, 2 * symbol) for place, symbol in enumerate(label))


def _replacement(label: str) -> Iterator[str]:
    for place, symbol in enumerate(label):
        yield from (_replaced(label, place, key) for key in _NEIGHBOURS.get(symbol, ""))


def _transposition(label: str) -> Iterator[str]:
    for place in range(len(label) - 1):
        yield label[:place] + label[place + 1] + label[place] + label[place + 2 :]


def _vowel_swap(label: str) -> Iterator[str]:
    for place, symbol in enumerate(label):
        if symbol in _VOWELS:
            yield from (_replaced(label, place, vowel) for vowel in _VOWELS)


def _dictionary(label: str) -> Iterator[str]:
    for word in _WORDS:
        yield from (f"{label}-{word}", f"{word}-{label}")


def _replaced(label: str, place: int, other: str) -> str:
    return label[:place] + other + label[place + 1 :]


_RULES: dict[str, Callable[[str], Iterator[str]]] = {
    "omission": _omission,
    "transposition": _transposition,
    "homoglyph": _homoglyph,
    "cyrillic homoglyph": _cyrillic,
    "bit flip": _bitsquatting,
    "replacement": _replacement,
    "insertion": _insertion,
    "repetition": _repetition,
    "vowel swap": _vowel_swap,
    "hyphenation": _hyphenation,
    "addition": _addition,
    "dictionary": _dictionary,
}
TOP_LEVEL = "top-level swap"
RULES = (*_RULES, TOP_LEVEL)
"""In this order; a name that several rules make belongs to the first."""


@functools.lru_cache(maxsize=256)
def look_alikes(domain: str) -> tuple[tuple[str, str], ...]:
    """Names that look like a domain's, with the rule that makes each; every name once.

    Of an international name ("xn--...") only the top level is varied.
    """
    label, top = domain.split(".")
    found: dict[str, str] = {}
    if not label.startswith("xn--"):
        for rule, make in _RULES.items():
            for other in make(label):
                if is_label(other) and (other[2:4] != "--" or other.startswith("xn--")):
                    found.setdefault(f"{other}.{top}", rule)
    for other in _TOPS:
        found.setdefault(f"{label}.{other}", TOP_LEVEL)
    found.pop(domain, None)
    return tuple(found.items())
