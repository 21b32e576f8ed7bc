"""Long tables of cases: `make verify` runs them whole, `make test` a part of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def sampled(values: Iterable[Any], each: int, name: Callable[[Any], str] = str) -> list[Any]:
    """All values as parameters of a test, with those marked that are only verified.

    Args:
        values: The values.
        each: The sample holds each so-manyth of them, from the first.
        name: What a value is called among the tests.
    """
    return [
        pytest.param(value, id=name(value), marks=[pytest.mark.verify] if place % each else [])
        for place, value in enumerate(values)
    ]
