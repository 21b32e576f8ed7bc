"""When two values are the same."""

from __future__ import annotations

import math

from evaluators.state_diff._tree import Leaf

_RELATIVE = 1e-9


def same(left: Leaf | None, right: Leaf | None) -> bool:
    """Whether two leaves hold the same value; None stands for an absent one.

    Money is compared to the cent, other numbers to 1e-9 relative (rules, section 3.4). True and 1
    are different, 1 and 1.0 are the same.
    """
    if left is None or right is None:
        return left is right
    a, b = left.value, right.value
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, int | float) and isinstance(b, int | float):
        if left.money or right.money:
            slack = max(left.tolerance, right.tolerance)
            return abs(round(a * 100) - round(b * 100)) <= round(slack * 100)
        return math.isclose(a, b, rel_tol=_RELATIVE)
    return bool(a == b)
