"""Steps that bring a state into the form that is compared: sums, things put back, ranks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evaluators.state_diff._paths import PathSet
from evaluators.state_diff._tree import Leaf, LeafKey, Record

_CENT = 0.01


def normalise(state: Record, old: Record, *, summed: PathSet, ordered: PathSet) -> None:
    """Bring a state into the form that is compared, in place.

    Args:
        state: The truth, or what the subject left.
        old: The state before.
        summed: Which collections have their created records added up.
        ordered: Which collections have the rank of created records as a leaf.
    """
    for pattern, records, before in _collections(state, old):
        if pattern in summed:
            _sum(records, before)
        _restore(records, before)
        if pattern in ordered:
            created = [record for key, record in records.items() if key not in before]
            for rank, record in enumerate(created, start=1):
                record.leaves[LeafKey("(rank)")] = Leaf(rank)


def _collections(
    state: Record, old: Record | None
) -> Iterator[tuple[str, dict[str, Record], dict[str, Record]]]:
    for name, records in state.children.items():
        before = {} if old is None else old.children.get(name, {})
        yield f"{state.pattern}/{name}".lstrip("/"), records, before
        for key, record in records.items():
            yield from _collections(record, before.get(key))


def _sum(records: dict[str, Record], before: dict[str, Record]) -> None:
    created = [record for key, record in records.items() if key not in before]
    sums: dict[tuple[Any, ...], Record] = {}
    for record in created:
        assert record.collection is not None
        by = record.collection.sum_by or ()
        key = tuple(_value(record, name) for name in by)
        if key in sums:
            _add(sums[key], record, by)
        else:
            sums[key] = record
        del records[record.key]
    records |= {record.key: record for record in sums.values()}


def _value(record: Record, name: str) -> Any:
    leaf = record.leaves.get(LeafKey(name))
    return None if leaf is None else leaf.value


def _add(total: Record, record: Record, by: tuple[str, ...]) -> None:
    assert record.collection is not None
    for key, leaf in record.leaves.items():
        known = total.leaves.get(key)
        if known is None:
            total.leaves[key] = leaf
        elif key.path not in by and _is_number(leaf.value) and _is_number(known.value):
            slack = _CENT if key.path in record.collection.fees else 0.0
            total.leaves[key] = Leaf(
                known.value + leaf.value, leaf.money, known.tolerance + leaf.tolerance + slack
            )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _restore(records: dict[str, Record], before: dict[str, Record]) -> None:
    gone = [key for key in before if key not in records]
    for key in [key for key in records if key not in before]:
        record = records[key]
        if record.collection is None or not record.collection.restores:
            return
        twin = next((old for old in gone if before[old].leaves == record.leaves), None)
        if twin is not None:
            gone.remove(twin)
            del records[key]
            records[twin] = record
