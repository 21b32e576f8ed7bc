"""The score: what had to change and did, what had to and did not, and what should have stayed."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evaluators.state_diff._expectation import Expectation
from evaluators.state_diff._normal import normalise
from evaluators.state_diff._pairing import paired
from evaluators.state_diff._paths import PathSet
from evaluators.state_diff._renaming import Renaming
from evaluators.state_diff._sentences import sentence
from evaluators.state_diff._spec import Spec
from evaluators.state_diff._tree import Leaf, LeafKey, Reader, Record
from evaluators.state_diff._values import same

EVALUATOR = "state_diff"
VERSION = "1"
DONE = "done"
CANNOT_BE_DONE = "cannot_be_done"


class TaskKind(enum.Enum):
    """What a task asks for."""

    CHANGE = "change"
    IMPOSSIBLE = "impossible"
    DO_NOTHING = "do_nothing"


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
    """

    path: str
    kind: ChangeKind
    old: Any
    truth: Any
    new: Any
    sentence: str

    def as_json(self) -> dict[str, Any]:
        """The change as JSON."""
        return {
            "path": self.path,
            "kind": self.kind.value,
            "old": self.old,
            "truth": self.truth,
            "new": self.new,
            "sentence": self.sentence,
        }


@dataclass(frozen=True)
class Score:
    """How an end state compares (ComplexMCP eq. 2-5, with the renaming of rules section 3).

    Args:
        total: T, leaves that had to change.
        correct_changes: M, those of them that did.
        misbehaving: Mb, leaves that changed though they should not.
        correct: Whether the attempt solved the task.
        changes: Every difference, in the order of the state.
        end: Which of several right ends the figures refer to, from 0.
        evaluator: Name of the evaluator.
        version: Version of the evaluator.
    """

    total: int
    correct_changes: int
    misbehaving: int
    correct: bool
    changes: tuple[Change, ...] = ()
    end: int = 0
    evaluator: str = EVALUATOR
    version: str = VERSION

    @property
    def completion_rate(self) -> float | None:
        """R_c = M / T; None where nothing had to change."""
        return self.correct_changes / self.total if self.total else None

    @property
    def misbehaving_rate(self) -> float | None:
        """R_b = Mb / T, uncapped; None where nothing had to change."""
        return self.misbehaving / self.total if self.total else None

    def as_json(self) -> dict[str, Any]:
        """The score as JSON."""
        return {
            "total": self.total,
            "correct_changes": self.correct_changes,
            "misbehaving": self.misbehaving,
            "completion_rate": self.completion_rate,
            "misbehaving_rate": self.misbehaving_rate,
            "correct": self.correct,
            "changes": [change.as_json() for change in self.changes],
        }


def score(
    old: Mapping[str, Any],
    ends: Sequence[Expectation],
    new: Mapping[str, Any],
    spec: Spec,
    *,
    kind: TaskKind = TaskKind.CHANGE,
    outcome: str = DONE,
    finished_by_subject: bool = True,
) -> Score:
    """Score an end state against the right ends, and keep the best.

    Args:
        old: The state before, JSON.
        ends: The right ends, at least one.
        new: The state that the subject left, JSON.
        spec: What each path means.
        kind: What the task asks for.
        outcome: What the subject claimed, "done" or "cannot_be_done".
        finished_by_subject: Whether the subject ended the attempt itself.

    Returns:
        The best score by (correct, R_c, -R_b, order of the ends).

    Raises:
        StateError: a state can't be read.
    """
    scores = []
    for place, end in enumerate(ends):
        comparison = compare(old, end, new, spec)
        scores.append(comparison.score(kind, outcome, finished_by_subject, place))
        if scores[-1].correct:
            break  # nothing has more merit than the first end that is reached
    return max(scores, key=_merit)


def _merit(found: Score) -> tuple[bool, float, float, int]:
    completion, damage = found.completion_rate, found.misbehaving_rate
    return (
        found.correct,
        completion if completion is not None else 0.0,
        -(damage if damage is not None else found.misbehaving),
        -found.end,
    )


def compare(
    old: Mapping[str, Any], end: Expectation, new: Mapping[str, Any], spec: Spec
) -> Comparison:
    """Every difference between a state and one right end."""
    reader = Reader(spec, PathSet(end.counted))
    before, truth = reader.read(old, "old"), reader.read(end.truth, "truth")
    after = reader.read(new, "new")
    summed, ordered = PathSet(end.summed), PathSet(end.ordered)
    for state in (truth, after):
        normalise(state, before, summed=summed, ordered=ordered)
    comparison = Comparison(end)
    names = paired(before, truth, after, comparison.same)
    comparison.walk(before, truth, after, names)
    return comparison


