"""How many errors of which type: the paper's counts, and the same shares of any other number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandboxes._streams import Stream
from sandboxes.workflows._errors import ErrorType

LEVEL_1: Mapping[ErrorType, int] = {
    ErrorType.PARAMETER_MISSING: 333,
    ErrorType.PARAMETER_INVALID: 341,
    ErrorType.PARAMETER_ERROR: 276,
    ErrorType.TYPE_ERROR: 322,
    ErrorType.TOOL_NAME_ERROR: 258,
    ErrorType.TOOL_SELECT_ERROR: 266,
    ErrorType.TOOLCALL_MISSING: 307,
    ErrorType.TOOLCALL_REDUNDANCY: 296,
    ErrorType.DEPENDENCE_ERROR: 278,
    ErrorType.DEPENDENCE_NULL: 252,
    ErrorType.SERIAL_ERROR: 407,
    ErrorType.PARALLELISM_ERROR: 268,
    ErrorType.NULL_ERROR: 210,
    ErrorType.TIMEOUT_ERROR: 219,
}
"""Instances of level 1 by type (ParaRecover, table 10): 4,033."""

LEVEL_2: Mapping[ErrorType, tuple[int, int, int]] = {
    ErrorType.PARAMETER_MISSING: (429, 443, 198),
    ErrorType.PARAMETER_INVALID: (528, 544, 204),
    ErrorType.PARAMETER_ERROR: (428, 416, 187),
    ErrorType.TYPE_ERROR: (598, 553, 197),
    ErrorType.TOOL_NAME_ERROR: (554, 485, 181),
    ErrorType.TOOL_SELECT_ERROR: (435, 370, 177),
    ErrorType.TOOLCALL_MISSING: (558, 554, 203),
    ErrorType.TOOLCALL_REDUNDANCY: (540, 530, 206),
    ErrorType.DEPENDENCE_ERROR: (449, 483, 208),
    ErrorType.DEPENDENCE_NULL: (395, 417, 203),
    ErrorType.SERIAL_ERROR: (506, 494, 191),
    ErrorType.PARALLELISM_ERROR: (353, 397, 214),
    ErrorType.NULL_ERROR: (394, 456, 189),
    ErrorType.TIMEOUT_ERROR: (426, 451, 191),
}
"""Labels of level 2 by type and round (table 11): 6,593, 6,593 and 2,749."""

Types = tuple[ErrorType, ...]
"""The errors of an instance, one a round."""


def wanted_types(level: int, count: int, seed: int) -> list[Types]:
    """The errors of so many instances, in drawn order, with the paper's shares by type and round.

    Args:
        level: 1 or 2.
        count: How many instances; 4,033 and 6,593 give the paper's counts.
        seed: Decides which errors of level 2 come together, and the order.

    Raises:
        ValueError: another level, or no instances.
    """
    if level not in (1, 2) or count < 1:
        raise ValueError("levels are 1 and 2, and there is at least one instance")
    draw = Stream(seed, "recovery", level, count)
    if level == 1:
        return [(error,) for error in draw.shuffled(_spread(LEVEL_1, count))]
    rounds = [{error: counts[place] for error, counts in LEVEL_2.items()} for place in range(3)]
    thirds = round(sum(rounds[2].values()) * count / sum(rounds[0].values()))
    first, second, third = (
        draw.shuffled(_spread(shares, number))
        for shares, number in zip(rounds, (count, count, thirds), strict=True)
    )
    both = list(zip(first, second, strict=True))
    threes: list[Types] = [(*pair, last) for pair, last in zip(both, third, strict=False)]
    return draw.shuffled([*threes, *both[len(threes) :]])


def _spread(shares: Mapping[ErrorType, int], count: int) -> Sequence[ErrorType]:
    """So many types with given shares, by the largest remainders."""
    total = sum(shares.values())
    exact = {error: share * count / total for error, share in shares.items()}
    whole = {error: int(value) for error, value in exact.items()}
    by_rest = sorted(exact, key=lambda error: (whole[error] - exact[error], error))
    for error in by_rest[: count - sum(whole.values())]:
        whole[error] += 1
    return [error for error, number in whole.items() for _ in range(number)]
