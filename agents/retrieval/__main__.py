"""python -m agents.retrieval: make the tools' vectors anew, after the catalogue has changed."""

from __future__ import annotations

import sys

from agents.retrieval._minilm import make_vectors
from agents.retrieval._retriever import RetrieverUnavailable
from agents.retrieval._vectors import FILE


def main() -> int:
    """Write the file, and say so.

    Returns:
        The exit status: 1 where the optional extra is missing.
    """
    try:
        vectors = make_vectors()
    except RetrieverUnavailable as error:
        sys.stderr.write(f"{error}\n")
        return 1
    vectors.write()
    sys.stdout.write(f"{FILE.name}: {len(vectors.values)} tools of catalogue {vectors.catalogue}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
