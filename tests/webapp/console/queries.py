"""What people type to find a tool: words of names and texts, a server, a typing error, nothing."""

from __future__ import annotations

QUERIES = (
    "cart",
    "send a message to a contact",
    "lightshop",
    "chekout",
    "pay for things in the cart",
    "convert degrees",
    "a",
    "zzz",
)
