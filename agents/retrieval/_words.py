"""The words of a text as they are compared: without capitals, endings and the commonest ones."""

from __future__ import annotations

import functools
import logging
from types import ModuleType

WORD = r"[^\W_][^\W_]+"
"""Two letters or digits at least. Underscores part words, so that those of a tool's name count."""
STEMMER = "english"
COMMON = "english_plus"
"""The larger of the library's two lists of common English words, 179: instructions are written in
the first person, and "my", "from" or "which" tell nothing of tools. The smaller keeps them."""


@functools.cache
def library() -> ModuleType:
    """The BM25 library, loaded when first needed: that takes as long as loading NumPy and SciPy."""
    import bm25s

    # At its import it asks for its own debug messages, which would then stand in the site's log.
    logging.getLogger("bm25s").setLevel(logging.NOTSET)
    module: ModuleType = bm25s
    return module


def words(*texts: str) -> list[list[str]]:
    """The words of each text in their order, stemmed, without common ones."""
    import Stemmer

    found: list[list[str]] = library().tokenize(
        list(texts),
        token_pattern=WORD,
        stopwords=COMMON,
        stemmer=Stemmer.Stemmer(STEMMER, 0),  # one of its own: it can't be shared by threads
        return_ids=False,
        show_progress=False,
    )
    return found
