"""Rubrics as files: what is graded, by which levels or choices, with guidance and examples."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from importlib.resources import files
from typing import Any

Value = float | str


class RubricError(LookupError):
    """There is no such rubric, or a file of ours is malformed."""


@dataclass(frozen=True)
class Option:
    """A level or a choice of an item.

    Args:
        value: A number for a level, a word for a choice.
        text: What it stands for.
        title: A choice in short; empty for levels.
    """

    value: Value
    text: str
    title: str = ""


@dataclass(frozen=True)
class Example:
    """A worked example.

    Args:
        situation: What was seen.
        value: How it is graded.
        why: And why.
    """

    situation: str
    value: Value
    why: str


@dataclass(frozen=True)
class Item:
    """One thing that is graded.

    Args:
        id: Its short name, such as "D3".
        dimension: To which dimension it belongs.
        title: What graders read.
        term: What the field calls it.
        question: What is asked.
        guidance: How it is decided.
        options: Its levels, best first, or its choices.
        examples: Worked examples.
    """

    id: str
    dimension: str
    title: str
    term: str
    question: str
    guidance: str
    options: tuple[Option, ...]
    examples: tuple[Example, ...]

    @property
    def is_graded_by_level(self) -> bool:
        """Whether its values are numbers in an order, and not choices."""
        return all(isinstance(option.value, float) for option in self.options)

    def accepts(self, value: object) -> bool:
        """Whether a value is one of its levels or choices, and of their type."""
        return any(
            type(value) is type(option.value) and value == option.value for option in self.options
        )


@dataclass(frozen=True)
class Rubric:
    """What is graded of one kind of sample.

    Args:
        name: Its name.
        version: Raised when the meaning of a grade changes.
        digest: Hash of the whole file: any change of a word is another one.
        title: What graders read.
        about: What they are told before they begin.
        dimensions: Titles of its dimensions by id, in order.
        items: What is graded, in order.
    """

    name: str
    version: int
    digest: str
    title: str
    about: str
    dimensions: Mapping[str, str]
    items: tuple[Item, ...]

    @property
    def is_graded_by_level(self) -> bool:
        """Whether all its items are graded by levels, and none by choices, which have no order."""
        return all(one.is_graded_by_level for one in self.items)

    def item(self, item_id: str) -> Item:
        """An item by its id.

        Raises:
            RubricError: there is none.
        """
        for item in self.items:
            if item.id == item_id:
                return item
        known = ", ".join(item.id for item in self.items)
        raise RubricError(f"{self.name} has no item {item_id!r}; there are: {known}")


def rubric_names() -> list[str]:
    """The names of all rubrics, sorted."""
    return sorted(
        found.name.removesuffix(".toml")
        for found in files(__package__).iterdir()
        if found.name.endswith(".toml")
    )


@functools.cache
def rubric(name: str) -> Rubric:
    """A rubric by its name.

    Raises:
        RubricError: there is none, or its file is malformed.
    """
    if name not in rubric_names():
        raise RubricError(f"no rubric {name!r}; there are: {', '.join(rubric_names())}")
    return rubric_from_toml((files(__package__) / f"{name}.toml").read_bytes())


def rubric_from_toml(text: bytes) -> Rubric:
    """A rubric from the bytes of its file.

    Raises:
        RubricError: it is no TOML, lacks something, or contradicts itself; the text says what.
    """
    try:
        read = tomllib.loads(text.decode())
        found = Rubric(
            name=read["name"],
            version=read["version"],
            digest=blake2b(text, digest_size=8).hexdigest(),
            title=read["title"],
            about=_lines(read["about"]),
            dimensions={one["id"]: one["title"] for one in read["dimensions"]},
            items=tuple(_item(one) for one in read["items"]),
        )
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RubricError(f"it can't be read: {error}") from error
    except (KeyError, TypeError) as error:
        raise RubricError(f"it lacks {error}") from error
    for problem in _problems(found):
        raise RubricError(f"{found.name}: {problem}")
    return found


def _item(read: Mapping[str, Any]) -> Item:
    options: Sequence[Mapping[str, Any]] = read.get("levels") or read["choices"]
    return Item(
        id=read["id"],
        dimension=read["dimension"],
        title=read["title"],
        term=read["term"],
        question=read["question"],
        guidance=_lines(read["guidance"]),
        options=tuple(Option(one["value"], one["text"], one.get("title", "")) for one in options),
        examples=tuple(Example(**one) for one in read["examples"]),
    )


def _lines(text: str) -> str:
    """A text of one line: where a file breaks its lines means nothing."""
    return " ".join(text.split())


def _problems(rubric: Rubric) -> list[str]:
    ids = [item.id for item in rubric.items]
    found = [
        f"item {name} stands there twice" for name in sorted({i for i in ids if ids.count(i) > 1})
    ]
    for item in rubric.items:
        if item.dimension not in rubric.dimensions:
            found.append(f"item {item.id} belongs to no dimension")
        values = [option.value for option in item.options]
        if len(values) < 2 or len(set(values)) < len(values):
            found.append(f"item {item.id} needs two or more different levels or choices")
        for example in item.examples:
            if not item.accepts(example.value):
                found.append(f"an example of item {item.id} is graded {example.value!r}")
    return found
