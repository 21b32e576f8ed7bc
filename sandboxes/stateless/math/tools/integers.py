"""Tools about whole numbers."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field

from sandboxes._tool import library_tool
from sandboxes.stateless.math.results import Whole

_LARGEST_FACTORIAL = 170  # of the next one, readers of JSON that know floats only get infinity
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23)
"""For every composite number below 3,825,123,056,546,413,051 one of these shows that it is
composite (OEIS A014233), so the test of Miller and Rabin is certain here. Sympy has it as well, but
takes a second to import."""


@library_tool
def factorial(a: Annotated[int, Field(ge=0, le=_LARGEST_FACTORIAL)]) -> int:
    """Multiply all whole numbers from 1 to a number.

    Args:
        a: The last factor; 0 gives 1.

    Returns:
        The product, a whole number with all its digits.
    """
    return math.factorial(a)


@library_tool
def gcd(a: Whole, b: Whole) -> int:
    """Find the largest whole number that divides two numbers; signs do not matter.

    Args:
        a: One whole number.
        b: The other whole number.

    Returns:
        The divisor, a whole number; 0 if both numbers are 0.
    """
    return math.gcd(a, b)


@library_tool
def lcm(a: Whole, b: Whole) -> int:
    """Find the smallest positive whole number that two numbers divide; signs do not matter.

    Args:
        a: One whole number.
        b: The other whole number.

    Returns:
        The multiple, a whole number; 0 if one of the numbers is 0.
    """
    return math.lcm(a, b)


@library_tool
def is_even(a: Whole) -> bool:
    """Tell whether 2 divides a whole number.

    Args:
        a: The whole number.

    Returns:
        true or false.
    """
    return a % 2 == 0


@library_tool
def is_odd(a: Whole) -> bool:
    """Tell whether a whole number divided by 2 leaves 1.

    Args:
        a: The whole number.

    Returns:
        true or false.
    """
    return a % 2 == 1


def _shows_composite(base: int, number: int) -> bool:
    """Whether the powers of a base show that an odd number is composite."""
    twos = ((number - 1) & (1 - number)).bit_length() - 1
    power = pow(base, (number - 1) >> twos, number)
    return power != 1 and all(pow(power, 1 << n, number) != number - 1 for n in range(twos))


@library_tool
def is_prime(a: Whole) -> bool:
    """Tell whether a whole number is above 1 and only 1 and itself divide it.

    The answer is certain, also for large numbers.

    Args:
        a: The whole number.

    Returns:
        true or false.
    """
    if a < 2 or a % 2 == 0 or a in _WITNESSES:
        return a in _WITNESSES
    return not any(_shows_composite(base, a) for base in _WITNESSES)


@library_tool
def nth_fibonacci(n: Annotated[int, Field(ge=1, le=1000)]) -> int:
    """Find a number of the Fibonacci sequence 0, 1, 1, 2, 3, 5, 8, ...

    Args:
        n: Which number of the sequence, counted from 1: the first is 0, the second 1.

    Returns:
        The number, a whole number with all its digits.
    """
    found, following = 0, 1
    for _ in range(n - 1):
        found, following = following, found + following
    return found
