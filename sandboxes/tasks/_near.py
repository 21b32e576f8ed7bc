"""Near alternatives of an argument: another contact, item or line, one more or less, one word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from evaluators import Contains, Slot, TextRule
from sandboxes._catalogue import catalogue
from sandboxes._environment import RecordedCall
from sandboxes._world import World
from sandboxes.tasks._stages import stage_of

_PER_ARGUMENT = 2
_UNRELATED = "Something else"


def alternatives(
    world: World, call: RecordedCall, texts: tuple[tuple[str, TextRule], ...]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each argument of a call replaced by what somebody might have taken it for.

    Args:
        world: The world before the call.
        call: The call.
        texts: The task's rules for texts.

    Yields:
        The argument's name, and all arguments with the alternative in its place.
    """
    for name, value in call.arguments.items():
        for other in _others(world, call, name, value, texts):
            yield name, {**call.arguments, name: other}


def _others(
    world: World,
    call: RecordedCall,
    name: str,
    value: Any,
    texts: tuple[tuple[str, TextRule], ...],
) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [n for n in (value + 1, value - 1) if n >= _least(call.tool, name)]
    if isinstance(value, list):
        return _other_lists(world, call, name, value)
    known = stage_of(call.tool).near(world, name, call.arguments)
    if known is not None:
        return [other for other in known if other != value][:_PER_ARGUMENT]
    if isinstance(value, float):
        return [round(value + 1, 2), round(value - 1, 2)]
    return _other_texts(value, texts)


def _other_figures(text: str, rule: Slot) -> list[str]:
    """A wrong value in the place of the right one, and one besides it."""
    value = rule.value + rule.tolerance + 1
    hours, minutes = divmod(int(value) % (24 * 60), 60)
    wrong = f"{hours:02}:{minutes:02}" if rule.type == "time" else f"{value:g}"
    tied = "" if rule.unit is None else rf"(?=\s?{re.escape(rule.unit)})"
    swapped = re.sub(rf"\d+(?:[.,:]\d+)*{tied}", wrong, text, count=1)
    return [swapped, f"{text} Or {wrong} {rule.unit or ''}".rstrip() + "."]


def _least(tool: str, argument: str) -> int:
    """The least number that an argument may be; places in a list begin at 0, amounts at 1."""
    least = catalogue()[tool].input_schema["properties"][argument].get("minimum", 1)
    return int(least)


def _other_lists(world: World, call: RecordedCall, name: str, value: list[Any]) -> list[Any]:
    known = stage_of(call.tool).near(world, name, call.arguments) or []
    strangers = [other for other in known if other not in value][:1]
    lists = [[*strangers, *value[1:]], [*value, *strangers]] if strangers else []
    return [*lists, value[:-1]] if value else lists[1:]


def _other_texts(value: str, texts: tuple[tuple[str, TextRule], ...]) -> list[str]:
    rule = next((rule for _, rule in texts if rule.accepts(value)), None)
    if isinstance(rule, Slot):
        return [*_other_figures(value, rule), _UNRELATED]
    if isinstance(rule, Contains):
        parts = [re.sub(re.escape(part), "", value, flags=re.IGNORECASE) for part in rule.parts]
        return [*parts, _UNRELATED]
    return [f"{value} indeed", _UNRELATED]
