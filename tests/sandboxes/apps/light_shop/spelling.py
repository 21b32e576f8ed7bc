"""Likeness of names as the specification has it, worked out the slow and plain way."""

from __future__ import annotations

from tests.sandboxes.calls import State


def distance(one: str, other: str) -> int:
    """How many letters must be put in, taken out or replaced."""
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, start=1):
        before, row = row, [number]
        for place, wanted in enumerate(other):
            replaced = before[place] + (letter != wanted)
            row.append(min(replaced, before[place + 1] + 1, row[place] + 1))
    return row[-1]


def alike(name: str, wanted: str, *, tenths: int) -> bool:
    """Whether a name holds a text, or 1 - distance / longer length is above so many tenths."""
    name, wanted = name.lower(), wanted.lower()
    longer = max(len(name), len(wanted))
    return wanted in name or 10 * (longer - distance(name, wanted)) > tenths * longer


def misspelt(name: str, letters: int) -> str:
    """A name with so many wrong letters in front."""
    assert "#" not in name
    return "#" * letters + name[letters:]


def of_length_in_fives(named: list[State]) -> State:
    """Something whose name can be misspelt by exactly two or three fifths."""
    return next(entry for entry in named if len(entry["name"]) % 5 == 0)
