"""Which created record of the new state stands for which created record of the truth."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from evaluators.state_diff._renaming import MASK, NEW, SELF, TRUTH, Renaming, pair_name
from evaluators.state_diff._tree import Leaf, LeafKey, Record, element_key

Same = Callable[[str, LeafKey, Leaf | None, Leaf | None], bool]
"""(path of the truth's record, key, leaf of the truth, leaf of the new state) -> whether same."""

_MOST_ROUNDS = 64
_EMPTY: dict[str, Record] = {}
_Mentions = dict[str, Counter[Any]]


@dataclass(frozen=True)
class Pairing:
    """Who stands for whom, and how ids read under it.

    Args:
        partners: By `id()` of a created record of the new state: the truth's record.
        truth_names: Rewrites ids in the truth.
        new_names: Rewrites ids in the new state.
    """

    partners: dict[int, Record]
    truth_names: Renaming
    new_names: Renaming


def paired(
    old: Record, truth: Record, new: Record, same: Same, restored: dict[str, str]
) -> Pairing:
    """Pair the created records of two states.

    They are paired within one collection and one parent, where they agree on the collection's key
    fields, so that the number of differing scored leaves is least (docs/scoring.md). Ties go by
    what is left over, then by how other records name them, then by the order of creation. Leaves
    that name created records are compared with all such ids masked first, then under the pairing
    that was found, until it no longer changes.

    Args:
        old: The state before.
        truth: The right end.
        new: What the subject left.
        same: Compares two leaves.
        restored: Ids of the new state that stand for old ones.
    """
    sides = _created_ids(old, truth), _created_ids(old, new)
    masks = (
        Renaming(dict.fromkeys(sides[0], MASK)),
        Renaming(dict.fromkeys(sides[1], MASK) | restored),
    )
    if not (masks[0].touches(truth) or masks[1].touches(new)):
        idle = Renaming({})
        partners = _Matcher(same, (idle, idle), ({}, {})).match(old, truth, new)
        return Pairing(partners, idle, idle)
    mentions = _mentions(truth, masks[0]), _mentions(new, masks[1])
    partners = _Matcher(same, masks, mentions).match(old, truth, new)
    for _ in range(_MOST_ROUNDS):
        names = _names(*sides, partners, restored)
        better = _Matcher(same, names, mentions).match(old, truth, new)
        if better == partners:
            break
        partners = better
    return Pairing(partners, *_names(*sides, partners, restored))


def _created(old: Record | None, state: Record) -> Iterator[Record]:
    for name, records in state.children.items():
        before = _EMPTY if old is None else old.children.get(name, _EMPTY)
        for key, record in records.items():
            if key not in before and record.is_named_by_the_world:
                yield record
            yield from _created(before.get(key), record)


def _created_ids(old: Record, state: Record) -> dict[str, list[int]]:
    """The created ids, each with its records: an id may be used in several collections."""
    ids: dict[str, list[int]] = defaultdict(list)
    for record in _created(old, state):
        ids[record.key].append(id(record))
    return ids


def _names(
    truth_ids: dict[str, list[int]],
    new_ids: dict[str, list[int]],
    partners: dict[int, Record],
    restored: dict[str, str],
) -> tuple[Renaming, Renaming]:
    """A common name for the ids of each pair; ids without a partner are like no other."""
    numbered = enumerate(partners.values())
    names = {id(record): pair_name(record.key, number) for number, record in numbered}
    by_new = {key: names[id(record)] for key, record in partners.items()}
    truth_names = {key: _name(TRUTH, key, found, names) for key, found in truth_ids.items()}
    new_names = {key: _name(NEW, key, found, by_new) for key, found in new_ids.items()}
    return Renaming(truth_names), Renaming(new_names | restored)


def _name(side: str, key: str, records: list[int], names: dict[int, str]) -> str:
    found = {names.get(record) for record in records}
    name = found.pop() if len(found) == 1 else None
    return name or f"{side}{key}{side}"


def _mentions(state: Record, mask: Renaming) -> _Mentions:
    """How each created record is named by others: (where, text with this id marked)."""
    found: _Mentions = defaultdict(Counter)
    for key, leaf in state.leaves.items():
        for name in dict.fromkeys(mask.mentions(leaf.raw)):
            text = mask.value(str(leaf.value).replace(name, SELF))
            found[name][state.pattern, key.path, text] += 1
    for records in state.children.values():
        for record in records.values():
            for name, counted in _mentions(record, mask).items():
                found[name] += counted
    return found


class _Matcher:
    def __init__(
        self,
        same: Same,
        names: tuple[Renaming, Renaming],
        mentions: tuple[_Mentions, _Mentions],
    ) -> None:
        self._same = same
        self._truth_names, self._new_names = names
        self._truth_mentions, self._new_mentions = mentions

    def match(self, old: Record | None, truth: Record, new: Record) -> dict[int, Record]:
        """Pairs below two records that stand for each other."""
        partners: dict[int, Record] = {}
        for name, wanted in truth.children.items():
            before = _EMPTY if old is None else old.children.get(name, _EMPTY)
            have = new.children.get(name, _EMPTY)
            for key in wanted:
                if key in have and key in before:
                    partners |= self.match(before[key], wanted[key], have[key])
            for left, right in self._created_pairs(before, wanted, have):
                partners[id(right)] = left
                partners |= self.match(None, left, right)
        return partners

    def _created_pairs(
        self, before: dict[str, Record], wanted: dict[str, Record], have: dict[str, Record]
    ) -> Iterator[tuple[Record, Record]]:
        groups: dict[Any, tuple[list[Record], list[Record]]] = defaultdict(lambda: ([], []))
        for side, (records, names) in enumerate(
            ((wanted, self._truth_names), (have, self._new_names))
        ):
            for key, record in records.items():
                if key not in before:
                    groups[_identity(record, names)][side].append(record)
        for left, right in groups.values():
            if left and right:
                yield from self._assigned(left, right)

    def _assigned(
        self, left: Sequence[Record], right: Sequence[Record]
    ) -> Iterator[tuple[Record, Record]]:
        if len(left) == len(right) == 1:
            yield left[0], right[0]
            return
        from scipy.optimize import linear_sum_assignment  # slow to import and seldom needed

        rows, columns = linear_sum_assignment(self._costs(left, right))
        for i, j in zip(rows.tolist(), columns.tolist(), strict=True):
            yield left[i], right[j]

    def _costs(self, left: Sequence[Record], right: Sequence[Record]) -> list[list[float]]:
        """One number per pair, in which each criterion outweighs all that come after it."""
        criteria = [
            [
                (
                    self._cost(truth, new),
                    -_weight(truth) - _weight(new),
                    self._strangeness(truth, new),
                    (i - j) ** 2,
                )
                for j, new in enumerate(right)
            ]
            for i, truth in enumerate(left)
        ]
        pairs = min(len(left), len(right))
        costs = [[0.0] * len(right) for _ in left]
        factor = 1.0
        for place in (3, 2, 1, 0):
            values = [row[place] for rows in criteria for row in rows]
            least = min(values)
            for i, rows in enumerate(criteria):
                for j, row in enumerate(rows):
                    costs[i][j] += factor * (row[place] - least)
            factor *= (max(values) - least) * pairs + 1
        return costs

    def _strangeness(self, truth: Record, new: Record) -> int:
        wanted = self._truth_mentions.get(truth.key, Counter())
        have = self._new_mentions.get(new.key, Counter())
        return ((wanted - have) + (have - wanted)).total()

    def _cost(self, truth: Record, new: Record) -> int:
        """Differing scored leaves of two created records, with what hangs under them."""
        wanted, have = self._truth_names.leaves(truth), self._new_names.leaves(new)
        differing = sum(
            not self._same(truth.path, key, wanted.get(key), have.get(key))
            for key in wanted.keys() | have.keys()
        )
        for name in truth.children.keys() | new.children.keys():
            left, right = truth.children.get(name, _EMPTY), new.children.get(name, _EMPTY)
            pairs = list(self._created_pairs(_EMPTY, left, right))
            differing += sum(self._cost(a, b) for a, b in pairs)
            taken = {id(a) for a, _ in pairs} | {id(b) for _, b in pairs}
            differing += sum(
                _weight(record)
                for record in (*left.values(), *right.values())
                if id(record) not in taken
            )
        return differing


def _weight(record: Record) -> int:
    below = (_weight(child) for kids in record.children.values() for child in kids.values())
    return len(record.leaves) + sum(below)


def _identity(record: Record, names: Renaming) -> tuple[Any, ...]:
    keys = record.collection.keys if record.collection is not None else ()
    leaves = names.leaves(record)
    return tuple(
        tuple(sorted(element_key(leaf) for at, leaf in leaves.items() if at.path == key))
        for key in keys
    )
