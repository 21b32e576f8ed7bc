"""Rubrics are files that hold together, and say when they don't."""

from __future__ import annotations

from importlib.resources import files

import pytest

from evaluators.rubrics import RubricError, rubric, rubric_from_toml, rubric_names
from evaluators.sde import DIMENSIONS, GRADED

SOUND = b"""
name = "one"
version = 1
title = "One"
about = "What is seen."
dimensions = [{ id = "A", title = "All" }]

[[items]]
id = "A1"
dimension = "A"
title = "It is there"
term = "presence"
question = "Is it there?"
guidance = "Look."
levels = [{ value = 1.0, text = "Yes." }, { value = 0.0, text = "No." }]
examples = [{ situation = "It is.", value = 1.0, why = "One sees it." }]
"""


def test_the_sde_rubric_has_the_items_that_people_and_judges_grade() -> None:
    found = rubric("sde")
    assert [item.id for item in found.items] == list(GRADED)
    assert {item.id: item.dimension for item in found.items} == {
        item: name for name, items in DIMENSIONS.items() for item in items if item in GRADED
    }
    for item in found.items:
        assert [option.value for option in item.options] == [1.0, 0.5, 0.0]
        assert item.is_graded_by_level


@pytest.mark.parametrize("name", ["patterns", "sde"])
def test_every_item_is_explained_by_two_examples_graded_differently(name: str) -> None:
    for item in rubric(name).items:
        assert len({example.value for example in item.examples}) == len(item.examples) == 2
        assert item.question.endswith("?")
        assert len(item.guidance) > 80


def test_no_text_stands_twice() -> None:
    texts = [
        text
        for name in rubric_names()
        for item in rubric(name).items
        for text in (
            item.question,
            item.guidance,
            *(example.situation for example in item.examples),
        )
    ]
    assert len(set(texts)) == len(texts)


def test_choices_are_no_levels() -> None:
    item = rubric("patterns").item("P1")
    assert not item.is_graded_by_level
    assert item.accepts("defeatism")
    assert not item.accepts("despair")


@pytest.mark.parametrize("value", [1, True, "1", None, 0.25, float("nan")])
def test_a_grade_is_one_of_the_levels_to_the_type(value: object) -> None:
    assert not rubric("sde").item("S1").accepts(value)


def test_one_changed_word_is_another_rubric() -> None:
    whole = (files("evaluators.rubrics") / "sde.toml").read_bytes()
    assert rubric_from_toml(whole).digest == rubric("sde").digest
    changed = whole.replace(b'Ask "why?" once more', b'Ask "why?" again')
    assert changed != whole
    assert rubric_from_toml(changed).digest != rubric("sde").digest


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (b'id = "A1"', b"", "it lacks 'id'"),
        (b'dimension = "A"', b'dimension = "B"', "item A1 belongs to no dimension"),
        (b"{ value = 0.0", b"{ value = 1.0", "two or more different levels"),
        (b'"It is.", value = 1.0', b'"It is.", value = 0.5', "is graded 0.5"),
        (b"version = 1", b"version = ", "it can't be read"),
        (b'name = "one"', b'name = "\xff"', "it can't be read"),
    ],
)
def test_a_malformed_file_is_told(old: bytes, new: bytes, text: str) -> None:
    assert rubric_from_toml(SOUND).items[0].id == "A1"
    with pytest.raises(RubricError, match=text):
        rubric_from_toml(SOUND.replace(old, new))


def test_what_is_not_there_is_told_with_what_is() -> None:
    with pytest.raises(RubricError, match="no rubric 'x'; there are: patterns, sde"):
        rubric("x")
    with pytest.raises(RubricError, match="has no item 'S5'; there are: S1, S2"):
        rubric("sde").item("S5")
