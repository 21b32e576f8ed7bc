"""Which created record of the new state stands for which created record of the truth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from evaluators.state_diff._renaming import MASK, Renaming
from evaluators.state_diff._tree import Leaf, LeafKey, Record

Same = Callable[[str, LeafKey, Leaf | None, Leaf | None], bool]
"""(path of the truth's record, key, leaf of the truth, leaf of the new state) -> whether same."""

_ROUNDS = 4
_EMPTY: dict[str, Record] = {}


def paired(old: Record, truth: Record, new: Record, same: Same) -> Renaming:
    """The renaming of the new state's created ids to those of the records they stand for.

    Created records are paired within one collection and one parent, where they agree on the
    collection's key fields, so that the number of differing scored leaves is least; ties go by
    the order of creation (rules, section 3.1). Leaves that name other created records are
    compared masked first, then under the pairing found, until it no longer changes.
    """
    created_truth = dict.fromkeys(_created(old, truth), MASK)
    created_new = dict.fromkeys(_created(old, new), MASK)
    if not created_truth or not created_new:
        return Renaming({})
    masks = Renaming(created_truth), Renaming(created_new)
    if not (masks[0].touches(truth) or masks[1].touches(new)):
        names = _Matcher(same, Renaming({}), Renaming({})).match(old, truth, new)
        return Renaming(names, mentioned=False)
    names = _Matcher(same, *masks).match(old, truth, new)
    for _ in range(_ROUNDS):
        better = _Matcher(same, Renaming({}), Renaming(names)).match(old, truth, new)
        if better == names:
            break
        names = better
    return Renaming(names)


def _created(old: Record | None, state: Record) -> Iterator[str]:
    for name, records in state.children.items():
        before = _EMPTY if old is None else old.children.get(name, _EMPTY)
        for key, record in records.items():
            if key not in before:
                yield key
            yield from _created(before.get(key), record)


class _Matcher:
    def __init__(self, same: Same, truth_names: Renaming, new_names: Renaming) -> None:
        self._same = same
        self._truth_names = truth_names
        self._new_names = new_names

    def match(self, old: Record | None, truth: Record, new: Record) -> dict[str, str]:
        """Pairs below two records that stand for each other: new id -> id in the truth."""
        names: dict[str, str] = {}
        for name, wanted in truth.children.items():
            before = _EMPTY if old is None else old.children.get(name, _EMPTY)
            have = new.children.get(name, _EMPTY)
            for key in wanted.keys() & have.keys() & before.keys():
                names |= self.match(before[key], wanted[key], have[key])
            for left, right in self._created_pairs(before, wanted, have):
                names[right.key] = left.key
                names |= self.match(None, left, right)
        return names

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
        # A tie-break that keeps the order of creation and never outweighs one differing leaf.
        weight = len(left) * (len(left) + len(right)) ** 2
        costs = [
            [self._cost(a, b) * weight + (i - j) ** 2 for j, b in enumerate(right)]
            for i, a in enumerate(left)
        ]
        from scipy.optimize import linear_sum_assignment  # slow to import and seldom needed

        rows, columns = linear_sum_assignment(costs)
        for i, j in zip(rows.tolist(), columns.tolist(), strict=True):
            yield left[i], right[j]

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
            taken = {a.key for a, _ in pairs} | {b.key for _, b in pairs}
            differing += sum(
                _weight(record)
                for record in (*left.values(), *right.values())
                if record.key not in taken
            )
        return differing


def _weight(record: Record) -> int:
    below = (_weight(child) for kids in record.children.values() for child in kids.values())
    return len(record.leaves) + sum(below)


def _identity(record: Record, names: Renaming) -> tuple[Any, ...]:
    keys = record.collection.keys if record.collection is not None else ()
    leaves = names.leaves(record)
    return tuple(
        tuple(sorted(repr(leaf.value) for at, leaf in leaves.items() if at.path == key))
        for key in keys
    )
