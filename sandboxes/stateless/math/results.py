"""Results that are finite numbers, and argument types of Math."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Annotated

from pydantic import Field

from sandboxes._outcome import Refused

_MOST = 10**15

Whole = Annotated[int, Field(ge=-_MOST, le=_MOST)]
"""A whole number of at most 15 digits, or 10 to the power 15 itself."""

Numbers = Annotated[list[float], Field(max_length=1000)]
"""A list of numbers, perhaps empty."""

SomeNumbers = Annotated[list[float], Field(min_length=1, max_length=1000)]
"""A list of at least one number."""


def finite(compute: Callable[..., float], *arguments: object) -> float:
    """What is computed, if it is a number that can be told; a zero has no sign.

    Args:
        compute: The function.
        arguments: What it is called with.

    Raises:
        Refused: the result, or a number on the way to it, is larger than any float.
    """
    try:
        result = float(compute(*arguments))
    except OverflowError:
        result = math.inf
    if not math.isfinite(result):
        raise Refused(
            "The result, or a number on the way to it, is too large: numbers reach to about 1.8 "
            "times 10 to the power 308."
        )
    return result + 0.0
