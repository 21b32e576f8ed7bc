"""What a judge answered: read strictly, item by item, and nothing guessed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from evaluators.rubrics import Item

_LONGEST_REASON = 4_000
_NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Grade:
    """A grade of an item.

    Args:
        value: A level or a choice; None where the judge said that it can't be judged.
        reason: Why.
    """

    value: float | str | None
    reason: str


@dataclass(frozen=True)
class JudgeReply:
    """What was read from an answer.

    Args:
        raw: The answer, as it came.
        grades: By item; what could not be read is not in it, which is not zero.
        problems: What was wrong with the answer, a sentence each; none if it is whole.
    """

    raw: str
    grades: Mapping[str, Grade] = field(default_factory=lambda: _NONE)
    problems: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether it holds all that was asked, and nothing else."""
        return not self.problems


def read_reply(raw: str, items: Sequence[Item]) -> JudgeReply:
    """Read an answer.

    A number is taken as a level if it equals one; a text "0.5" is no number. Prose around the
    object, a comma too many, unknown or missing items make the answer one to be repaired; the items
    that are right in it are kept all the same.

    Args:
        raw: The answer.
        items: What was asked.
    """
    if not raw.strip():
        return JudgeReply(raw, problems=("it is empty",))
    doubled: set[str] = set()

    def noted(found: list[tuple[str, Any]]) -> dict[str, Any]:
        """An object without what stands in it twice: neither of the two is guessed."""
        counts = Counter(name for name, _ in found)
        doubled.update(name for name, count in counts.items() if count > 1)
        return {name: value for name, value in found if counts[name] == 1}

    try:
        read = json.loads(raw, object_pairs_hook=noted, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        return JudgeReply(raw, problems=(f"it is no JSON object: {_first_line(error)}",))
    if not isinstance(read, dict):
        return JudgeReply(raw, problems=("it is no JSON object",))
    problems = [f"{name} stands there twice" for name in sorted(doubled)]
    known = {item.id: item for item in items}
    problems += [f"{name} was not asked for" for name in read if name not in known]
    grades: dict[str, Grade] = {}
    for name, item in known.items():
        if name in doubled:
            continue
        found = _grade(item, read.get(name, _MISSING))
        if isinstance(found, str):
            problems.append(found)
        else:
            grades[name] = found
    return JudgeReply(raw, MappingProxyType(grades), tuple(problems))


_MISSING = object()


def _grade(item: Item, given: Any) -> Grade | str:
    """The grade of an item, or what is wrong with it."""
    if given is _MISSING:
        return f"{item.id} is missing"
    if not isinstance(given, dict) or set(given) != {"value", "reason"}:
        return f'{item.id} is no {{"value", "reason"}}'
    value, reason = given["value"], given["reason"]
    if not isinstance(reason, str) or not reason.strip():
        return f"{item.id} has no reason"
    if type(value) is int and value in (option.value for option in item.options):
        value = float(value)
    if value is not None and not item.accepts(value):
        allowed = ", ".join(
            f"{option.value:g}" if isinstance(option.value, float) else option.value
            for option in item.options
        )
        return f"{item.id} is one of {allowed} or null, not {json.dumps(given['value'])[:60]}"
    return Grade(value, reason[:_LONGEST_REASON])


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else "it is nested too deeply"
