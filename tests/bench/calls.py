"""The calls that are measured: a read of moderate size, and a write that always succeeds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any


class BadAnswer(Exception):
    """A server answered with an error, or a tool did, where a success was due."""


Call = tuple[str, dict[str, Any]]
"""The name of a tool, and its arguments."""

LARGEST_BLOCK = 80
"""How many calls an attempt is used for; the smallest budget is 100."""

OWN_UID: Call = ("get_my_uid", {})
READ: Call = ("get_all_contacts", {})
CONTENT = "Dinner on Friday at seven? I have booked a table for four by the window."
WRITE_TOOL = "send_message"

KINDS = {READ[0]: "read", WRITE_TOOL: "write"}
"""What the figures call the tools."""


def write(uid: str) -> Call:
    """A message to the user's own chat, which is there in every world and never blocked."""
    return (WRITE_TOOL, {"uid": uid, "content": CONTENT})


def good(text: str) -> str:
    """The text of a tool's answer, which must be a success: what fails costs something else.

    Raises:
        BadAnswer: it is a refusal, a fault or an error.
    """
    if not text.startswith('{"status":"ok"'):
        raise BadAnswer(text)
    return text


def own_uid(text: str) -> str:
    """The user's UID in the answer to `OWN_UID`."""
    uid: str = json.loads(text)["output"]
    return uid


def alternating(uid: str, pairs: int) -> Iterator[Call]:
    """So many reads and writes, taking turns."""
    for _ in range(pairs):
        yield READ
        yield write(uid)
