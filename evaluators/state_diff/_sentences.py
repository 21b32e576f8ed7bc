"""A difference in words."""

from __future__ import annotations

import json
from typing import Any

_LONGEST = 80


def sentence(kind: str, path: str, label: str, field: str, old: Any, truth: Any, new: Any) -> str:
    """One sentence about one difference.

    Args:
        kind: met, missing or forbidden.
        path: Path of the record.
        label: What the record is called.
        field: Name of the leaf in the record; "" for the record as a whole.
        old: Value before; None if absent.
        truth: Right value; None if absent.
        new: Value found; None if absent.
    """
    place = _place(path, label)
    if not field:
        return _about_record(kind, place)
    what = f"{place}: {field}" if place else field
    if kind == "met":
        return f"{what} {_went(old, new)}, as required."
    if kind == "missing":
        return f"{what} should {_become(truth)}, but {_is(new)}."
    return f"{what} {_went(old, new)}, which nothing asked for."


def _about_record(kind: str, place: str) -> str:
    if kind == "met":
        return f"{place} was removed, as required."
    if kind == "missing":
        return f"{place} should have been removed, but is still there."
    return f"{place} was removed, which nothing asked for."


def _place(path: str, label: str) -> str:
    if not path:
        return ""
    steps = path.split("/")
    return " > ".join((*steps[:-1], label))


def _went(old: Any, new: Any) -> str:
    if old is None:
        return f"was set to {_shown(new)}"
    if new is None:
        return f"lost {_shown(old)}"
    return f"went from {_shown(old)} to {_shown(new)}"


def _become(truth: Any) -> str:
    return "be gone" if truth is None else f"be {_shown(truth)}"


def _is(new: Any) -> str:
    return "is absent" if new is None else f"is {_shown(new)}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
