"""The walk over the three states: every leaf that had to change, or did though it should not."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from evaluators.state_diff._expectation import Expectation
from evaluators.state_diff._normal import normalise
from evaluators.state_diff._pairing import Pairing, paired
from evaluators.state_diff._paths import PathSet
from evaluators.state_diff._renaming import in_truths_words
from evaluators.state_diff._sentences import Difference, sentence
from evaluators.state_diff._spec import Spec
from evaluators.state_diff._tree import Leaf, LeafKey, Reader, Record, escaped, guarded
from evaluators.state_diff._values import same

PRESENT = "present"
_PRESENT = Leaf(PRESENT, PRESENT)
_EMPTY: dict[str, Record] = {}


class ChangeKind(enum.Enum):
    """What a difference means."""

    MET = "met"
    MISSING = "missing"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True)
class Change:
    """One leaf that had to change, or did though it should not.

    Args:
        path: Where it stands.
        kind: met, missing or forbidden.
        old: Its value before; None if absent.
        truth: Its right value; None if absent.
        new: What the subject left; None if absent.
        sentence: The same in words.
        new_path: Where it stands in what the subject left, if the record has another id there than
            in the truth: what it stands for may be looked up by it. Else empty.
    """

    path: str
    kind: ChangeKind
    old: Any
    truth: Any
    new: Any
    sentence: str
    new_path: str = ""

    def as_json(self) -> dict[str, Any]:
        """The change as JSON; `new_path` only where there is one."""
        told = {
            "path": self.path,
            "kind": self.kind.value,
            "old": self.old,
            "truth": self.truth,
            "new": self.new,
            "sentence": self.sentence,
        }
        return {**told, "new_path": self.new_path} if self.new_path else told


class Sides(NamedTuple):
    """One leaf or record in the old state, in the truth and in the new state."""

    old: Any
    truth: Any
    new: Any


def compare(
    old: Mapping[str, Any], end: Expectation, new: Mapping[str, Any], spec: Spec
) -> tuple[Change, ...]:
    """Every difference between a state and one right end, in the order of the state.

    Args:
        old: The state before, JSON.
        end: The right end.
        new: The state that the subject left, JSON.
        spec: What each path means.

    Raises:
        StateError: a state can't be read.
        SpecError: a collection is to be summed that can't be.
    """
    counted = (path for name in end.counted for path in (name, f"{name}/**"))
    reader = Reader(spec, PathSet(counted))
    before, truth = reader.read(old, "old"), reader.read(end.truth, "truth")
    after = reader.read(new, "new")
    summed, ordered = PathSet(end.summed), PathSet(end.ordered)
    normalise(truth, before, summed=summed, ordered=ordered)
    restored = normalise(after, before, summed=summed, ordered=ordered)
    comparison = _Comparison(end)
    comparison.pairing = paired(before, truth, after, comparison.same, restored)
    comparison.walk(Sides(before, truth, after))
    return tuple(comparison.changes)


def _unchanged(old: Leaf | None, now: Leaf | None) -> bool:
    """Whether a leaf is as it was; then it does not matter whose id it may look like."""
    return same(old, now) or (old is not None and now is not None and same(old, _as_it_stands(now)))


def _as_it_stands(leaf: Leaf) -> Leaf:
    return leaf._replace(value=guarded(leaf.raw) if isinstance(leaf.raw, str) else leaf.raw)


class _Comparison:
    """The differences against one right end, as they are found."""

    pairing: Pairing

    def __init__(self, end: Expectation) -> None:
        self.changes: list[Change] = []
        self._rules = [(PathSet([path]), rule) for path, rule in end.texts]

    def same(self, path: str, key: LeafKey, truth: Leaf | None, new: Leaf | None) -> bool:
        """Whether a leaf of the new state is as the truth has it, by the task's text rule.

        Of several rules for one path, those hold that the truth itself satisfies.
        """
        if same(truth, new):
            return True
        if truth is None or new is None or not self._rules:
            return False
        where, text = f"{path}/{key.path}".lstrip("/"), in_truths_words(new.value)
        return any(
            rule.accepts(truth.raw) and rule.accepts(text)
            for places, rule in self._rules
            if where in places
        )

    def walk(self, records: Sides, *, lost: bool = False) -> None:
        """Find every difference in a record and below it.

        Args:
            records: The record in the three states; None where it is absent.
            lost: It stood under a record that the new state lost, which counts once.
        """
        old, truth, new = records
        if old is not None and truth is None:
            self._removed(records, lost=lost)
            return
        if old is not None and new is None and not lost:
            self._note(records, None, ChangeKind.FORBIDDEN, Sides(_PRESENT, _PRESENT, None))
            lost = True
        sides = self._leaves(records)
        for key in dict.fromkeys((*sides.old, *sides.truth, *sides.new)):
            leaves = Sides(sides.old.get(key), sides.truth.get(key), sides.new.get(key))
            self._leaf(records, key, leaves, lost)
        for inner in self._children(records):
            self.walk(inner, lost=lost)

    def _removed(self, records: Sides, *, lost: bool) -> None:
        """A record that had to go: one leaf, and what the subject added below it meanwhile."""
        new = records.new
        kind = ChangeKind.MET if new is None else ChangeKind.MISSING
        self._note(records, None, kind, Sides(_PRESENT, None, None if new is None else _PRESENT))
        for inner in self._children(records) if new is not None else ():
            if inner.old is None:
                self.walk(inner, lost=lost)

    def _leaves(self, records: Sides) -> Sides:
        old, truth, new = records
        return Sides(
            {} if old is None else old.leaves,
            {} if truth is None else self.pairing.truth_names.leaves(truth),
            {} if new is None else self.pairing.new_names.leaves(new),
        )

    def _leaf(self, records: Sides, key: LeafKey, leaves: Sides, lost: bool) -> None:
        if not _unchanged(leaves.old, leaves.truth):
            path = (records.truth or records.new).path
            met = self.same(path, key, leaves.truth, leaves.new)
            self._note(records, key, ChangeKind.MET if met else ChangeKind.MISSING, leaves)
        elif not lost and not _unchanged(leaves.old, leaves.new):
            self._note(records, key, ChangeKind.FORBIDDEN, leaves)

    def _children(self, records: Sides) -> Iterator[Sides]:
        old, truth, new = ({} if record is None else record.children for record in records)
        for name in dict.fromkeys((*old, *truth, *new)):
            before = old.get(name, _EMPTY)
            groups: dict[tuple[str, str], list[Record | None]] = {}
            for side, records_there in enumerate((before, truth.get(name), new.get(name))):
                for key, record in (records_there or _EMPTY).items():
                    who = ("old", key) if key in before else self._created(side, record)
                    groups.setdefault(who, [None, None, None])[side] = record
            for group in groups.values():
                yield Sides(*group)

    def _created(self, side: int, record: Record) -> tuple[str, str]:
        """Who a created record is: the truth's own, the one it stands for, or just itself."""
        if side == 1:
            return "truth", record.key
        partner = self.pairing.partners.get(id(record))
        return ("new", record.key) if partner is None else ("truth", partner.key)

    def _note(self, records: Sides, key: LeafKey | None, kind: ChangeKind, leaves: Sides) -> None:
        record: Record = records.truth or records.new or records.old
        below, field, element = "", "", None
        if key is not None:
            below = field = key.path
            if key.element is not None:
                element = next(leaf for leaf in leaves if leaf is not None)
                below = f"{below}/{escaped(str(element.raw))}"
        difference = Difference(record.trail, field, element, *leaves)
        old, truth, new = (None if leaf is None else leaf.raw for leaf in leaves)
        words = sentence(kind.value, difference)
        path = _below(record, below)
        new_path = "" if records.new is None else _below(records.new, below)
        told = "" if new_path == path else new_path
        self.changes.append(Change(path, kind, old, truth, new, words, told))


def _below(record: Record, path: str) -> str:
    return "/".join(filter(None, (record.path, path)))
