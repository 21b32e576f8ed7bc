"""Unit: conversions between units of 14 kinds."""

from sandboxes._catalogue import Server

SERVER = Server(
    name="Unit",
    order=14,
    summary="Conversions between units of fourteen kinds, from lengths to densities.",
)
