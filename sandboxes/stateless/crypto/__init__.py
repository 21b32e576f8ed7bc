"""Crypto: digests, keys, encodings, simple ciphers and random values."""

from sandboxes._catalogue import Server

SERVER = Server(
    name="Crypto",
    order=9,
    summary="Digests, signatures, derived keys, encodings, simple ciphers and random values.",
)
