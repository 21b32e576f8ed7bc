"""Digests are those of the standards, and files are the world's own."""

from __future__ import annotations

import hashlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from sandboxes.stateless.crypto.virtual_files import VirtualFiles
from tests.sandboxes.calls import not_understood, ok, refused

ABC = {
    "md5": "900150983cd24fb0d6963f7d28e17f72",
    "sha1": "a9993e364706816aba3e25717850c26c9cd0d89d",
    "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "checksum_sha256_hex": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
}
"""Digests of "abc" as RFC 1321, RFC 3174 and FIPS 180-2 print them."""
ALGORITHMS = (
    "md5",
    "sha1",
    "sha224",
    "sha256",
    "sha384",
    "sha512",
    "sha3_256",
    "sha3_512",
    "blake2b",
    "blake2s",
)


@pytest.mark.parametrize("tool", ABC)
def test_a_digest_is_the_standards(world: World, tool: str) -> None:
    assert ok(world, tool, text="abc") == ABC[tool]


def test_a_text_is_digested_as_utf_8(world: World) -> None:
    assert ok(world, "sha256", text="é") == hashlib.sha256(b"\xc3\xa9").hexdigest()


def test_no_text_has_a_digest_too(world: World) -> None:
    assert ok(world, "md5", text="") == "d41d8cd98f00b204e9800998ecf8427e"


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_file_is_digested_by_every_algorithm(world: World, algorithm: str) -> None:
    files = VirtualFiles(world.seed)
    for path in files.paths:
        wanted = hashlib.new(algorithm, files.content(path)).hexdigest()
        assert ok(world, "file_digest", path=path, algo=algorithm) == wanted


def test_sha256_is_what_a_file_is_digested_with_unless_told(world: World) -> None:
    path = VirtualFiles(world.seed).paths[-1]
    told = ok(world, "file_digest", path=path, algo="sha256")
    assert ok(world, "file_digest", path=path) == told


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../README.md", "README.md", "sandboxes/__init__.py", ".", "notes"]
)
def test_nothing_outside_the_world_is_read(world: World, path: str) -> None:
    sentence = refused(world, "file_digest", path=path)
    assert sentence.startswith(f"There is no file {path!r}")
    assert all(known in sentence for known in VirtualFiles(world.seed).paths)


def test_an_unknown_algorithm_is_named(world: World) -> None:
    sentence = not_understood(world, "file_digest", {"path": "notes/books.txt", "algo": "crc32"})
    assert "sha256" in sentence


def test_every_world_has_eight_to_twelve_files_of_its_own() -> None:
    worlds = [VirtualFiles(seed) for seed in range(1, 101)]
    assert {len(files.paths) for files in worlds} == set(range(8, 13))
    contents = {files.content(path) for files in worlds for path in files.paths}
    assert len(contents) > 900
    for files in worlds:
        assert files.paths == sorted(files.paths)
        for path in files.paths:
            lines = files.content(path).decode().splitlines()
            assert 5 <= len(lines) == len(set(lines))
            assert files.content(path).endswith(b"\n")


def test_the_files_of_a_seed_are_always_the_same() -> None:
    one, other = VirtualFiles(7), VirtualFiles(7)
    assert [(p, one.content(p)) for p in one.paths] == [(p, other.content(p)) for p in other.paths]


@pytest.mark.parametrize(
    ("digits", "bits"),
    [("00", 0.0), ("00ff", 1.0), ("00000001", 0.811278124459), ("00 01 02 03", 2.0)],
)
def test_entropy_is_shannons(world: World, digits: str, bits: float) -> None:
    assert ok(world, "entropy_estimate_hex", hexstr=digits) == bits


def test_all_bytes_once_have_eight_bits(world: World) -> None:
    assert ok(world, "entropy_estimate_hex", hexstr=bytes(range(256)).hex()) == 8.0


def test_no_byte_has_no_entropy(world: World) -> None:
    assert "at least one" in refused(world, "entropy_estimate_hex", hexstr="")


@given(data=st.binary(min_size=1, max_size=64))
def test_entropy_lies_between_nothing_and_the_number_of_bytes(
    untouched: World, data: bytes
) -> None:
    entropy = ok(untouched, "entropy_estimate_hex", hexstr=data.hex())
    assert math.copysign(1, entropy) == 1
    assert 0 <= entropy <= math.log2(len(set(data))) + 1e-9
