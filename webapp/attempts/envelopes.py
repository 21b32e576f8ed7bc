"""Envelopes of MCP calls that the SDK has accepted, so that it need not look at them again.

In the modern era each call is a request of its own, with the same headers and the same `_meta`
around another name and other arguments. The SDK checks all of it anew and turns it into models and
back, which takes longer than the call. What it has accepted once is remembered here by a digest;
only what is equal to it, byte for byte, goes past it.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

_MOST = 1_000
_VARYING = {b"content-length", b"mcp-name"}
_MESSAGE = {"jsonrpc", "id", "method", "params"}
_PARAMS = {"name", "arguments", "_meta"}

Headers = Iterable[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A well-formed `tools/call` of the modern era.

    Args:
        id: The request's id: an int or a text.
        name: Name of the tool.
        arguments: Its arguments.
        key: What stands for the idempotency key; None if there is none.
        envelope: Digest of all that is left: the headers and the rest of `_meta`.
    """

    id: int | str
    name: str
    arguments: dict[str, Any]
    key: object
    envelope: bytes


class Envelopes:
    """Digests of the envelopes that were accepted last."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, None] = OrderedDict()

    def accept(self, envelope: bytes) -> None:
        """Remember an envelope: the SDK has let it through."""
        self._known[envelope] = None
        if len(self._known) > _MOST:
            self._known.popitem(last=False)

    def __contains__(self, envelope: bytes) -> bool:
        return envelope in self._known


def plain_call(headers: Headers, body: bytes, key_name: str) -> ToolCall | None:
    """Read a request as a tool call, if it is the plainest form of one; else None.

    Args:
        headers: Of the HTTP request, by lower-case names.
        body: All of its body.
        key_name: Name of the idempotency key in `_meta`.
    """
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or message.keys() != _MESSAGE:
        return None
    params = message["params"]
    if message["method"] != "tools/call" or message["jsonrpc"] != "2.0":
        return None
    if type(message["id"]) not in (int, str) or not isinstance(params, dict):
        return None
    if params.keys() != _PARAMS or not _is_named(headers, params["name"]):
        return None
    arguments, meta = params["arguments"], params["_meta"]
    if not isinstance(arguments, dict) or not isinstance(meta, dict):
        return None
    key = meta.pop(key_name, None)
    return ToolCall(message["id"], params["name"], arguments, key, _digest(headers, meta))


def _is_named(headers: Headers, name: object) -> bool:
    """Whether one header mirrors the name, which needs no encoding."""
    if not isinstance(name, str) or not (name.isascii() and name.isidentifier()):
        return False
    return [value for header, value in headers if header == b"mcp-name"] == [name.encode()]


def _digest(headers: Headers, meta: dict[str, Any]) -> bytes:
    around = [pair for pair in headers if pair[0] not in _VARYING]
    return blake2b(repr((around, meta)).encode("utf-8", "surrogatepass"), digest_size=32).digest()
