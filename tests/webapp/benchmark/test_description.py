"""The document that describes the suite tells of the suite as it is."""

from __future__ import annotations

import pytest

from sandboxes.tasks import CANARY, Size, sizes, templates
from tests.test_docs import ROOT
from webapp.benchmark.loading import PUBLIC_SEEDS
from webapp.pages.description import describe

SUITE = "interdependent"
DOCS = ROOT / "docs"
ANEW = "make it anew: python manage.py describe_suite"


def rows(text: str) -> list[list[str]]:
    """The cells of the table of templates, without its figures."""
    cells = (line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| `"))
    return [[*row[:4], row[6]] for row in cells]


def test_the_table_lists_every_template_as_it_is_now() -> None:
    written = (DOCS / "suite.md").read_text(encoding="utf-8")
    made_up = [Size(task, 1, calls=5, tools=4) for task in templates(SUITE)]
    assert rows(written) == rows(describe(SUITE, made_up).text), ANEW
    assert len(rows(written)) == len(templates(SUITE))
    assert CANARY in written


@pytest.mark.verify
def test_its_figures_are_those_of_the_public_instances() -> None:
    found = describe(SUITE, sizes(SUITE, PUBLIC_SEEDS))
    assert (DOCS / "suite.md").read_text(encoding="utf-8") == found.text, ANEW
    for name, drawing in found.figures.items():
        assert (DOCS / "figures" / name).read_text(encoding="utf-8") == drawing, ANEW


def test_a_size_that_changes_changes_the_document() -> None:
    one, other = (
        describe(SUITE, [Size("share_contact", 1, calls=calls, tools=4)]) for calls in (4, 9)
    )
    assert one.text != other.text
    assert one.figures["gold-calls.svg"] != other.figures["gold-calls.svg"]
    assert one.figures["gold-tools.svg"] == other.figures["gold-tools.svg"]
