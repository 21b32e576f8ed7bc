"""Tools that bring a list of numbers down to one."""

from __future__ import annotations

import math
import statistics
from decimal import Decimal, localcontext

from sandboxes._tool import library_tool
from sandboxes.stateless.math.results import Numbers, SomeNumbers, finite

_DIGITS = 1000  # any float has all its digits in it


@library_tool
def sum_of_list(numbers: Numbers) -> float:
    """Add the numbers of a list, rounding only once at the end.

    Refused if the result is too large.

    Args:
        numbers: The numbers; none add up to 0.

    Returns:
        The sum, a number.
    """
    return finite(math.fsum, numbers)


def _product(numbers: list[float]) -> float:
    """The product by way of decimals, which neither overflow nor vanish on the way."""
    with localcontext() as context:
        context.prec = _DIGITS
        return float(math.prod(map(Decimal, numbers), start=Decimal(1)))


@library_tool
def product_of_list(numbers: Numbers) -> float:
    """Multiply the numbers of a list; only the result is rounded, not what comes before it.

    Refused if the result is too large.

    Args:
        numbers: The numbers; the product of none is 1.

    Returns:
        The product, a number.
    """
    return finite(_product, numbers)


@library_tool
def mean(numbers: SomeNumbers) -> float:
    """Find the average of a list: the sum of the numbers divided by how many there are.

    Args:
        numbers: The numbers, at least one.

    Returns:
        The average, a number.
    """
    return finite(statistics.mean, numbers)


@library_tool
def median(numbers: SomeNumbers) -> float:
    """Find the number in the middle of a list when it is put in order.

    Of an even number of numbers it is the average of the two in the middle.

    Refused if the two in the middle are too large to add.

    Args:
        numbers: The numbers in any order, at least one.

    Returns:
        The middle, a number.
    """
    return finite(statistics.median, numbers)


def _smallest_mode(numbers: list[float]) -> float:
    return min(statistics.multimode(numbers))


@library_tool
def mode(numbers: SomeNumbers) -> float:
    """Find the number that a list holds most often.

    If several are held equally often, it is the smallest of them.

    Args:
        numbers: The numbers, at least one.

    Returns:
        The number.
    """
    return finite(_smallest_mode, numbers)


@library_tool
def variance(numbers: SomeNumbers) -> float:
    """Find the mean squared distance of a list's numbers from their average.

    The list is taken as the whole population: the sum of squares is divided by how many numbers
    there are, not by one less.

    Refused if the result is too large.

    Args:
        numbers: The numbers, at least one.

    Returns:
        The variance, a number of at least 0.
    """
    return finite(statistics.pvariance, numbers)


@library_tool
def standard_deviation(numbers: SomeNumbers) -> float:
    """Find the root of the mean squared distance of a list's numbers from their average.

    The list is taken as the whole population: the sum of squares is divided by how many numbers
    there are, not by one less.

    Args:
        numbers: The numbers, at least one.

    Returns:
        The standard deviation, a number of at least 0.
    """
    return finite(statistics.pstdev, numbers)
