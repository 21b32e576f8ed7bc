"""Network: look-ups in a synthetic internet; no program is run and no socket is opened."""

from sandboxes._catalogue import Server

SERVER = Server(
    name="Network",
    order=12,
    summary="Look-ups of names, addresses and ports in this world's own synthetic internet.",
)
