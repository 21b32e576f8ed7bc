"""As many errors of each type as in the paper, or in proportion."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from sandboxes.workflows import ErrorType
from sandboxes.workflows.injection._quotas import LEVEL_1, LEVEL_2, Types, wanted_types
from tests.shared_data import SHARED

PUBLISHED = SHARED.parent / "spec" / "published_results.json"
OF_LEVEL_1 = {
    "Parameter_Missing": 333,
    "Parameter_Invalid": 341,
    "Parameter_Error": 276,
    "Type_Error": 322,
    "Tool_name_Error": 258,
    "Tool_select_Error": 266,
    "Toolcall_Missing": 307,
    "Toolcall_Redundancy": 296,
    "Dependence_Error": 278,
    "Dependence_Null": 252,
    "Serial_Error": 407,
    "Parallelism_Error": 268,
    "Null_Error": 210,
    "Timeout_Error": 219,
}
OF_LEVEL_2 = {
    "Parameter_Missing": (429, 443, 198),
    "Parameter_Invalid": (528, 544, 204),
    "Parameter_Error": (428, 416, 187),
    "Type_Error": (598, 553, 197),
    "Tool_name_Error": (554, 485, 181),
    "Tool_select_Error": (435, 370, 177),
    "Toolcall_Missing": (558, 554, 203),
    "Toolcall_Redundancy": (540, 530, 206),
    "Dependence_Error": (449, 483, 208),
    "Dependence_Null": (395, 417, 203),
    "Serial_Error": (506, 494, 191),
    "Parallelism_Error": (353, 397, 214),
    "Null_Error": (394, 456, 189),
    "Timeout_Error": (426, 451, 191),
}


def by_round(wanted: list[Types], place: int) -> Counter[str]:
    """How many errors of each type stand in a round, counted from none."""
    return Counter(types[place].value for types in wanted if len(types) > place)


def published(table: str) -> dict[str, Any]:
    if not PUBLISHED.exists():
        pytest.skip("the published figures are not beside the checkout")
    rows: dict[str, Any] = json.loads(PUBLISHED.read_text("utf-8"))["tables"][table]["rows"]
    return {name: row for name, row in rows.items() if name != "Total"}


def test_level_1_has_the_papers_counts() -> None:
    wanted = wanted_types(1, 4033, 1)
    assert {len(types) for types in wanted} == {1}
    assert by_round(wanted, 0) == OF_LEVEL_1
    assert len(wanted) == sum(LEVEL_1.values()) == 4033


def test_level_2_has_the_papers_counts_in_each_round() -> None:
    wanted = wanted_types(2, 6593, 1)
    assert Counter(map(len, wanted)) == {2: 6593 - 2749, 3: 2749}
    for place in range(3):
        assert by_round(wanted, place) == {
            name: counts[place] for name, counts in OF_LEVEL_2.items()
        }
    sums = [sum(counts[place] for counts in LEVEL_2.values()) for place in range(3)]
    assert sums == [6593, 6593, 2749]


def test_the_counts_are_those_that_were_published() -> None:
    level_1 = {name: row["count"] for name, row in published("pararecover_level_1_types").items()}
    assert level_1 == OF_LEVEL_1
    level_2 = published("pararecover_level_2_types")
    assert {
        name: tuple(row[f"round_{number}"] for number in (1, 2, 3)) for name, row in level_2.items()
    } == OF_LEVEL_2


@pytest.mark.parametrize("count", [1, 13, 14, 100, 1000, 4032, 8066])
def test_other_numbers_have_the_same_shares_within_one(count: int) -> None:
    wanted = wanted_types(1, count, 3)
    assert len(wanted) == count
    found = by_round(wanted, 0)
    for name, share in OF_LEVEL_1.items():
        assert abs(found[name] - share * count / 4033) < 1


@pytest.mark.parametrize("count", [10, 100, 1001])
def test_what_is_left_goes_to_the_largest_remainders(count: int) -> None:
    found = by_round(wanted_types(1, count, 3), 0)
    rests = {name: share * count / 4033 % 1 for name, share in OF_LEVEL_1.items()}
    up = [rests[name] for name in rests if found[name] > OF_LEVEL_1[name] * count / 4033]
    down = [rests[name] for name in rests if found[name] < OF_LEVEL_1[name] * count / 4033]
    assert min(up) >= max(down)


@pytest.mark.parametrize("count", [1, 2, 50, 1000, 6592])
def test_other_numbers_of_level_2_have_the_same_shares_within_one(count: int) -> None:
    wanted = wanted_types(2, count, 3)
    assert len(wanted) == count
    thirds = sum(len(types) == 3 for types in wanted)
    assert abs(thirds - 2749 * count / 6593) <= 0.5
    for place, number in ((0, count), (1, count), (2, thirds)):
        found, total = by_round(wanted, place), (6593, 6593, 2749)[place]
        for name, shares in OF_LEVEL_2.items():
            assert abs(found[name] - shares[place] * number / total) < 1


def test_order_and_company_are_drawn_from_the_seed() -> None:
    assert wanted_types(2, 200, 1) == wanted_types(2, 200, 1)
    assert wanted_types(2, 200, 1) != wanted_types(2, 200, 2)
    assert wanted_types(1, 200, 1) != wanted_types(1, 200, 2)
    first = wanted_types(1, 300, 1)
    assert first != sorted(first), "types are mixed"
    pairs = Counter(wanted_types(2, 6593, 1))
    assert len({types[:2] for types in pairs}) == len(ErrorType) ** 2, "any two come together"


@pytest.mark.parametrize(("level", "count"), [(0, 5), (3, 5), (1, 0), (2, -1)])
def test_other_levels_and_no_instances_are_refused(level: int, count: int) -> None:
    with pytest.raises(ValueError, match=r"^levels are 1 and 2, and there is at least one"):
        wanted_types(level, count, 1)
