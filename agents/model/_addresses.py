"""Which addresses may be asked, and which environment variable holds the key for each."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import Self

DEFAULT_KEY_NAME = "OPENAI_API_KEY"
DEFAULT_ADDRESSES = (
    "https://api.openai.com/v1=OPENAI_API_KEY, http://127.0.0.1, http://localhost, http://[::1]"
)
SETTING = "MODEL_ADDRESSES"

# Deliberately narrower than what URLs may be: whatever two parsers could read differently (users,
# escapes, backslashes, queries, fragments, empty segments) matches nothing here.
_ADDRESS = re.compile(
    r"(?P<scheme>https?)://"
    r"(?P<host>\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)"
    r"(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>(?:/[A-Za-z0-9._~:+-]+)*)/?"
)
_SCHEME_AND_HOST = re.compile(r"[A-Za-z]+://[^/]*")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)")
_DEFAULT_PORTS = {"http": 80, "https": 443}


class AddressRefused(ValueError):
    """An address that can't be read, or may not be asked."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address in its one spelling.

    Args:
        scheme: http or https.
        host: Lower case; IPv6 compressed and in brackets.
        port: None if it is not given or is the scheme's own.
        path: Without a slash at the end; empty for none.
    """

    scheme: str
    host: str
    port: int | None
    path: str

    def __str__(self) -> str:
        port = "" if self.port is None else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}{self.path}"

    @property
    def is_loopback(self) -> bool:
        """Whether it is this machine."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return False


def read_address(text: str) -> Address:
    """An address, read strictly.

    Args:
        text: Such as ``http://localhost:8000/v1``.

    Raises:
        AddressRefused: it is none, or has parts that an address of a model has no use for. The
            sentence does not repeat it: people paste keys into addresses.
    """
    return _read(text)[0]


def _read(text: str) -> tuple[Address, bool]:
    """An address, and whether a port was written."""
    lowered = _SCHEME_AND_HOST.sub(lambda found: found[0].lower(), text.strip(), count=1)
    found = _ADDRESS.fullmatch(lowered)
    if found is None:
        raise AddressRefused(
            "An address of a model is http:// or https://, a host, perhaps a port and a path, and "
            "nothing else: no user, query, fragment, percent sign, backslash or doubled slash."
        )
    if any(step in (".", "..") for step in found["path"].split("/")):
        raise AddressRefused("The path of a model's address has no steps such as . and .. in it.")
    port = None if found["port"] is None else int(found["port"])
    if port is not None and not 0 < port < 65536:
        raise AddressRefused(f"There is no port {port}: they go from 1 to 65535.")
    own = _DEFAULT_PORTS[found["scheme"]]
    host = _host(found["host"])
    address = Address(found["scheme"], host, None if port == own else port, found["path"])
    return address, port is not None


def _host(text: str) -> str:
    """A host in its one spelling; numbers that only some programs take for IPv4 are none."""
    try:
        if text.startswith("["):
            return f"[{ipaddress.IPv6Address(text[1:-1]).compressed}]"
        if _NUMBER.fullmatch(text.rpartition(".")[2]):
            return str(ipaddress.IPv4Address(text))
    except ValueError:
        raise AddressRefused(f"{text} is no IP address.") from None
    return text


@dataclass(frozen=True, slots=True)
class _Entry:
    address: Address
    key_name: str
    any_port: bool

    def allows(self, other: Address) -> bool:
        mine = self.address
        return (
            (mine.scheme, mine.host) == (other.scheme, other.host)
            and (self.any_port or mine.port == other.port)
            and (mine.path == other.path or other.path.startswith(f"{mine.path}/"))
        )

    @property
    def rank(self) -> tuple[int, bool]:
        """How much it says: of two that allow an address, the one that says more counts."""
        return len(self.address.path), not self.any_port

    def __str__(self) -> str:
        return f"{self.address} (any port)" if self.any_port else str(self.address)


@dataclass(frozen=True)
class Addresses:
    """The addresses that may be asked.

    Args:
        entries: What is allowed, in the order it was written.
    """

    entries: tuple[_Entry, ...]

    def __str__(self) -> str:
        """Them in words, without the names of the keys."""
        return ", ".join(map(str, self.entries)) or "none"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read a list.

        Args:
            text: Addresses with commas or blanks between them. Each allows its scheme, host, port
                and all paths below its own; without a port any port if it is this machine, else
                the scheme's. ``=NAME`` after it names the environment variable with the key,
                OPENAI_API_KEY if it is left out; ``=`` alone says that no key is sent.

        Raises:
            AddressRefused: an entry can't be read, or one stands there twice.
        """
        entries: list[_Entry] = []
        for number, item in enumerate(re.split(r"[\s,]+", text.strip(" \t\r\n,")), start=1):
            if not item:
                continue
            address, equals, name = item.partition("=")
            try:
                read, has_port = _read(address)
            except AddressRefused as refused:
                raise AddressRefused(f"{SETTING}, entry {number}: {refused}") from None
            if name and not _NAME.fullmatch(name):
                raise AddressRefused(
                    f"{SETTING}, entry {number}: what follows = is the name of an environment "
                    "variable: letters, digits and _. The key itself does not belong there."
                )
            any_port = read.is_loopback and not has_port
            if (read, any_port) in [(other.address, other.any_port) for other in entries]:
                raise AddressRefused(f"{SETTING}, entry {number}: {address} stands there twice.")
            entries.append(_Entry(read, name if equals else DEFAULT_KEY_NAME, any_port))
        return cls(tuple(entries))

    def key_name(self, base_url: str) -> str:
        """The environment variable that holds the key for an address.

        Args:
            base_url: The address.

        Returns:
            Its name; empty if no key is to be sent.

        Raises:
            AddressRefused: it can't be read or is not allowed; the sentence says what is, and
                where to change that.
        """
        address = read_address(base_url)
        fitting = [entry for entry in self.entries if entry.allows(address)]
        if not fitting:
            raise AddressRefused(
                f"{address} is not among the addresses that may be asked for a model. "
                f"Allowed: {self}. The setting {SETTING} changes that."
            )
        return max(fitting, key=lambda entry: entry.rank).key_name
