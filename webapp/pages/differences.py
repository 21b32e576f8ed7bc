"""What an attempt left behind beside what it should have: by app and record, with the calls."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from evaluators import ChangeKind, Spec, spec_from_json
from webapp.attempts.models import EvidenceRecord, ScoreRecord
from webapp.pages.changes import ARROW, AppChanges, CallLink, Part, Row, Teller, Thing, in_app
from webapp.pages.replay import LeafChange, Replay, own_spec
from webapp.pages.states import NEUTRAL, Leaves, Place, leaves_of, place_of
from webapp.pages.words import joined

_TONES = {ChangeKind.MET: "ok", ChangeKind.MISSING: "failed", ChangeKind.FORBIDDEN: "bad"}
_WORDS = {ChangeKind.MET: "met", ChangeKind.MISSING: "missing", ChangeKind.FORBIDDEN: "broken"}
_MET = _WORDS[ChangeKind.MET]


@dataclass(frozen=True)
class Difference:
    """The whole difference.

    Args:
        apps: What counts, by app, trouble first.
        neutral: What changed besides and does not count, by app.
        why_not: Why the changes are not linked to the calls that made them; empty if they are.
    """

    apps: list[AppChanges]
    neutral: list[AppChanges]
    why_not: str


def difference_of(score: ScoreRecord, replay: Replay, where: Callable[[int], str]) -> Difference:
    """The difference that a score rests on.

    Args:
        score: The score.
        replay: What each call of its attempt changed.
        where: The way to an event in the log, by its number.
    """
    found = _Stored(score)
    names = replay.names.copy()
    for leaves in (found.truth, found.old, found.new):
        names.learn(leaves)
    teller, calls = Teller(names), _Calls(replay, found.summed)
    things: dict[str, dict[Any, Thing]] = {}
    for change in found.changes:
        place, money = place_of(change["path"], found.spec)
        made, _ = place_of(change.get("new_path") or change["path"], found.spec)
        of_app = things.setdefault(place.app, {})
        thing = of_app.setdefault(place.trail, _thing(teller, found, place, made))
        links = [CallLink(number, where(number)) for number in calls.that_made(made, change)]
        thing.rows.append(_row(teller, change, place, links, money=money))
    apps = [_app(app, list(those.values())) for app, those in things.items()]
    apps.sort(key=lambda app: all(row.word == _MET for row in app.things[0].rows))
    neutral = teller.what_changed(found.neutral())
    return Difference(apps, neutral, replay.why_not)


class _Stored:
    """A score's changes, with the states that they were found in, as far as these are kept."""

    def __init__(self, score: ScoreRecord) -> None:
        body = json.loads(score.body)
        self.changes: list[dict[str, Any]] = body["changes"]
        self.spec: Spec = own_spec()
        self.old: Leaves = {}
        self.truth: Leaves = {}
        self.new: Leaves = {}
        self.summed: tuple[str, ...] = ()
        related = EvidenceRecord.objects.select_related("declaration")
        record = related.filter(attempt=score.attempt_id).first()
        if record is not None:
            self.spec = spec_from_json(json.loads(record.declaration.body))
            states = json.loads(record.body)
            end = states["ends"][body.get("end", 0)]
            self.summed = tuple(end["summed"])
            self.old, self.truth, self.new = (
                leaves_of(state, self.spec)
                for state in (states["old"], end["truth"], states["new"])
            )
        # The records that were there, and those that the subject left.
        self.had, self.left = ({place[:2] for place in state} for state in (self.old, self.new))

    def neutral(self) -> list[LeafChange]:
        """What changed and does not count."""
        counted = {place_of(change["path"], self.spec)[0] for change in self.changes}
        return [
            LeafChange(place, self.old.get(place), leaf)
            for place, leaf in self.new.items()
            if leaf.role == NEUTRAL and self.old.get(place) != leaf and place not in counted
        ]


class _Calls:
    """By which calls a change was made.

    Args:
        replay: What each call changed.
        summed: Collections whose created records were added up before they were compared.
    """

    def __init__(self, replay: Replay, summed: Sequence[str]) -> None:
        self._summed = summed
        self._by_place: dict[Place, list[tuple[int, LeafChange]]] = defaultdict(list)
        self._gone: dict[Any, list[int]] = defaultdict(list)
        for number, changes in replay.changes.items():
            for change in changes:
                self._by_place[change.place].append((number, change))
                if change.new is None:
                    self._gone[change.place[:2]].append(number)

    def that_made(self, place: Place, change: dict[str, Any]) -> list[int]:
        """Numbers of the calls that made what stands at a place differ from before."""
        if not place.field:
            return _once(self._gone[place[:2]])
        found = self._by_place.get(place)
        if found is None and len(place.field) > 1:  # an element of a set, which is one leaf there
            element = next(
                (v for v in (change["truth"], change["new"]) if v is not None), change["old"]
            )
            outer = self._by_place.get(place._replace(field=place.field[:-1]), ())
            found = [(number, made) for number, made in outer if _moved(element, made)]
        numbers = [number for number, _ in found or ()]
        if place.trail and f"{place.app}/{place.trail[-1][0]}" in self._summed:
            numbers += self._beside(place)
        return _once(numbers)

    def _beside(self, place: Place) -> list[int]:
        """The calls that created what was added to a record before it was compared."""
        collection = place.trail[-1][0]
        return [
            number
            for other, found in self._by_place.items()
            if other.app == place.app and other.field == place.field
            if other.trail and other.trail[-1][0] == collection
            for number, change in found
            if change.old is None
        ]


