"""What a look-up is asked for: a name or an address, checked for its form."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import Annotated, NoReturn

from pydantic import StringConstraints

from sandboxes._outcome import Refused

LONGEST_NAME = 253
TargetText = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME + 1)]

_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_REVERSE = ".in-addr.arpa"
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Target:
    """A name or an address.

    Args:
        text: In lower case, without a dot at the end; a name with other letters as "xn--...".
        is_address: Whether it is an IPv4 or IPv6 address.
    """

    text: str
    is_address: bool

    @property
    def domain(self) -> str | None:
        """The last two labels of a name; None for an address or a single label."""
        labels = self.text.split(".")
        return None if self.is_address or len(labels) < 2 else ".".join(labels[-2:])

    @property
    def question(self) -> str:
        """What the DNS is asked for: the name, or the address turned round."""
        if self.is_address:
            return ipaddress.ip_address(self.text).reverse_pointer
        return self.text


def read_target(text: str) -> Target:
    """The name or address that a text stands for.

    Raises:
        Refused: it is neither.
    """
    plain = text.strip().removesuffix(".").lower()
    address = _address(plain) or _turned_back(plain)
    if address is not None:
        return Target(address, True)
    name = _encoded(text, plain)
    labels = name.split(".")
    if len(name) > LONGEST_NAME or not all(_LABEL.fullmatch(label) for label in labels):
        _malformed(text)
    if labels[-1].isdigit():
        raise Refused(
            f"{_quoted(text)} is no IPv4 address: that is four numbers from 0 to 255, such as "
            "192.0.2.10."
        )
    return Target(name, False)


def read_domain(text: str) -> str:
    """The domain that a name belongs to.

    Raises:
        Refused: the text is no name with at least two labels.
    """
    domain = read_target(text).domain
    if domain is None:
        raise Refused(
            f"{_quoted(text)} is no domain: give a name with at least two parts, such as "
            "kelpline.example."
        )
    return domain


def is_label(text: str) -> bool:
    """Whether a text can be one part of a name."""
    return _LABEL.fullmatch(text) is not None


def _address(plain: str) -> str | None:
    try:
        found = ipaddress.ip_address(plain)
    except ValueError:
        return None
    return None if getattr(found, "scope_id", None) else str(found)


def _turned_back(plain: str) -> str | None:
    """The address in a name such as 10.2.0.192.in-addr.arpa."""
    if not plain.endswith(_REVERSE):
        return None
    numbers = plain.removesuffix(_REVERSE).split(".")
    return _address(".".join(reversed(numbers))) if len(numbers) == 4 else None


def _encoded(text: str, plain: str) -> str:
    """The name in ASCII, as the DNS knows it."""
    if plain.isascii():
        return plain
    import idna

    try:
        return idna.encode(plain, uts46=True).decode()
    except (idna.IDNAError, UnicodeError):
        _malformed(text)


def _malformed(text: str) -> NoReturn:
    raise Refused(
        f"{_quoted(text)} is neither a name nor an address. Right are names of letters, digits and "
        "inner hyphens with dots between, such as www.kelpline.example, and addresses such as "
        "192.0.2.10; without scheme, port or path."
    )


def _quoted(text: str) -> str:
    return f"{text[:_SHOWN]!a}"
