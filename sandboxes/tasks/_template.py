"""Task templates: functions over a seeded world that give an instruction and its ground truth."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from evaluators import TaskKind, TextRule
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.tasks._client import Program

SUITES = ("interdependent",)
LEVELS = (1, 2, 3)
TRAPS = {
    "clean_slate": "something is there already and gets in the way of whoever does not look",
    "recoverable_failure": "faults, a mistyped password, sold out here but not there",
    "latent_prerequisite": "needs something that the instruction does not name",
    "condition": "depends on what the world is like",
    "impossible": "nothing can be done",
    "do_nothing": "nothing is to be done",
    "ambiguity": "is settled by looking",
    "arithmetic_or_text": "needs a calculation or a text made by rule",
}
"""Labels of traps, and what each of them is."""
_FEWEST_PHRASINGS = 3


class Decline(Exception):
    """A template does not fit a seed's world; the text says why."""


class TaskError(LookupError):
    """There is no such suite or task, or a template of ours is malformed."""


@dataclass(frozen=True)
class Stage:
    """The world before an attempt, for a template's `prepare` program.

    Args:
        world: The world; its faults are off.
        traps: Whether the template's trap is set; without, its part of the preparation is left out.
    """

    world: World
    traps: bool


@dataclass(frozen=True)
class Draft:
    """What a template makes of one world.

    Args:
        words: What fills the instruction's placeholders.
        gold: The ground truth as a program; it raises CannotBeDone where it finds that nothing can
            be done, and does nothing where a condition does not hold.
        unique: Texts in the instruction that make its people and things unique.
        prepare: Plants what the task needs, before the attempt.
        kind: Whether something is to change, nothing can, or nothing should.
        other_ends: Programs that lead to further right ends.
        texts: How prescribed texts are compared, by path of the leaf (see Expectation).
        ordered: Collections in which the order of created records is prescribed.
        summed: Collections in which the number of created records is free.
        counted: Neutral paths that count in this task.
        obstacle: What makes the task impossible, in words.
        lift: Removes the obstacle.
    """

    words: Mapping[str, str]
    gold: Program
    unique: tuple[str, ...]
    prepare: Callable[[Stage], None] | None = None
    kind: TaskKind = TaskKind.CHANGE
    other_ends: tuple[Program, ...] = ()
    texts: tuple[tuple[str, TextRule], ...] = ()
    ordered: tuple[str, ...] = ()
    summed: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    obstacle: str = ""
    lift: Callable[[Stage], None] | None = None


@dataclass(frozen=True)
class Reading:
    """A second reading of the instruction against its program, with fresh eyes.

    Args:
        date: When, as YYYY-MM-DD.
        text: `reading_hash` of the phrasings that were read.
    """

    date: str
    text: str


Maker = Callable[[World, Stream], Draft]


@dataclass(frozen=True)
class Template:
    """A task template.

    Args:
        id: Its name, e.g. "mark_messages_read".
        version: Raised when the meaning of its instances changes.
        level: Difficulty as in ComplexMCP: 1 (2-8 calls), 2 (9-20), 3 (more).
        apps: Servers whose state it changes or asks about.
        traps: Labels of the traps it holds, see TRAPS.
        phrasings: Ways to say the instruction, with placeholders in braces.
        reading: Its second reading; None before there was one.
        make: The function.
    """

    id: str
    version: int
    level: int
    apps: tuple[str, ...]
    traps: tuple[str, ...]
    phrasings: tuple[str, ...]
    reading: Reading | None
    make: Maker = field(repr=False)

    @property
    def summary(self) -> str:
        """First line of the function's docstring."""
        return (self.make.__doc__ or "").strip().splitlines()[0]


def reading_hash(phrasings: tuple[str, ...]) -> str:
    """Short hash of an instruction's phrasings, for `Reading`."""
    return blake2b("\n".join(phrasings).encode(), digest_size=6).hexdigest()


_TEMPLATES: dict[str, dict[str, Template]] = {}


def template(
    *,
    level: int,
    apps: tuple[str, ...],
    phrasings: tuple[str, ...],
    traps: tuple[str, ...] = (),
    version: int = 1,
    reading: Reading | None = None,
) -> Callable[[Maker], Maker]:
    """Register a function as a template of the suite whose folder it stands in.

    Raises:
        TaskError: the docstring is missing, the name is taken, there are fewer than three
            phrasings, or a level or trap is unknown.
    """

    def register(make: Maker) -> Maker:
        name = make.__name__
        suite = make.__module__.split(".")[-2]
        known = _TEMPLATES.setdefault(suite, {})
        if not make.__doc__ or name in known or len(phrasings) < _FEWEST_PHRASINGS:
            raise TaskError(f"{name}: needs a docstring, a free name and three phrasings")
        if level not in LEVELS or not set(traps) <= set(TRAPS):
            raise TaskError(f"{name}: levels are {LEVELS}, traps are {', '.join(TRAPS)}")
        known[name] = Template(name, version, level, apps, traps, phrasings, reading, make)
        return make

    return register


def templates(suite: str) -> dict[str, Template]:
    """All templates of a suite by id, sorted.

    Raises:
        TaskError: there is no such suite.
    """
    if suite not in SUITES:
        raise TaskError(f"no suite {suite!r}; there are: {', '.join(SUITES)}")
    package = importlib.import_module(f"sandboxes.tasks.{suite}")
    for found in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{found.name}")
    return dict(sorted(_TEMPLATES[suite].items()))
