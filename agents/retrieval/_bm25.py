"""The default retriever: BM25 over the tools' names and descriptions."""

from __future__ import annotations

from importlib.metadata import version

from agents.retrieval._retriever import index_text, ranked, short_hash
from agents.retrieval._words import COMMON, STEMMER, WORD, library, words
from sandboxes import catalogue, catalogue_hash

_SETTINGS: dict[str, str | float] = {"method": "lucene", "k1": 1.5, "b": 0.75, "dtype": "float64"}
"""The library's own, written down so that no release of it moves them; but for the precision."""


class Bm25Retriever:
    """Ranks tools by Okapi BM25, in the form that Lucene has (Kamphuis et al., ECIR 2020)."""

    name = "bm25"

    def __init__(self) -> None:
        self._names = tuple(catalogue())
        texts = words(*(index_text(tool) for tool in catalogue().values()))
        self._index = library().BM25(**_SETTINGS)
        self._index.index(texts, show_progress=False)
        self.version = short_hash(
            self.name,
            catalogue_hash(),
            [version("bm25s"), version("PyStemmer")],
            [_SETTINGS, WORD, STEMMER, COMMON],
        )

    def best(self, query: str, k: int) -> list[str]:
        """The names of the tools that fit best, as `Retriever.best` says.

        Args:
            query: What is wanted, in words.
            k: How many.

        Raises:
            ValueError: k is less than 1.
        """
        known = self._index.get_tokens_ids(words(query)[0])
        return ranked(self._names, self._index.get_scores_from_ids(known), k)
