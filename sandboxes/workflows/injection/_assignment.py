"""Which workflow is tried for which wanted instance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sandboxes._streams import Stream
from sandboxes.workflows.injection._places import Places, room_for
from sandboxes.workflows.injection._quotas import Types

Order = tuple[int, Types]
"""An instance that is wanted: its number, and its errors."""

_OF_ONE = 12
"""Instances that are wanted of one workflow at one seed."""
_SEEDS = 10_000
"""Instance seeds that belong to one seed of a generation."""
_ENOUGH = 4
"""Candidates for an error, from which on more of them make success no likelier."""


@dataclass(frozen=True)
class Job:
    """What is wanted of one workflow at one seed.

    Args:
        workflow: Name of the template.
        seed: Its instance seed.
        orders: The instances that are wanted.
        part: Name of the generation's phase, which draws depend on.
    """

    workflow: str
    seed: int
    orders: tuple[Order, ...]
    part: str


class Assignment:
    """Deals orders out to workflows that have places for their errors.

    An order that has found no place comes back and is dealt to another workflow. Each job has a
    world that no other job of the generation has.

    Args:
        places: Of each workflow, where it can take errors.
        seed: Of the generation; decides between the workflows that would do.
    """

    def __init__(self, places: Mapping[str, Places], seed: int) -> None:
        self._places = places
        self._seed = seed
        self._tried: dict[int, set[str]] = {}
        self._used: Counter[str] = Counter()
        self._rooms = lru_cache(maxsize=None)(self._found_rooms)

    def jobs(self, orders: Sequence[Order], part: str) -> list[Job]:
        """Who is to do what now.

        Args:
            orders: What is still wanted.
            part: Name of this phase of the generation.
        """
        dealt: dict[str, list[Order]] = {}
        for number, types in orders:
            name = self._dealt_to(number, types, part)
            dealt.setdefault(name, []).append((number, types))
        return [job for name in sorted(dealt) for job in self._shared_out(name, dealt[name], part)]

    def _dealt_to(self, number: int, types: Types, part: str) -> str:
        tried, rooms = self._tried.setdefault(number, set()), self._rooms(types)
        if tried >= rooms.keys():
            tried.clear()
        names = [name for name in rooms if name not in tried]
        weights = [min(rooms[name], _ENOUGH) ** 2 for name in names]
        chosen = names[Stream(self._seed, part, "workflow", number).weighted(weights)]
        tried.add(chosen)
        return chosen

    def _found_rooms(self, types: Types) -> Mapping[str, int]:
        """What room there is for an order, of the workflows that have any; of all, if none has."""
        rooms = {name: room_for(types, places) for name, places in self._places.items()}
        return {name: room for name, room in rooms.items() if room} or dict.fromkeys(rooms, 1)

    def _shared_out(self, name: str, orders: Sequence[Order], part: str) -> Iterator[Job]:
        for start in range(0, len(orders), _OF_ONE):
            self._used[name] += 1
            seed = (self._seed - 1) * _SEEDS + self._used[name]
            yield Job(name, seed, tuple(orders[start : start + _OF_ONE]), part)
