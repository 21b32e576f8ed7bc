"""A histogram holds every value once, and its bars are as high as their counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.pages.histogram import HEIGHT, WIDTH, histogram

VALUES = st.lists(st.integers(1, 300), min_size=1, max_size=200)


@given(VALUES, st.integers(1, 10), st.integers(1, 80))
def test_every_value_is_in_one_bar_and_every_bar_in_the_drawing(
    values: list[int], span: int, last: int
) -> None:
    found = histogram(values, what="calls", of="instances", span=span, last=last)
    assert sum(bar.count for bar in found.bars) == found.count == len(values)
    highest = max(bar.height for bar in found.bars)
    most = max(bar.count for bar in found.bars)
    for bar in found.bars:
        assert bar.height == pytest.approx(highest * bar.count / most, abs=0.2)
        assert bar.x >= 0
        assert bar.x + bar.width <= WIDTH
        assert bar.y + bar.height == pytest.approx(bar.below, abs=0.2)
        assert bar.below < HEIGHT
    assert found.ticks[-1].value >= most
    assert found.ticks[0].y == found.bars[0].below


def test_spans_are_named_and_what_is_beyond_the_last_shares_a_bar() -> None:
    found = histogram([1, 4, 5, 9, 30], what="calls", of="instances", span=4, last=8)
    assert [(bar.label, bar.count) for bar in found.bars] == [("1-4", 2), ("5-8", 1), ("9+", 2)]
    assert found.sentence == "5 instances: 1 to 30 calls, median 5"
    single = histogram([2, 2], what="tools", of="instances", span=1, last=2)
    assert [bar.label for bar in single.bars] == ["1", "2"]
