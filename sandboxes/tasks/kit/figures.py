"""Figures: how golds work them out with tools of no app, and whether they are clear to round."""

from __future__ import annotations

from typing import NamedTuple

from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.tasks._client import Client
from sandboxes.tasks.kit.general import Ask, one_of, told

KILOMETRES_PER_MILE = 1.609344

_CLEAR = 0.05
_AMOUNTS = range(3, 31)  # twentieths of a mole
_FROM_TIE = 0.02  # grams


class Roads(NamedTuple):
    """Roads that are open both ways: the two ends of each, and its length in kilometres."""

    ends: list[tuple[str, str, int]]

    def __str__(self) -> str:
        """The roads as an instruction tells them."""
        return "; ".join(f"{one} to {other} {length}" for one, other, length in self.ends)

    def shortest(self, ask: Ask, start: str, goal: str) -> float:
        """The length of the shortest way, as the tool for that tells it."""
        adjacent: dict[str, dict[str, int]] = {}
        for one, other, length in self.ends:
            adjacent.setdefault(one, {})[other] = length
            adjacent.setdefault(other, {})[one] = length
        lengths: dict[str, float] = ask("shortest_path_dijkstra", adj=adjacent, source=start)
        return lengths[goal]


def moles_of(world: World, draw: Stream, formula: str) -> float:
    """So many moles that their grams round alike by any usual table of atomic weights."""
    mass = told(world, "molar_mass", formula=formula)
    fitting = [
        number / 20
        for number in _AMOUNTS
        if abs(mass * number / 2 % 1 - 0.5) > 10 * _FROM_TIE  # in tenths of a gram
    ]
    return one_of(draw, fitting, "amount that is clear to round")


def clear_to_round(value: float) -> bool:
    """Whether a number is not so near to a half that ways of rounding would differ."""
    return abs(value % 1 - 0.5) > _CLEAR


def fahrenheit(celsius: float) -> float:
    """A temperature in degrees Celsius, in degrees Fahrenheit."""
    return celsius * 1.8 + 32


def in_fahrenheit(ask: Ask, celsius: float) -> float:
    """A temperature in degrees Celsius, in degrees Fahrenheit as the tool for units tells it."""
    return float(
        ask("Unit_convert_temperature", value=celsius, from_unit="celsius", to_unit="fahrenheit")
    )


def in_miles(ask: Ask, kilometres: float) -> float:
    """A distance in kilometres, in miles as the tool for units tells it."""
    return float(ask("convert_length", value=kilometres, from_unit="kilometer", to_unit="mile"))


def whole(do: Client, value: float) -> int:
    """A number rounded to a whole one."""
    return int(do("round_val", a=value))


def tenths(do: Client, value: float) -> str:
    """A number rounded to one decimal place, such as 12.5 or 13.0."""
    return f"{do('round_val', a=value, ndigits=1):.1f}"


def to_the_cent(do: Client, value: float) -> float:
    """An amount rounded to the cent."""
    return float(do("round_val", a=value, ndigits=2))


def equal_part(do: Client, total: float, parts: int) -> float:
    """An equal part of an amount, rounded to the cent."""
    return to_the_cent(do, do("div", a=total, b=parts))


def weekday_in(do: Client, days: int) -> str:
    """The English name of the weekday so many days from today."""
    day = do("add_seconds_iso", t=do("now"), seconds=days * 24 * 3600)
    return str(do("date_to_weekday", d=day))
