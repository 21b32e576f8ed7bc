"""Changes of states as people read them: names for ids, by app and record, old beside new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from webapp.pages.replay import LeafChange
from webapp.pages.states import SCORED, Names, Place
from webapp.pages.words import in_words, legible, readable_json

MOST_THINGS = 12
_LONGEST = 240
ARROW = "\N{RIGHTWARDS ARROW}"
_STEP = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "

# Where the words of the state say little to people; all others stand as they are.
_FIELDS = {
    "at": "mentions",
    "chat_history": "messages",
    "info": "bought",
    "ip": "place",
    "my_ip": "place shown on posts",
    "img_urls": "pictures",
    "owner_id": "owner",
    "owner_uid": "by",
    "receive_uid": "to",
    "send_uid": "from",
    "sid": "shop",
    "star": "starred",
    "tid": "item",
    "trans_history": "payments",
    "uids": "members",
    "who_likes": "liked by",
}
_ONE_OF = {
    "cart": "line of the cart",
    "chat_history": "message",
    "moments": "post",
    "trans_history": "payment",
}
_KNOWN_BY = {"cart": "tid"}
"""The field by which records of a collection are known that have no name."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a line.

    Args:
        text: What is read.
        mark: "old" for what was and "new" for what is; of what is judged, "wrong" and "right";
            empty for the words between them.
        id: The id that the text stands for, if it does.
        is_shared: Whether the text stands for others as well, so that the id has to be read.
    """

    text: str
    mark: str = ""
    id: str = ""
    is_shared: bool = False


@dataclass(frozen=True, slots=True)
class CallLink:
    """Where a call stands in the log.

    Args:
        number: Its number.
        href: Where that is, from the page.
    """

    number: int
    href: str


@dataclass(frozen=True)
class Row:
    """One leaf that changed, or should have.

    Args:
        what: The leaf, in words; empty for the record as a whole.
        parts: What was, is and should be.
        word: What the difference means, if it was judged.
        tone: The colour that goes with it.
        calls: The calls that changed it.
    """

    what: str
    parts: Sequence[Part]
    word: str = ""
    tone: str = ""
    calls: Sequence[CallLink] = ()


@dataclass
class Thing:
    """A record, or an app's own values, with what changed in it.

    Args:
        title: What it is called, with what it stands in; empty for an app's own values.
        id: The record's id.
        state: "new" or "removed", if it was created or removed.
        rows: Its leaves.
    """

    title: str
    id: str
    state: str = ""
    rows: list[Row] = field(default_factory=list)


@dataclass(frozen=True)
class AppChanges:
    """What changed in one app.

    Args:
        app: The app.
        summary: How much.
        things: The records.
        folded: Those of them that are not shown at once.
    """

    app: str
    summary: str
    things: list[Thing]
    folded: list[Thing]


def in_app(app: str, summary: str, things: list[Thing]) -> AppChanges:
    """What changed in an app; of many records, the first ones are shown at once."""
    return AppChanges(app, summary, things[:MOST_THINGS], things[MOST_THINGS:])


class Teller:
    """Tells of changes.

    Args:
        names: What the records are called.
    """

    def __init__(self, names: Names) -> None:
        self._names = names

    def what_changed(self, changes: Iterable[LeafChange]) -> list[AppChanges]:
        """Changes as they were made, which nobody has judged."""
        apps: dict[str, dict[Any, Thing]] = {}
        counting = set()
        for change in changes:
            app, trail, _ = change.place
            if _counts(change):
                counting.add(app)
            things = apps.setdefault(app, {})
            thing = things.setdefault(trail, self.thing(change.place))
            if trail and _is_own_id(change):
                thing.state = "new" if change.old is None else "removed"
            else:
                thing.rows.append(self._changed(change))
        for things in apps.values():
            for thing in things.values():
                if thing.state == "removed":
                    thing.rows.clear()  # it is gone with all that it held
        told = [in_app(app, "", list(things.values())) for app, things in apps.items()]
        return sorted(told, key=lambda app: app.app not in counting)  # what only passes comes last

    def thing(self, place: Place) -> Thing:
        """The record that a leaf stands in, with nothing said of it yet."""
        steps = [self._names.of(id_) or self._unnamed(of, id_) for of, id_ in place.trail]
        return Thing(_titled(_STEP.join(steps)), place.trail[-1][1] if place.trail else "")

    def _unnamed(self, collection: str, id_: str) -> str:
        """A record without a name: one of its kind, and what it is about if that has one."""
        name = collection.rpartition("/")[2]
        word = _ONE_OF.get(name) or in_words(name.removesuffix("s"))
        about = self._names.referred_to(id_, _KNOWN_BY.get(name, ""))
        return f"{word}: {about}" if about else word

    def field(self, steps: Sequence[str]) -> str:
        """The way to a leaf in its record, in words."""
        words = [self._names.of(step) or _FIELDS.get(step) or in_words(step) for step in steps]
        return _titled(_STEP.join(words))

    def value(self, value: Any, mark: str = "", *, money: bool = False) -> Part:
        """A value as it is read."""
        name = self._names.of(value)
        if name:
            return Part(legible(name), mark, value, self._names.is_shared(name))
        if isinstance(value, list):
            shown = [self.value(one).text for one in value]
            return Part(", ".join(shown) or "nothing", mark)
        return Part(_shown(value, money=money), mark)

    def _changed(self, change: LeafChange) -> Row:
        old, new = change.old, change.new
        what = self.field(change.place.field)
        if old is not None and new is not None and isinstance(new.value, list):
            return Row(what, _of_list(self, old.value, new.value))
        parts = [] if old is None else [self.value(old.value, "old", money=old.money)]
        if new is not None:
            parts += [Part(ARROW)] if parts else []
            parts.append(self.value(new.value, "new", money=new.money))
        return Row(what, parts)


def _of_list(teller: Teller, old: list[Any], new: list[Any]) -> list[Part]:
    lost = [teller.value(value, "old") for value in old if value not in new]
    gained = [teller.value(value, "new") for value in new if value not in old]
    parts = []
    for word, values in (("lost", lost), ("gained", gained)):
        if values:
            parts += [Part(word), *values]
    return parts or [Part("in another order")]


def _counts(change: LeafChange) -> bool:
    """Whether it means something for a score."""
    leaf = change.new or change.old
    return leaf is not None and leaf.role == SCORED


def _is_own_id(change: LeafChange) -> bool:
    """Whether it is the id of a record that comes or goes."""
    if (change.old is None) == (change.new is None):
        return False
    leaf = change.new or change.old
    return leaf is not None and leaf.value == change.place.trail[-1][1]


def _titled(text: str) -> str:
    return legible(text[:1].upper() + text[1:])


def _shown(value: Any, *, money: bool) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if money and isinstance(value, int | float):
        return f"{value:.2f}"
    if value == "":
        return "(empty)"
    text = value if isinstance(value, str) else readable_json(value)
    return legible(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…")
