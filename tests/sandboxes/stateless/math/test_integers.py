"""Whole numbers: known values, and primes held against a sieve."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import not_understood, ok

whole = st.integers(-(10**15), 10**15)


@pytest.mark.parametrize(
    ("a", "result"),
    [(0, 1), (1, 1), (5, 120), (20, 2432902008176640000), (25, 15511210043330985984000000)],
)
def test_a_factorial_has_all_its_digits(world: World, a: int, result: int) -> None:
    assert ok(world, "factorial", a=a) == result


def test_the_largest_factorial_is_one_that_floats_still_reach(world: World) -> None:
    assert float(ok(world, "factorial", a=170)) == pytest.approx(7.257415615307994e306)
    assert "must be at most 170" in not_understood(world, "factorial", {"a": 171})
    assert "must be at least 0" in not_understood(world, "factorial", {"a": -1})


@pytest.mark.parametrize(
    ("a", "b", "divisor", "multiple"),
    [(12, 18, 6, 36), (-12, 18, 6, 36), (7, 13, 1, 91), (0, 5, 5, 0), (0, 0, 0, 0)],
)
def test_divisor_and_multiple_are_the_known_ones(
    world: World, a: int, b: int, divisor: int, multiple: int
) -> None:
    assert ok(world, "gcd", a=a, b=b) == divisor
    assert ok(world, "lcm", a=a, b=b) == multiple


@given(a=whole, b=whole)
def test_divisor_times_multiple_is_the_product(untouched: World, a: int, b: int) -> None:
    world = untouched.fork()
    divisor, multiple = ok(world, "gcd", a=a, b=b), ok(world, "lcm", a=a, b=b)
    assert divisor * multiple == abs(a * b)
    assert a == b == 0 or (a % divisor, b % divisor) == (0, 0)


@given(a=whole)
def test_a_whole_number_is_either_even_or_odd(untouched: World, a: int) -> None:
    world = untouched.fork()
    assert ok(world, "is_even", a=a) is (str(a)[-1] in "02468")
    assert ok(world, "is_odd", a=a) is (str(a)[-1] in "13579")


def test_primes_are_those_that_a_sieve_leaves(world: World) -> None:
    most = 5000
    sieve = [False, False] + [True] * (most - 1)
    for number in range(2, math.isqrt(most) + 1):
        sieve[number * number :: number] = [False] * len(sieve[number * number :: number])
    found = [ok(world, "is_prime", a=a) for a in range(most + 1)]
    assert found == sieve


@pytest.mark.parametrize("a", [999_999_999_989, 99_999_999_999_973, 999_999_999_999_989])
def test_a_large_prime_is_one(world: World, a: int) -> None:
    assert ok(world, "is_prime", a=a) is True


@pytest.mark.parametrize(
    "a",
    [
        -7,
        561,  # Carmichael's: Fermat's test takes it for a prime with every base
        2_047,  # each of these is the smallest that passes for the first primes as bases
        1_373_653,
        25_326_001,
        3_215_031_751,
        2_152_302_898_747,
        3_474_749_660_383,
        341_550_071_728_321,
        31_622_743 * 31_622_743,
        10**15,
    ],
)
def test_what_looks_like_a_prime_is_found_out(world: World, a: int) -> None:
    assert ok(world, "is_prime", a=a) is False


@given(a=st.integers(2, 3 * 10**7), b=st.integers(2, 3 * 10**7))
def test_a_product_is_no_prime(untouched: World, a: int, b: int) -> None:
    assert ok(untouched.fork(), "is_prime", a=a * b) is False


def test_fibonacci_numbers_begin_with_0(world: World) -> None:
    found = [ok(world, "nth_fibonacci", n=n) for n in range(1, 11)]
    assert found == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]
    assert ok(world, "nth_fibonacci", n=101) == 354224848179261915075
    assert "must be at least 1" in not_understood(world, "nth_fibonacci", {"n": 0})


@given(n=st.integers(3, 1000))
def test_a_fibonacci_number_is_the_sum_of_the_two_before(untouched: World, n: int) -> None:
    world = untouched.fork()
    third, second, first = (ok(world, "nth_fibonacci", n=m) for m in (n, n - 1, n - 2))
    assert third == second + first
