"""What is promised of worlds is kept over seeds 1-300, and the document says how."""

from __future__ import annotations

import pytest

from tests.sandboxes.distributions import FIGURES, Figure, measured, report
from tests.test_docs import ROOT


@pytest.fixture(scope="module")
def found() -> dict[str, list[float]]:
    """The values of every figure over all seeds."""
    return {name(figure): values for figure, values in measured()}


def name(figure: Figure) -> str:
    """What tells figures apart."""
    return f"{figure.app}: {figure.what}"


@pytest.mark.parametrize("figure", FIGURES, ids=name)
def test_a_promise_is_kept(figure: Figure, found: dict[str, list[float]]) -> None:
    assert figure.keeps(found[name(figure)]), figure.line(found[name(figure)])


def test_the_document_tells_what_worlds_are_like_now() -> None:
    written = (ROOT / "docs" / "distributions.md").read_text(encoding="utf-8")
    assert written == report(), "make it anew: python -m tests.sandboxes.distributions"
