"""Tools that add, multiply, divide, compare and round."""

from __future__ import annotations

import operator
from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import Annotated

from pydantic import Field

from sandboxes._outcome import Refused
from sandboxes._tool import library_tool
from sandboxes.stateless.math.results import finite

_PLACES = 300
_DIGITS = 2 * _PLACES + 20  # before the point and after it, at the most


@library_tool
def add(a: float, b: float) -> float:
    """Add two numbers.

    Refused if the result is too large.

    Args:
        a: The first number.
        b: The number that is added to it.

    Returns:
        The sum, a number.
    """
    return finite(operator.add, a, b)


@library_tool
def sub(a: float, b: float) -> float:
    """Subtract a number from another.

    Refused if the result is too large.

    Args:
        a: The number to subtract from.
        b: The number that is taken away.

    Returns:
        The difference, a number.
    """
    return finite(operator.sub, a, b)


@library_tool
def mul(a: float, b: float) -> float:
    """Multiply two numbers.

    Refused if the result is too large.

    Args:
        a: The first factor.
        b: The second factor.

    Returns:
        The product, a number.
    """
    return finite(operator.mul, a, b)


def _divisor(b: float) -> float:
    if b == 0:
        raise Refused("Nothing can be divided by zero. Give a divisor b other than 0.")
    return b


@library_tool
def div(a: float, b: float) -> float:
    """Divide a number by another.

    Refused if the divisor is zero or the result is too large.

    Args:
        a: The number that is divided.
        b: The divisor, not zero.

    Returns:
        The quotient, a number.
    """
    return finite(operator.truediv, a, _divisor(b))


@library_tool
def mod(a: float, b: float) -> float:
    """Find what is left when a number is divided by another in whole steps.

    The remainder has the sign of the divisor. It goes with floor_div: b times what that gives, and
    the remainder added, is a again.

    Refused if the divisor is zero.

    Args:
        a: The number that is divided.
        b: The divisor, not zero.

    Returns:
        The remainder, a number.
    """
    return finite(operator.mod, a, _divisor(b))


@library_tool
def floor_div(a: float, b: float) -> float:
    """Divide a number by another and round the quotient down to a whole number.

    Rounding down goes towards minus infinity: -7 divided by 2 gives -4.

    Refused if the divisor is zero or the result is too large.

    Args:
        a: The number that is divided.
        b: The divisor, not zero.

    Returns:
        The whole quotient, a number.
    """
    return finite(operator.floordiv, a, _divisor(b))


@library_tool
def abs_val(a: float) -> float:
    """Take the sign off a number.

    Args:
        a: The number.

    Returns:
        The number without its sign.
    """
    return abs(a)


@library_tool
def max_val(a: float, b: float) -> float:
    """Find which of two numbers is larger.

    Args:
        a: One number.
        b: The other number.

    Returns:
        The larger one.
    """
    return finite(max, a, b)


@library_tool
def min_val(a: float, b: float) -> float:
    """Find which of two numbers is smaller.

    Args:
        a: One number.
        b: The other number.

    Returns:
        The smaller one.
    """
    return finite(min, a, b)


@library_tool
def clamp(value: float, min_val: float, max_val: float) -> float:
    """Bring a number into a range: what is below becomes the lower end, what is above the upper.

    Refused if the lower end is above the upper one.

    Args:
        value: The number.
        min_val: Lower end of the range.
        max_val: Upper end of the range.

    Returns:
        The number in the range that is nearest to the given one.
    """
    if min_val > max_val:
        raise Refused(
            f"The range is empty: min_val {min_val} is above max_val {max_val}. Give the lower "
            "end as min_val."
        )
    return finite(min, max(value, min_val), max_val)


def _rounded(a: float, places: int) -> float:
    with localcontext() as context:
        context.prec = _DIGITS
        return float(Decimal(repr(a)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


@library_tool
def round_val(a: float, ndigits: Annotated[int, Field(ge=-_PLACES, le=_PLACES)] = 0) -> float:
    """Round a number as it is written to a number of decimal places.

    A half is rounded away from zero: 2.5 gives 3, 2.675 to two places gives 2.68, -0.5 gives -1.

    Refused if the result is too large.

    Args:
        a: The number.
        ndigits: How many decimal places to keep; -2 rounds to whole hundreds.

    Returns:
        The rounded number.
    """
    return finite(_rounded, a, ndigits)