def _moved(element: Any, change: LeafChange) -> bool:
    """Whether an element was taken out of a list, or put into it."""
    before, after = (
        leaf is not None and isinstance(leaf.value, list) and element in leaf.value
        for leaf in (change.old, change.new)
    )
    return before != after


def _once(numbers: Iterable[int]) -> list[int]:
    return sorted(set(numbers))


def _thing(teller: Teller, found: _Stored, place: Place, made: Place) -> Thing:
    """The record as the subject left it, if it is there; else as it should be."""
    is_there, was_there = (made[:2] in records for records in (found.left, found.had))
    thing = teller.thing(made if is_there else place)
    thing.state = "new" if is_there and place.trail and not was_there else ""
    return thing


def _app(app: str, things: list[Thing]) -> AppChanges:
    rows = [row for thing in things for row in thing.rows]
    counts = [(sum(row.word == word for row in rows), word) for word in _WORDS.values()]
    for thing in things:
        thing.rows.sort(key=lambda row: row.word == _MET)  # stable: trouble first
    things.sort(key=lambda thing: all(row.word == _MET for row in thing.rows))
    summary = joined([f"{number:,} {word}" for number, word in counts if number])
    return in_app(app, summary, things)


def _row(
    teller: Teller, change: dict[str, Any], place: Place, calls: Sequence[CallLink], *, money: bool
) -> Row:
    kind, steps = ChangeKind(change["kind"]), place.field
    sides = (change["old"], change["truth"], change["new"])
    if not steps:
        what, parts = "", _of_record(kind)
    elif _is_element(steps, sides):
        what, parts = teller.field(steps[:-1]), _of_element(teller, kind, sides)
    else:
        what, parts = teller.field(steps), _of_leaf(teller, kind, sides, money=money)
    return Row(what, parts, _WORDS[kind], _TONES[kind], calls)


def _is_element(steps: Sequence[str], sides: Iterable[Any]) -> bool:
    """Whether the last step is an element of a set, and not the name of a field."""
    there = [side for side in sides if side is not None]
    return len(steps) > 1 and all(not isinstance(v, bool) and str(v) == steps[-1] for v in there)


def _of_record(kind: ChangeKind) -> list[Part]:
    if kind is ChangeKind.MET:
        return [Part("removed, as required")]
    if kind is ChangeKind.MISSING:
        return [Part("still there,"), Part("should be removed")]
    return [Part("removed", "wrong"), _NOBODY_ASKED]


def _of_leaf(teller: Teller, kind: ChangeKind, sides: Sequence[Any], *, money: bool) -> list[Part]:
    old, truth, new = sides
    if kind is ChangeKind.MISSING:
        is_ = Part("absent,") if new is None else teller.value(new, "wrong", money=money)
        if truth is None:
            return [is_, Part("should be gone")]
        return [is_, Part("should be"), teller.value(truth, "right", money=money)]
    mark = "right" if kind is ChangeKind.MET else "wrong"
    parts = [] if old is None else [teller.value(old, "old", money=money), Part(ARROW)]
    parts.append(Part("gone", mark) if new is None else teller.value(new, mark, money=money))
    return parts if kind is ChangeKind.MET else [*parts, _NOBODY_ASKED]


def _of_element(teller: Teller, kind: ChangeKind, sides: Sequence[Any]) -> list[Part]:
    _, truth, new = sides
    value = next(side for side in sides if side is not None)
    if kind is ChangeKind.MISSING:
        if truth is None:
            return [Part("should no longer hold"), teller.value(value, "wrong")]
        return [Part("should hold"), teller.value(value, "right")]
    mark = "right" if kind is ChangeKind.MET else "wrong"
    parts = [Part("lost" if new is None else "gained"), teller.value(value, mark)]
    return parts if kind is ChangeKind.MET else [*parts, _NOBODY_ASKED]


_NOBODY_ASKED = Part("which nothing asked for")
