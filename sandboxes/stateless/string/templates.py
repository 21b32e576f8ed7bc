"""Templates with {name} in them, filled in without ever looking into a value."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sandboxes._outcome import Refused, canonical_json
from sandboxes._types import Scalar

_PARTS = re.compile(r"(?P<double>\{\{|\}\})|\{(?P<name>[^{}]*)\}|(?P<alone>[{}])")
_SHOWN = 60


def rendered(template: str, values: Mapping[str, Scalar], longest: int) -> str:
    """The template with its names replaced by their values.

    Args:
        template: Text with {name} in it, and {{ or }} for single braces.
        values: By name, what comes instead.
        longest: How many characters the result may have.

    Raises:
        Refused: a name has no value, a brace stands alone, or the result would be too long.
    """
    texts = {name: _as_text(value) for name, value in values.items()}
    pieces, length, end = [], 0, 0
    for found in _PARTS.finditer(template):
        pieces += [template[end : found.start()], _replaced(found, texts)]
        end = found.end()
        length += len(pieces[-1]) + len(pieces[-2])
        if length > longest - len(template) + end:
            raise Refused(f"The result would have more than {longest} characters.")
    return "".join((*pieces, template[end:]))


def _replaced(found: re.Match[str], texts: Mapping[str, str]) -> str:
    if found["double"]:
        return found["double"][0]
    if found["alone"]:
        raise Refused(
            f"A brace stands alone in the template, at character {found.start()} counted from 0. "
            "Write {name} for a value, and {{ or }} for a brace."
        )
    name = found["name"]
    if name not in texts:
        given = ", ".join(ascii(known[:_SHOWN]) for known in list(texts)[:20]) or "none"
        raise Refused(
            f"The template asks for {name[:_SHOWN]!a}, which has no value. Between braces stands "
            f"the name of a value and nothing else. Names with a value: {given}."
        )
    return texts[name]


def _as_text(value: Scalar) -> str:
    return value if isinstance(value, str) else canonical_json(value)
