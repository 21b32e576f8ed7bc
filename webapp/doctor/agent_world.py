"""The mock task for agents: an errand made anew from each seed, and the hall of lockers it is in.

Each step needs what only the step before tells: a word that stands in the instruction alone, a code
that stands in one answer alone, a seal that stands in the next. Who gets to the end has read them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandboxes import Outcome, Stream
from webapp.doctor.agent_arguments import Misfit, misfits, refusal

SERVER = "Lockers"
FAULT = "Network fault: the request did not get through and nothing was changed. Try again."
_GIVEN = ("Amina", "Bruno", "Chiara", "Dae", "Edda", "Femi", "Goran", "Hana", "Imre", "Jana")
_FAMILY = ("Farouk", "Keller", "Lindqvist", "Moreau", "Nakata", "Okafor", "Petrov", "Quispe")
_COLOURS = ("amber", "azure", "coral", "ivory", "olive", "russet", "silver", "umber", "violet")
_THINGS = ("anchor", "bridge", "comet", "harbour", "lantern", "meadow", "pepper", "ribbon", "tulip")
_SYMBOLS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_SIZES = ("small", "medium", "large")


@dataclass(frozen=True, slots=True)
class Errand:
    """What a seed makes.

    Args:
        name: Whose locker it is.
        word: What proves it; it stands in the instruction and nowhere else.
        locker: Its number.
        code: What opens it; it stands in the answer of find_locker and nowhere else.
        seal: What lies in it; it stands in the answer of open_locker and nowhere else.
        parcels: Numbers of the parcels in it.
        lockers: Numbers of all lockers in the hall.
    """

    name: str
    word: str
    locker: int
    code: str
    seal: str
    parcels: tuple[int, ...]
    lockers: tuple[int, ...]

    def instruction(self) -> str:
        """What is to be done, in words that name no tool."""
        return (
            f'{self.name} has parcels in a locker. Find the locker with the name and the word "'
            f'{self.word}", and open it with the code that you are told. Then sign out all parcels '
            "that lie in it, in one call, with a receipt that gives the number of the locker and "
            "the seal that you found in it."
        )


def errand(seed: int) -> Errand:
    """The errand of a seed, a positive whole number."""
    stream = Stream(seed, "doctor", "errand")
    lockers = tuple(stream.sample(range(100, 1000), 6))
    return Errand(
        name=f"{stream.choice(_GIVEN)} {stream.choice(_FAMILY)}",
        word=f"{stream.choice(_COLOURS)}-{stream.choice(_THINGS)}-{stream.between(1000, 9999)}",
        locker=stream.choice(lockers),
        code=f"{_symbols(stream, 4)}-{_symbols(stream, 4)}",
        seal=f"seal-{_symbols(stream, 8)}",
        parcels=tuple(stream.sample(range(10_000, 100_000), stream.between(2, 3))),
        lockers=lockers,
    )


def _symbols(stream: Stream, count: int) -> str:
    return "".join(stream.choice(_SYMBOLS) for _ in range(count))


def _tool(name: str, description: str, /, *, mutates: bool, **properties: Any) -> dict[str, Any]:
    return {
        "name": name,
        "description": description,
        "inputSchema": _object(**properties),
        "server": SERVER,
        "mutates": mutates,
    }


def _object(**properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return schema | ({"required": list(properties)} if properties else {})


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


def _number(description: str) -> dict[str, Any]:
    return {"type": "integer", "description": description}


TOOLS = (
    _tool(
        "list_lockers",
        "List the lockers of the hall.\n\nReturns: Number and size of each.",
        mutates=False,
    ),
    _tool(
        "find_locker",
        "Find the locker of a person who has told you a word.\n\nReturns: Number of the locker, "
        "and the code that opens it.",
        mutates=False,
        name=_text("Name of the person, given name and family name."),
        word=_text("The word, as it was told."),
    ),
    _tool(
        "open_locker",
        "Open a locker.\n\nReturns: Numbers of the parcels in it, and the seal that lies there.",
        mutates=True,
        locker=_number("Number of the locker."),
        code=_text("The code that opens it."),
    ),
    _tool(
        "sign_out_parcels",
        "Sign out the parcels of an open locker.\n\nReturns: How many were signed out.",
        mutates=True,
        parcels={
            "type": "array",
            "items": {"type": "integer"},
            "description": "Numbers of all parcels that lie in the locker.",
        },
        receipt={
            **_object(
                locker=_number("Number of the locker."),
                seal=_text("The seal that lay in it."),
            ),
            "description": "Where they come from.",
        },
    ),
)
"""In the fields of `offered_tools`, which the site lists by."""

_SCHEMAS: dict[str, dict[str, Any]] = {tool["name"]: tool["inputSchema"] for tool in TOOLS}


@dataclass(frozen=True, slots=True)
class Call:
    """A call, and what came of it.

    Args:
        tool: What was called.
        arguments: With what, JSON.
        outcome: What was answered.
        is_known: Whether there is such a tool.
        misfits: In what the arguments don't fit it.
    """

    tool: str
    arguments: Any
    outcome: Outcome
    is_known: bool
    misfits: tuple[Misfit, ...] = ()


class Hall:
    """The lockers of an errand. The first call that would open one meets a fault.

    Args:
        task: The errand.
    """

    def __init__(self, task: Errand) -> None:
        self._task = task
        self._had_fault = False
        self.is_open = False
        self.is_solved = False

    def call(self, name: str, arguments: object) -> Call:
        """Call a tool: the statuses, and when they come, are those of the real worlds."""
        schema = _SCHEMAS.get(name)
        if schema is None:
            text = (
                f"There is no tool {name[:80]!a}. Call one of the listed tools by its exact name."
            )
            return Call(name, arguments, Outcome("error", text), is_known=False)
        found = misfits(schema, arguments)
        if found or not isinstance(arguments, dict):
            outcome = Outcome("error", refusal(name, schema, found))
        elif name == "open_locker" and not self._had_fault:
            self._had_fault = True
            outcome = Outcome("internal_error", FAULT)
        else:
            outcome = getattr(self, f"_{name}")(**arguments)
        return Call(name, arguments, outcome, is_known=True, misfits=found)

    def _list_lockers(self) -> Outcome:
        lockers = self._task.lockers
        listed = [{"locker": n, "size": _SIZES[n % len(_SIZES)]} for n in sorted(lockers)]
        return Outcome("ok", listed)

    def _find_locker(self, name: str, word: str) -> Outcome:
        if (name, word) != (self._task.name, self._task.word):
            return Outcome("failed", "Nobody of that name has told that word. Copy both exactly.")
        return Outcome("ok", {"locker": self._task.locker, "code": self._task.code})

    def _open_locker(self, locker: int, code: str) -> Outcome:
        if locker not in self._task.lockers:
            return Outcome("failed", f"There is no locker {locker}.")
        if (locker, code) != (self._task.locker, self._task.code):
            return Outcome("failed", f"Locker {locker} does not open with that code.")
        self.is_open = True
        return Outcome("ok", {"parcels": list(self._task.parcels), "seal": self._task.seal})

    def _sign_out_parcels(self, parcels: list[int], receipt: dict[str, Any]) -> Outcome:
        if not self.is_open:
            return Outcome("failed", "No locker is open.")
        if self.is_solved:
            return Outcome("failed", "The parcels were signed out before.")
        if receipt != {"locker": self._task.locker, "seal": self._task.seal}:
            return Outcome("failed", "The receipt gives another locker or another seal.")
        if sorted(parcels) != sorted(self._task.parcels):
            return Outcome("failed", "These are not the parcels that lie in the locker.")
        self.is_solved = True
        return Outcome("ok", {"signed_out": len(parcels)})
