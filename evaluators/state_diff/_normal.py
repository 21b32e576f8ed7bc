"""Steps that bring a state into the form that is compared: sums, things put back, ranks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evaluators.state_diff._paths import PathSet
from evaluators.state_diff._spec import SpecError
from evaluators.state_diff._tree import Leaf, LeafKey, Record, element_key
from evaluators.state_diff._values import same

_CENT = 0.01
_RANK = LeafKey("(rank)")


def normalise(state: Record, old: Record, *, summed: PathSet, ordered: PathSet) -> dict[str, str]:
    """Bring a state into the form that is compared, in place.

    Args:
        state: The truth, or what the subject left.
        old: The state before.
        summed: Which collections have their created records added up.
        ordered: Which collections have the rank of created records as a leaf.

    Returns:
        The ids of records that were put back, and the old ids that they stand for.

    Raises:
        SpecError: a collection is to be summed and declares no `sum_by`.
    """
    restored: dict[str, str] = {}
    for pattern, records, before in _collections(state, old):
        if pattern in summed:
            _sum(pattern, records, before)
        restored |= _restore(records, before)
        if pattern in ordered:
            created = [record for key, record in records.items() if key not in before]
            for rank, record in enumerate(created, start=1):
                record.leaves[_RANK] = Leaf(rank, rank)
    return restored


def _collections(
    state: Record, old: Record | None
) -> Iterator[tuple[str, dict[str, Record], dict[str, Record]]]:
    for name, records in state.children.items():
        before = {} if old is None else old.children.get(name, {})
        yield f"{state.pattern}/{name}".lstrip("/"), records, before
        for key, record in records.items():
            yield from _collections(record, before.get(key))


def _sum(pattern: str, records: dict[str, Record], before: dict[str, Record]) -> None:
    groups: dict[tuple[str, ...], list[Record]] = {}
    for record in [record for key, record in records.items() if key not in before]:
        by = record.collection.sum_by if record.collection is not None else None
        if by is None:
            raise SpecError(f"{pattern}: can't be summed, as it declares no sum_by")
        groups.setdefault(tuple(element_key(record.value(name)) for name in by), []).append(record)
        del records[record.key]
    for same_key in groups.values():
        records[same_key[0].key] = _added_up(same_key)


def _added_up(records: list[Record]) -> Record:
    """The first record, with the numbers of all; what else the others hold stands beside."""
    total, *others = records
    assert total.collection is not None, "only records of collections are summed"
    by, fees = total.collection.sum_by or (), total.collection.fees
    for record in others:
        for key, leaf in record.leaves.items():
            if key.path not in by:
                _add(total, key, leaf)
        for name, children in record.children.items():
            beside = total.children.setdefault(name, {})
            beside |= {f"{record.key}/{key}": child for key, child in children.items()}
    if others:
        for key in [key for key in total.leaves if key.path in fees]:
            total.leaves[key] = total.leaves[key]._replace(tolerance=_CENT * len(records))
    return total


def _add(total: Record, key: LeafKey, leaf: Leaf) -> None:
    known = total.leaves.get(key)
    if known is None:
        total.leaves[key] = leaf
    elif _is_number(leaf.value) and _is_number(known.value) and key.element is None:
        whole = known.value + leaf.value
        total.leaves[key] = known._replace(value=whole, raw=whole)
    elif not same(known, leaf):
        total.leaves[LeafKey(key.path, element_key(leaf))] = leaf


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _restore(records: dict[str, Record], before: dict[str, Record]) -> dict[str, str]:
    gone = [key for key in before if key not in records]
    restored = {}
    for key in [key for key in records if key not in before]:
        record = records[key]
        if record.collection is None or not record.collection.restores:
            return {}
        twin = next((old for old in gone if _equal(before[old], record)), None)
        if twin is not None:
            gone.remove(twin)
            del records[key]
            records[twin] = before[twin]
            restored[key] = twin
    return restored


def _equal(one: Record, other: Record) -> bool:
    """Whether two records hold the same scored leaves, down to what hangs under them."""
    if one.leaves.keys() != other.leaves.keys():
        return False
    if not all(same(leaf, other.leaves[key]) for key, leaf in one.leaves.items()):
        return False
    names = one.children.keys() | other.children.keys()
    return all(_equal_sets(one.children.get(n, {}), other.children.get(n, {})) for n in names)


def _equal_sets(one: dict[str, Record], other: dict[str, Record]) -> bool:
    left = list(other.values())
    for record in one.values():
        twin = next((candidate for candidate in left if _equal(record, candidate)), None)
        if twin is None:
            return False
        left.remove(twin)
    return not left
