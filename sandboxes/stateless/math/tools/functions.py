"""Tools for powers, roots, logarithms and angles."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext

from sandboxes._outcome import Refused
from sandboxes._tool import library_tool
from sandboxes.stateless.math.results import finite

_DIGITS = 50  # so that a whole power gives a whole logarithm


@library_tool
def pow(a: float, b: float) -> float:
    """Raise a number to a power.

    Refused if the result is too large or no real number: zero to a negative power, or a negative
    number to a power that is not whole.

    Args:
        a: The base.
        b: The exponent.

    Returns:
        The power, a number.
    """
    if a == 0 and b < 0:
        raise Refused("Zero has no negative powers. Give an exponent of at least 0.")
    if a < 0 and not b.is_integer():
        raise Refused("A negative number has whole powers only. Give a whole exponent.")
    return finite(math.pow, a, b)


@library_tool
def sqrt(a: float) -> float:
    """Take the root of a number that is not negative.

    Refused if the number is negative.

    Args:
        a: The number, at least 0.

    Returns:
        The root that is not negative, a number.
    """
    if a < 0:
        raise Refused(f"{a} has no real square root. Give a number of at least 0.")
    return finite(math.sqrt, a)


@library_tool
def cbrt(a: float) -> float:
    """Take the third root of a number; that of a negative number is negative.

    Args:
        a: The number.

    Returns:
        The third root, a number.
    """
    return finite(math.cbrt, a)


@library_tool
def hypot(a: float, b: float) -> float:
    """Find how long the longest side of a right-angled triangle is.

    Refused if the result is too large.

    Args:
        a: Length of one of the shorter sides.
        b: Length of the other shorter side.

    Returns:
        The length, a number.
    """
    return finite(math.hypot, a, b)


def _quotient_of_logarithms(a: float, base: float) -> float:
    with localcontext() as context:
        context.prec = _DIGITS
        return float(Decimal(repr(a)).ln() / Decimal(repr(base)).ln())


@library_tool
def log(a: float, base: float = 10) -> float:
    """Find the power to which a base must be raised to give a number.

    Refused if the number or the base is not above zero, or the base is 1.

    Args:
        a: The number, above 0.
        base: The base, above 0 and not 1; that of natural logarithms is 2.718281828459045.

    Returns:
        The logarithm, a number.
    """
    if a <= 0:
        raise Refused(f"{a} has no logarithm. Give a number above 0.")
    if base <= 0 or base == 1:
        raise Refused(f"{base} is no base of logarithms. Give a base above 0 other than 1.")
    return finite(_quotient_of_logarithms, a, base)


@library_tool
def exp(a: float) -> float:
    """Raise Euler's number, 2.71828..., to a power.

    Refused if the result is too large, which it is for exponents from about 709.8.

    Args:
        a: The exponent.

    Returns:
        The power, a number.
    """
    return finite(math.exp, a)


@library_tool
def sin(a: float) -> float:
    """Find the sine of an angle.

    Args:
        a: The angle in radians.

    Returns:
        The sine, from -1 to 1.
    """
    return finite(math.sin, a)


@library_tool
def cos(a: float) -> float:
    """Find the cosine of an angle.

    Args:
        a: The angle in radians.

    Returns:
        The cosine, from -1 to 1.
    """
    return finite(math.cos, a)


@library_tool
def tan(a: float) -> float:
    """Find the tangent of an angle.

    Args:
        a: The angle in radians.

    Returns:
        The tangent, a number.
    """
    return finite(math.tan, a)


def _ratio(a: float, what: str) -> float:
    if not -1 <= a <= 1:
        raise Refused(f"No angle has the {what} {a}. Give a number from -1 to 1.")
    return a


@library_tool
def asin(a: float) -> float:
    """Find the angle whose sine a number is.

    Refused if the number is not from -1 to 1.

    Args:
        a: The sine, from -1 to 1.

    Returns:
        The angle in radians, from minus half pi to half pi.
    """
    return finite(math.asin, _ratio(a, "sine"))


@library_tool
def acos(a: float) -> float:
    """Find the angle whose cosine a number is.

    Refused if the number is not from -1 to 1.

    Args:
        a: The cosine, from -1 to 1.

    Returns:
        The angle in radians, from 0 to pi.
    """
    return finite(math.acos, _ratio(a, "cosine"))


@library_tool
def atan(a: float) -> float:
    """Find the angle whose tangent a number is.

    Args:
        a: The tangent.

    Returns:
        The angle in radians, from minus half pi to half pi.
    """
    return finite(math.atan, a)


@library_tool
def sinh(a: float) -> float:
    """Find the sine's counterpart on the hyperbola.

    Refused if the result is too large, which it is from about 710 on.

    Args:
        a: The number.

    Returns:
        The hyperbolic sine, a number.
    """
    return finite(math.sinh, a)


@library_tool
def cosh(a: float) -> float:
    """Find the cosine's counterpart on the hyperbola.

    Refused if the result is too large, which it is from about 710 on.

    Args:
        a: The number.

    Returns:
        The hyperbolic cosine, at least 1.
    """
    return finite(math.cosh, a)


@library_tool
def tanh(a: float) -> float:
    """Find the tangent's counterpart on the hyperbola.

    Args:
        a: The number.

    Returns:
        The hyperbolic tangent, from -1 to 1.
    """
    return finite(math.tanh, a)


@library_tool
def deg_to_rad(a: float) -> float:
    """Convert an angle from degrees, of which a full turn has 360.

    Args:
        a: The angle in degrees.

    Returns:
        The angle in radians.
    """
    return finite(math.radians, a)


@library_tool
def rad_to_deg(a: float) -> float:
    """Convert an angle from radians, of which a full turn has two pi.

    Refused if the result is too large.

    Args:
        a: The angle in radians.

    Returns:
        The angle in degrees.
    """
    return finite(math.degrees, a)
