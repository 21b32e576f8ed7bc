"""What a judge is asked: a call for each dimension of a rubric, from files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from importlib.resources import files
from string import Template
from typing import Any

from evaluators.judge._sample import Sample
from evaluators.rubrics import Item, Rubric

_FOLDER = files(__package__) / "prompts"
_FILES = ("system.txt", "material.txt", "repair.txt")


def prompt_hash() -> str:
    """Hash of all prompt files: one changed word makes another judge."""
    whole = blake2b(digest_size=8)
    for name in _FILES:
        whole.update(name.encode() + b"\0" + (_FOLDER / name).read_bytes())
    return whole.hexdigest()


def judge_identity(model: str, rubric: Rubric, sampling: Mapping[str, Any]) -> str:
    """By which a judge is known: hash of model, prompts, rubric and sampling.

    Args:
        model: Name of the model, and where it is asked if that tells two apart.
        rubric: What it grades by.
        sampling: How it is asked: temperature, seed and the like.
    """
    told = json.dumps(
        [model, prompt_hash(), rubric.name, rubric.digest, dict(sorted(sampling.items()))],
        ensure_ascii=False,
    )
    return blake2b(told.encode(), digest_size=8).hexdigest()


def items_of(rubric: Rubric, dimension: str) -> tuple[Item, ...]:
    """The items of a dimension, which one call grades."""
    return tuple(item for item in rubric.items if item.dimension == dimension)


def judge_messages(rubric: Rubric, dimension: str, sample: Sample) -> list[dict[str, str]]:
    """The messages of one call.

    Args:
        rubric: What is graded by.
        dimension: Id of the dimension.
        sample: What is graded.

    Raises:
        KeyError: the rubric has no such dimension.
    """
    items = items_of(rubric, dimension)
    system = _filled(
        "system.txt",
        dimension=rubric.dimensions[dimension].lower(),
        about=rubric.about,
        items="\n\n".join(map(_told, items)),
        keys=_keys(items),
    )
    return [
        {"role": "system", "content": system},
        {"role": "user", "content": _filled("material.txt", **sample.words())},
    ]


def repair_message(items: tuple[Item, ...], problems: tuple[str, ...]) -> dict[str, str]:
    """What is said when an answer could not be used, once.

    Args:
        items: What was to be graded.
        problems: What was wrong with the answer.
    """
    text = _filled("repair.txt", problems="; ".join(problems) + ".", keys=_keys(items))
    return {"role": "user", "content": text}


def _told(item: Item) -> str:
    options = "\n".join(f"  {_value(option.value)}: {option.text}" for option in item.options)
    examples = "\n".join(
        f"  Example: {example.situation} -> {_value(example.value)}. {example.why}"
        for example in item.examples
    )
    asked = f"{item.id}. {item.title} ({item.term}). {item.question}"
    return f"{asked}\n  {item.guidance}\n{options}\n{examples}"


def _value(value: float | str) -> str:
    return json.dumps(value) if isinstance(value, str) else f"{value:g}"


def _keys(items: tuple[Item, ...]) -> str:
    return ", ".join(item.id for item in items)


def _filled(name: str, **words: str) -> str:
    return Template((_FOLDER / name).read_text(encoding="utf-8")).substitute(words)
