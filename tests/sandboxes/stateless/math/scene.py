"""One call of each Math tool that succeeds."""

from __future__ import annotations

from sandboxes import World
from tests.sandboxes.walking import Calls

_OF_ONE = """
    sqrt abs_val round_val log exp sin cos tan asin acos atan sinh cosh tanh factorial deg_to_rad
    rad_to_deg is_even is_odd is_prime cbrt
"""
_OF_TWO = "add sub mul div pow mod floor_div max_val min_val gcd lcm hypot"
_OF_A_LIST = """
    sum_of_list product_of_list mean median mode variance standard_deviation
"""


def arguments(world: World) -> Calls:
    """Prepare the world by calls, and tell what each tool can be called with."""
    return {
        **{name: {"a": 1} for name in _OF_ONE.split()},
        **{name: {"a": 6, "b": 4} for name in _OF_TWO.split()},
        **{name: {"numbers": [1, 2.5, 2.5]} for name in _OF_A_LIST.split()},
        "nth_fibonacci": {"n": 10},
        "clamp": {"value": 7, "min_val": 0, "max_val": 5},
    }
