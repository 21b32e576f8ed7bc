"""As many tools as there will be; until they exist, the real ones again and again, renamed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from webapp.console import palette

QUERIES = (
    "cart",
    "send a message to a contact",
    "lightshop",
    "chekout",
    "pay for things in the cart",
    "a",
    "zzz",
)


def synthetic(number: int) -> list[dict[str, Any]]:
    """Tools, with names and texts as long as the real ones."""
    real = palette.palette(None)
    return [
        {
            "name": f"{real[place % len(real)].name}_{place}",
            "server": real[place % len(real)].server,
            "description": real[place % len(real)].text,
        }
        for place in range(number)
    ]


@contextmanager
def with_tools(number: int) -> Iterator[None]:
    """Let there be so many tools to search."""
    entries = palette.entries_of(synthetic(number))
    with patch.object(palette, "palette", lambda offered: entries):
        yield
