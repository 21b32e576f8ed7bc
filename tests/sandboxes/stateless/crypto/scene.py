"""One call of each Crypto tool that succeeds."""

from __future__ import annotations

from sandboxes import World
from sandboxes.stateless.crypto.virtual_files import VirtualFiles
from tests.sandboxes.walking import Calls

_TEXT = {"text": "Grüße aus Łódź"}
_MESSAGE = {"key": "Jefe", "message": "what do ya want for nothing?"}
_PASSWORD = {"password": "password", "salt": "salt"}


def arguments(world: World) -> Calls:
    """What each tool can be called with."""
    return {
        **_of_texts(),
        **_random(),
        "hmac_sha256": _MESSAGE,
        "hmac_sign_hex": _MESSAGE,
        "hmac_verify_hex": {**_MESSAGE, "signature": "00"},
        "timing_safe_compare": {"a": "one", "b": "other"},
        "pbkdf2_hex": {**_PASSWORD, "iterations": 10},
        "derive_key": {**_PASSWORD, "iterations": 10},
        "base64_decode": {"b64": "Zm9vYmFy"},
        "urlsafe_b64_decode": {"text": "Zm9v"},
        "bytes_to_hex": {"b": "é"},
        "hex_to_bytes": {"hexstr": "c3a9ff"},
        "xor_cipher": {"text": "secret", "key": "key"},
        "xor_dec": {"hextext": "180006", "key": "key"},
        "xor_bytes_hex": {"a_hex": "0f", "b_hex": "ff"},
        "simple_caesar": _TEXT,
        "entropy_estimate_hex": {"hexstr": "00ff"},
        "file_digest": {"path": world.base.part(VirtualFiles).paths[0]},
    }


def _of_texts() -> Calls:
    names = "sha256 sha1 md5 checksum_sha256_hex base64_encode urlsafe_b64_encode rot13"
    return dict.fromkeys(names.split(), _TEXT)


def _random() -> Calls:
    names = "random_bytes random_hex uuid4 secure_token_urlsafe"
    return {**{name: {} for name in names.split()}, "random_choice": {"seq": [1, "a", None]}}
