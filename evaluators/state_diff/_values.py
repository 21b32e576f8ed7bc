"""When two values are the same."""

from __future__ import annotations

import math

from evaluators.state_diff._tree import Leaf, cents

_RELATIVE = 1e-9


def same(left: Leaf | None, right: Leaf | None) -> bool:
    """Whether two leaves hold the same value; None stands for an absent one.

    Money is compared to the cent, other floats to 1e-9 relative, whole numbers exactly.
    True and 1 are different, 1 and 1.0 are the same.
    """
    if left is None or right is None:
        return left is right
    a, b = left.value, right.value
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, int | float) and isinstance(b, int | float):
        return a == b or _close(a, b, left, right)
    return bool(a == b)


def _close(a: float, b: float, left: Leaf, right: Leaf) -> bool:
    slack = max(left.tolerance, right.tolerance)
    try:
        if left.money or right.money:
            return abs(cents(a) - cents(b)) <= cents(slack)
        if isinstance(a, int) and isinstance(b, int) and not slack:
            return False
        return math.isclose(a, b, rel_tol=_RELATIVE) or abs(a - b) <= slack * (1 + _RELATIVE)
    except OverflowError:
        return False  # too large for a float, and not equal
