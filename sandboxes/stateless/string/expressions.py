"""Regular expressions by RE2, whose cost has an end whatever they are.

RE2 takes a time that grows with the text and the pattern, but only for one match. A pattern such
as ``a*b|a`` reads to the end of the text before each of its matches, so for all of them the time
grows with the square of the text. Hence a budget of steps: bytes left to read times the size of
the pattern, summed over the matches. It depends on nothing but the pattern and the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sandboxes._outcome import Refused

_MOST_INSTRUCTIONS = 3000
_MOST_STEPS_OF_ONE_MATCH = 1_000_000  # so few that RE2 keeps its fast way
_MOST_STEPS = 60_000_000
_ONE_BYTE = re.compile(r"(?<!\\)(?:\\\\)*\\C")
_UNICODE_CLASS = re.compile(r"\\[pP](?:\{\^?\w+\}|\w)")
_SHOWN = 100


class Expression:
    """A regular expression of the subject's.

    Args:
        pattern: In the syntax of RE2.

    Raises:
        Refused: it is none, or too large.
    """

    def __init__(self, pattern: str) -> None:
        if _ONE_BYTE.search(pattern):
            raise Refused(r"pattern has \C, which matches half a character. Write . for any.")
        self._compiled = _compiled(pattern)
        if self._compiled.programsize > _MOST_INSTRUCTIONS:
            raise Refused(
                "pattern is too complex. Repeat less, or name fewer classes of characters."
            )
        self._weight = _weight(pattern, self._compiled)

    @property
    def groups(self) -> int:
        """How many groups it has."""
        return int(self._compiled.groups)

    @property
    def names(self) -> dict[str, int]:
        """The numbers of the groups that have names."""
        return dict(self._compiled.groupindex)

    def matches(self, text: str) -> Iterator[Any]:
        """The matches from left to right, without overlap, as `re.Match` has them.

        Raises:
            Refused: finding them may take too long; the matches before it were given.
        """
        size, length = len(text.encode()), max(len(text), 1)
        steps = size * self._weight
        if steps > _MOST_STEPS_OF_ONE_MATCH:
            raise _too_much(len(text))
        for match in self._compiled.finditer(text):
            yield match
            left = size * (length - match.start()) // length
            steps += left * self._weight
            if steps > _MOST_STEPS:
                raise _too_much(len(text))


class Replacement:
    r"""What comes instead of a match: text with \1, \g<name> and the like in it.

    Not the library's own, which garbles letters beyond ASCII.

    Args:
        template: As the subject wrote it.
        expression: The expression whose groups it names.

    Raises:
        Refused: it names a group that is not there, or has a backslash that means nothing.
    """

    _ESCAPE = re.compile(r"\\(?:(?P<number>[0-9]{1,2})|g<(?P<name>\w+)>|(?P<plain>[nt\\]))|\\")
    _PLAIN = {"n": "\n", "t": "\t", "\\": "\\"}  # noqa: RUF012 - never changed

    def __init__(self, template: str, expression: Expression) -> None:
        self._expression = expression
        self._parts: list[str | int] = []
        end = 0
        for found in self._ESCAPE.finditer(template):
            self._parts += [template[end : found.start()], self._meant(found)]
            end = found.end()
        self._parts.append(template[end:])

    def expanded(self, match: Any) -> str:
        """The text that comes instead of this match; a group that took no part gives nothing."""
        return "".join(
            part if isinstance(part, str) else match.group(part) or "" for part in self._parts
        )

    def _meant(self, found: re.Match[str]) -> str | int:
        if found["plain"]:
            return self._PLAIN[found["plain"]]
        wanted = found["number"] or found["name"]
        if wanted is None:
            raise Refused(
                r"repl has a backslash that means nothing. Write \1 or \g<name> for a group, and "
                r"\\ for a backslash."
            )
        names = self._expression.names
        number = names.get(wanted, -1)
        if wanted.isascii() and wanted.isdigit():
            number = int(wanted)
        if not 0 <= number <= self._expression.groups:
            raise Refused(
                f"repl names group {wanted[:_SHOWN]!a}, which pattern does not have. It has "
                f"{self._expression.groups} groups; names of groups: {', '.join(names) or 'none'}."
            )
        return number


def _compiled(pattern: str) -> Any:
    import re2

    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        said = error.args[0].decode(errors="replace")[:_SHOWN]
        raise Refused(
            f"pattern is no regular expression in the syntax of RE2: {said}. There is no "
            "look-around and no reference back to a group."
        ) from None
    finally:
        re2.purge()  # its cache would keep up to 8 MiB for each of 128 patterns


def _weight(pattern: str, compiled: Any) -> int:
    r"""The size of the expression, where a class such as ``\pL`` counts as little as ``\w``.

    Such a class has a thousand instructions and yet costs no more than another.
    """
    simple = _UNICODE_CLASS.sub(r"\\w", pattern)
    if simple == pattern:
        return int(compiled.programsize)
    try:
        return int(_compiled(simple).programsize)
    except Refused:
        return int(compiled.programsize)


def _too_much(length: int) -> Refused:
    return Refused(
        f"Finding all matches of pattern in a text of {length} characters may take too long. Send "
        "a simpler pattern or a shorter text."
    )
