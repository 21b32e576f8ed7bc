"""Records of one query belong together, and no split separates them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sandboxes.workflows.published import Groups, query_key, split_of
from tests.sandboxes.workflows.published.builders import line, record

PAIRS = st.lists(
    st.tuples(st.none() | st.integers(1, 6), st.sampled_from(["", "a", "b", "c", "d", "e"])),
    max_size=30,
)


def together(pairs: list[tuple[int | None, str]]) -> list[set[int]]:
    """Places of the records that belong together, by going through them until nothing changes."""
    sets = [{place} for place in range(len(pairs))]
    for place, (number, query) in enumerate(pairs):
        for other, (number_2, query_2) in enumerate(pairs[:place]):
            if (query and query == query_2) or (number is not None and number == number_2):
                joined = next(s for s in sets if place in s) | next(s for s in sets if other in s)
                sets = [s for s in sets if not s & joined] + [joined]
    return sorted(sets, key=min)


def named(pairs: list[tuple[int | None, str]]) -> list[str]:
    """The groups of records, once all are known."""
    groups = Groups()
    names = [groups.name(number, query_key(q), str(i)) for i, (number, q) in enumerate(pairs)]
    renamed = groups.renamed()
    return [renamed.get(name, name) for name in names]


@given(PAIRS)
def test_the_same_query_or_number_is_the_same_group(pairs: list[tuple[int | None, str]]) -> None:
    names = named(pairs)
    groups = [
        {p for p, other in enumerate(names) if other == name} for name in dict.fromkeys(names)
    ]
    assert sorted(groups, key=min) == together(pairs)


@given(PAIRS)
def test_groups_do_not_depend_on_the_order(pairs: list[tuple[int | None, str]]) -> None:
    told = [pair for pair in pairs if pair != (None, "")]
    assert named(told[::-1]) == named(told)[::-1]


def test_blanks_and_capitals_make_no_other_query() -> None:
    assert query_key("Boil  two eggs\n") == query_key("boil two EGGS")
    assert query_key(" ") == ""


def test_records_without_query_and_number_stand_alone() -> None:
    first = record(line(query="", query_id=None))
    second = record(line(query="", query_id=None, round_gt=9))
    assert first.group == f"alone-{first.key}" != second.group


def test_a_split_is_the_same_each_time_and_has_about_its_share() -> None:
    groups = [query_key(f"query {n}") for n in range(2_000)]
    first = [split_of(group, 1) for group in groups]
    assert first == [split_of(group, 1) for group in groups]
    assert 350 < first.count("test") < 450
    assert first != [split_of(group, 2) for group in groups]
    assert {split_of(group, 1, 0.0) for group in groups} == {"train"}
    assert {split_of(group, 1, 1.0) for group in groups} == {"test"}
