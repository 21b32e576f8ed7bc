"""A difference in words."""

from __future__ import annotations

from typing import Any, NamedTuple

from evaluators.state_diff._tree import Leaf, as_text

_LONGEST = 80


class Difference(NamedTuple):
    """What a sentence is about.

    Args:
        trail: Where the record stands, in names.
        field: Name of the leaf in the record; "" for the record as a whole.
        element: The element, if the field is a set.
        old: The leaf before; None if absent.
        truth: The right leaf; None if absent.
        new: The leaf found; None if absent.
    """

    trail: tuple[str, ...]
    field: str
    element: Leaf | None
    old: Leaf | None
    truth: Leaf | None
    new: Leaf | None


def sentence(kind: str, found: Difference) -> str:
    """One sentence about one difference of a kind (met, missing or forbidden)."""
    place = " > ".join(found.trail)
    if not found.field:
        return _about_record(kind, place)
    what = f"{place}: {found.field}" if place else found.field
    if found.element is not None:
        return _about_element(kind, what, found)
    if kind == "met":
        return f"{what} {_went(found)}, as required."
    if kind == "missing":
        return f"{what} should {_become(found.truth)}, but {_is(found.new)}."
    return f"{what} {_went(found)}, which nothing asked for."


def plain_sentence(kind: str, path: str, old: Any, truth: Any, new: Any) -> str:
    """The same where states are no records: by path, None for an absent value."""
    above, _, field = path.rpartition("/")
    leaves = (None if value is None else Leaf(value, value) for value in (old, truth, new))
    return sentence(kind, Difference(tuple(above.split("/")), field, None, *leaves))


def _about_record(kind: str, place: str) -> str:
    if kind == "met":
        return f"{place} was removed, as required."
    if kind == "missing":
        return f"{place} should have been removed, but is still there."
    return f"{place} was removed, which nothing asked for."


def _about_element(kind: str, what: str, found: Difference) -> str:
    element = _shown(found.element)
    if kind == "missing":
        if found.truth is None:
            return f"{what} should no longer hold {element}, but does."
        return f"{what} should hold {element}, but does not."
    verb = "lost" if found.new is None else "gained"
    return (
        f"{what} {verb} {element}, {'as required' if kind == 'met' else 'which nothing asked for'}."
    )


def _went(found: Difference) -> str:
    if found.old is None:
        return f"was set to {_shown(found.new)}"
    if found.new is None:
        return f"lost {_shown(found.old)}"
    return f"went from {_shown(found.old)} to {_shown(found.new)}"


def _become(truth: Leaf | None) -> str:
    return "be gone" if truth is None else f"be {_shown(truth)}"


def _is(new: Leaf | None) -> str:
    return "is absent" if new is None else f"is {_shown(new)}"


def _shown(leaf: Leaf | None) -> str:
    text = as_text(None if leaf is None else leaf.raw)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