_EMPTY: dict[str, Record] = {}
PRESENT = "present"
Leaves = tuple[Leaf | None, Leaf | None, Leaf | None]
"""A leaf in the old state, in the truth and in the new state; None where it is absent."""


@dataclass
class Comparison:
    """The differences against one right end, as they are found."""

    end: Expectation
    changes: list[Change] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make the text rules ready."""
        self._rules = [(PathSet([path]), rule) for path, rule in self.end.texts]

    def score(self, kind: TaskKind, outcome: str, finished: bool, place: int) -> Score:
        """The figures, and whether the attempt solved the task (rules, section 3.8)."""
        met, missing, forbidden = (
            sum(change.kind is wanted for change in self.changes) for wanted in ChangeKind
        )
        if kind is TaskKind.CHANGE:
            correct = missing == 0 and forbidden == 0 and met > 0
        else:
            claim = CANNOT_BE_DONE if kind is TaskKind.IMPOSSIBLE else DONE
            correct = forbidden == missing == 0 and finished and outcome == claim
        return Score(met + missing, met, forbidden, correct, tuple(self.changes), place)

    def same(self, path: str, key: LeafKey, truth: Leaf | None, new: Leaf | None) -> bool:
        """Whether a leaf of the new state is as the truth has it, by the task's text rule."""
        if same(truth, new):
            return True
        if truth is None or new is None:
            return False
        where = f"{path}/{key.path}"
        return any(rule.accepts(new.value) for places, rule in self._rules if where in places)

    def walk(self, old: Record, truth: Record, new: Record, names: Renaming) -> None:
        """Find every difference below the roots."""
        self._record(old, truth, new, names)

    def _record(
        self, old: Record | None, truth: Record | None, new: Record | None, names: Renaming
    ) -> None:
        shown = truth or new or old
        assert shown is not None
        if old is not None and truth is None:
            left = None if new is None else PRESENT
            self._note(shown, None, _required(new is None), (PRESENT, None, left))
            return
        lost = old is not None and new is None
        if lost:
            self._note(shown, None, ChangeKind.FORBIDDEN, (PRESENT, PRESENT, None))
        before = {} if old is None else old.leaves
        wanted = {} if truth is None else truth.leaves
        have = {} if new is None else names.leaves(new)
        for key in dict.fromkeys((*before, *wanted, *have)):
            self._leaf(shown, key, (before.get(key), wanted.get(key), have.get(key)), lost)
        for group in _children(old, truth, new, names):
            self._record(*group, names)

    def _leaf(self, record: Record, key: LeafKey, leaves: Leaves, lost: bool) -> None:
        old, truth, new = leaves
        values = (_shown(old), _shown(truth), _shown(new))
        if not same(old, truth):
            self._note(record, key, _required(self.same(record.path, key, truth, new)), values)
        elif not lost and not same(old, new):
            self._note(record, key, ChangeKind.FORBIDDEN, values)

    def _note(
        self, record: Record, key: LeafKey | None, kind: ChangeKind, values: tuple[Any, Any, Any]
    ) -> None:
        path = record.path if key is None else f"{record.path}/{key.text}".lstrip("/")
        field = "" if key is None else key.path
        words = sentence(kind.value, record.path, record.label, field, *values)
        self.changes.append(Change(path, kind, *values, words))


def _shown(leaf: Leaf | None) -> Any:
    return None if leaf is None else leaf.value


def _required(met: bool) -> ChangeKind:
    return ChangeKind.MET if met else ChangeKind.MISSING


def _children(
    old: Record | None, truth: Record | None, new: Record | None, names: Renaming
) -> Iterator[tuple[Record | None, Record | None, Record | None]]:
    sides = [record.children if record is not None else {} for record in (old, truth, new)]
    for name in dict.fromkeys((*sides[0], *sides[1], *sides[2])):
        before, wanted = sides[0].get(name, _EMPTY), sides[1].get(name, _EMPTY)
        have = {
            names.names.get(key, key) if key not in before else key: record
            for key, record in sides[2].get(name, _EMPTY).items()
        }
        for key in dict.fromkeys((*before, *wanted, *have)):
            yield before.get(key), wanted.get(key), have.get(key)
