"""What a judge is asked: a call for each dimension of a rubric, from the files of that rubric.

The prompts of a rubric are the folder of its name: `system.txt` is filled with a dimension and its
items, `material.txt` with the words of what is graded, `repair.txt` with what was wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from importlib.resources import files
from string import Template
from typing import Any

from evaluators.judge._sample import Material
from evaluators.rubrics import Item, Rubric
from evaluators.rubrics import rubric as rubric_named

_FOLDER = files(__package__) / "prompts"
_FILES = ("system.txt", "material.txt", "repair.txt")


class NoPrompts(LookupError):
    """A rubric has no prompts: judges can't grade by it; the text says which ones have."""


def prompt_hash(rubric: Rubric) -> str:
    """Hash of all prompt files of a rubric: one changed word makes another judge.

    Args:
        rubric: Which.

    Raises:
        NoPrompts: it has none.
    """
    whole = blake2b(digest_size=8)
    for name in _FILES:
        whole.update(name.encode() + b"\0" + _text(rubric, name).encode())
    return whole.hexdigest()


def prompt_hashes() -> tuple[str, ...]:
    """Hashes of the prompts of all rubrics that judges can grade by, by the order of names."""
    named = sorted(one.name for one in _FOLDER.iterdir() if one.is_dir())
    return tuple(prompt_hash(rubric_named(name)) for name in named)


def judge_identity(model: str, rubric: Rubric, sampling: Mapping[str, Any]) -> str:
    """By which a judge is known: hash of model, prompts, rubric and sampling.

    Args:
        model: Name of the model, and where it is asked if that tells two apart.
        rubric: What it grades by.
        sampling: How it is asked: temperature, seed and the like.

    Raises:
        NoPrompts: there are no prompts for the rubric.
    """
    told = json.dumps(
        [model, prompt_hash(rubric), rubric.name, rubric.digest, dict(sorted(sampling.items()))],
        ensure_ascii=False,
    )
    return blake2b(told.encode(), digest_size=8).hexdigest()


def items_of(rubric: Rubric, dimension: str) -> tuple[Item, ...]:
    """The items of a dimension, which one call grades."""
    return tuple(item for item in rubric.items if item.dimension == dimension)


def judge_messages(rubric: Rubric, dimension: str, material: Material) -> list[dict[str, str]]:
    """The messages of one call.

    Args:
        rubric: What is graded by.
        dimension: Id of the dimension.
        material: What is graded.

    Raises:
        KeyError: the rubric has no such dimension, or the material is of another rubric.
        NoPrompts: there are no prompts for the rubric.
    """
    items = items_of(rubric, dimension)
    system = _filled(
        rubric,
        "system.txt",
        dimension=rubric.dimensions[dimension].lower(),
        about=rubric.about,
        items="\n\n".join(map(_told, items)),
        keys=_keys(items),
    )
    return [
        {"role": "system", "content": system},
        {"role": "user", "content": _filled(rubric, "material.txt", **material.words())},
    ]


def repair_message(
    rubric: Rubric, items: tuple[Item, ...], problems: tuple[str, ...]
) -> dict[str, str]:
    """What is said when an answer could not be used, once.

    Args:
        rubric: What is graded by.
        items: What was to be graded.
        problems: What was wrong with the answer.
    """
    text = _filled(rubric, "repair.txt", problems="; ".join(problems) + ".", keys=_keys(items))
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


def _filled(rubric: Rubric, name: str, **words: str) -> str:
    return Template(_text(rubric, name)).substitute(words)


def _text(rubric: Rubric, name: str) -> str:
    found = _FOLDER / rubric.name / name
    if not found.is_file():
        known = ", ".join(sorted(one.name for one in _FOLDER.iterdir() if one.is_dir()))
        raise NoPrompts(f"no judge can grade by {rubric.name}; there are prompts for: {known}")
    return found.read_bytes().decode()
