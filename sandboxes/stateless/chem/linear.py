"""Homogeneous linear equations, solved exactly by sympy, which is large and loaded when needed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Rows = list[list[int]]


def null_space(rows: Rows) -> list[list[Fraction]]:
    """A basis of the solutions of rows * x = 0."""
    basis: list[list[Any]] = _matrix(rows).nullspace().to_list()
    return [[Fraction(int(n.numerator), int(n.denominator)) for n in row] for row in basis]


def has_positive_solution(rows: Rows) -> bool:
    """Whether rows * x = 0 has a solution in which every number is positive: a linear program.

    With x = 1 + y it is rows * y = -rows * 1, y >= 0; each equation is given as two inequalities.
    """
    from sympy.solvers.simplex import InfeasibleLPError, linprog

    reduced, pivots = _matrix(rows).rref()
    equations = reduced.to_Matrix()[: len(pivots), :].tolist()
    least = equations + [[-n for n in equation] for equation in equations]
    try:
        linprog([0] * len(rows[0]), A=least, b=[-sum(row) for row in least])
    except InfeasibleLPError:
        return False
    return True


def _matrix(rows: Rows) -> Any:
    from sympy import QQ
    from sympy.polys.matrices import DomainMatrix

    return DomainMatrix([[QQ(n) for n in row] for row in rows], (len(rows), len(rows[0])), QQ)
