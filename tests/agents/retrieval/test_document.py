"""The document about retrieval tells what is found today."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from agents.retrieval import Case, cases, make_retriever, searched
from sandboxes.tasks import CANARY, SUITES, templates
from tests.agents.retrieval.extra import EVERY, needs_minilm
from webapp.benchmark.loading import PUBLIC_SEEDS
from webapp.pages.retrieval import NUMBERS, describe_retrieval, template_rows, version_row

SUITE = SUITES[0]
DOCUMENT = Path(__file__).parents[3] / "docs" / "retrieval.md"
ANEW = "make it anew: python manage.py describe_retrieval"
SAMPLE = list(templates(SUITE))[::24]
DIFFERENCE = 3.0
"""Points by which MiniLM's means may differ: another processor rounds its 8-bit sums otherwise."""


def written() -> str:
    """The document."""
    return DOCUMENT.read_text(encoding="utf-8")


def rows(text: str, start: str) -> list[list[str]]:
    """The cells of all table rows that start with something."""
    lines = [line for line in text.splitlines() if line.startswith(f"| {start}")]
    return [line.strip("| ").split(" | ") for line in lines]


def numbers(row: list[str]) -> list[float]:
    """All figures of a row."""
    return [float(figure) for figure in re.findall(r"\d+(?:\.\d+)?", " ".join(row))]


@pytest.fixture(scope="module")
def sample() -> list[Case]:
    """The public instances of some templates."""
    return cases(SUITE, SAMPLE, PUBLIC_SEEDS)


@pytest.fixture(scope="module")
def everything() -> list[Case]:
    """All public instances."""
    return cases(SUITE, [], PUBLIC_SEEDS)


@pytest.mark.parametrize("name", EVERY)
def test_it_names_the_version_that_was_measured(name: str) -> None:
    assert version_row(make_retriever(name)) in written().splitlines(), ANEW


def test_it_has_a_row_for_every_template_and_the_canary() -> None:
    assert [row[0].strip("`") for row in rows(written(), "`")] == list(templates(SUITE)), ANEW
    assert CANARY in written()


def test_every_template_with_the_trap_of_latent_prerequisites_has_some() -> None:
    """What templates declare and what the definition finds were written apart from each other."""
    latent = {row[0].strip("`"): row[-1] for row in rows(written(), "`")}
    trapped = [t.id for t in templates(SUITE).values() if "latent_prerequisite" in t.traps]
    assert len(trapped) >= 25
    assert [task for task in trapped if latent[task] == "none"] == []


def test_bm25_finds_of_some_templates_what_is_written(sample: list[Case]) -> None:
    searches = {"bm25": searched(sample, make_retriever("bm25"), max(NUMBERS))}
    told = {row[0]: [*row[:3], row[-1]] for row in rows(written(), "`")}
    found = rows("\n".join(template_rows(searches)), "`")
    assert len(found) == len(SAMPLE) == 6
    assert found == [told[row[0]] for row in found], ANEW


@needs_minilm
def test_minilm_finds_of_some_templates_what_is_written(sample: list[Case]) -> None:
    searches = {"minilm": searched(sample, make_retriever("minilm"), max(NUMBERS))}
    told = {row[0]: row[3:5] for row in rows(written(), "`")}
    found = rows("\n".join(template_rows(searches)), "`")
    assert len(found) == len(SAMPLE)
    before, now = (
        [int(cell.partition(" / ")[0]) for cells in side for cell in cells]
        for side in ([told[row[0]] for row in found], [row[1:3] for row in found])
    )
    assert abs(sum(before) - sum(now)) / len(now) < DIFFERENCE, ANEW


@pytest.mark.verify
def test_all_that_is_told_of_bm25_is_so(everything: list[Case]) -> None:
    text = describe_retrieval(SUITE, everything, [make_retriever("bm25")])
    assert len(rows(text, "bm25")) == 1 + 4 + 24
    assert rows(text, "bm25") == rows(written(), "bm25"), ANEW
    told = [[*row[:3], row[-1]] for row in rows(written(), "`")]
    assert rows(text, "`") == told, ANEW


@needs_minilm
@pytest.mark.verify
def test_all_that_is_told_of_minilm_is_so_within_what_processors_differ_by(
    everything: list[Case],
) -> None:
    text = describe_retrieval(SUITE, everything, [make_retriever("minilm")])
    before, now = rows(written(), "minilm"), rows(text, "minilm")
    assert now[0] == before[0], ANEW
    for one, other in zip(before[1:], now[1:], strict=True):
        assert numbers(other) == pytest.approx(numbers(one), abs=DIFFERENCE), ANEW


@needs_minilm
@pytest.mark.verify
def test_the_command_writes_the_document(everything: list[Case], tmp_path: Path) -> None:
    call_command("describe_retrieval", into=tmp_path)
    both = [make_retriever(name) for name in ("bm25", "minilm")]
    made = (tmp_path / "retrieval.md").read_text(encoding="utf-8")
    assert made == describe_retrieval(SUITE, everything, both)
    figures = re.compile(r"\d+(?:\.\d+)?")
    assert figures.sub("#", made) == figures.sub("#", written()), ANEW


def test_without_the_extra_the_command_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    make_retriever.cache_clear()
    monkeypatch.setitem(sys.modules, "onnxruntime", None)  # so that importing it fails
    with pytest.raises(CommandError, match=r"-r requirements-retrieval\.txt"):
        call_command("describe_retrieval", into=tmp_path)
    assert list(tmp_path.iterdir()) == []
