"""Secrets that are shown once and kept as digests."""

from __future__ import annotations

import hashlib
import secrets

_BYTES = 32


def new_secret() -> str:
    """A secret that fits into an address: 43 characters, 256 bits."""
    return secrets.token_urlsafe(_BYTES)


def digest_of(secret: str) -> str:
    """What is kept of a secret. It has full entropy, so a plain hash can't be guessed at."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()
