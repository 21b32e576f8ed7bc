"""Tools that search and replace by regular expressions, or fill in a template."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from sandboxes._outcome import Refused
from sandboxes._tool import library_tool
from sandboxes._types import AnyText, Scalar
from sandboxes.stateless.string.expressions import Expression, Replacement
from sandboxes.stateless.string.templates import rendered

Pattern = Annotated[str, StringConstraints(min_length=1, max_length=500)]
"""A regular expression."""

SearchedText = Annotated[str, StringConstraints(max_length=5000)]
"""Text to search; the time that a pattern can take grows with its square."""

ReplacementText = Annotated[str, StringConstraints(max_length=1000)]
"""What comes instead of a match."""

Values = Annotated[
    dict[Annotated[str, StringConstraints(min_length=1, max_length=64)], Scalar],
    Field(max_length=100),
]
"""What a template is filled with."""

_MOST_MATCHES = 1000
_LONGEST_RESULT = 100_000


@library_tool
def regex_search(pattern: Pattern, text: SearchedText) -> list[dict[str, Any]]:
    r"""Find all matches of a regular expression in a text, from left to right, without overlap.

    The syntax is that of RE2: as usual, but without look-around and references back to a group.
    (?i) at the beginning ignores case, (?m) lets ^ and $ match at lines, (?s) lets . match a line
    feed. \w, \d and \b know the letters A to Z and the digits 0 to 9; \p{L} is any letter.

    Refused if the pattern is no such expression, or too complex for a text of this length, or
    matches more than 1,000 times.

    Args:
        pattern: The regular expression.
        text: The text to search.

    Returns:
        A list of {match, start, end, groups}; match is what was found, start and end are its places
        in the text in characters, counted from 0, the end not included, and groups is a list of
        what each group in brackets found, null for a group that took no part. Empty if nothing was
        found.
    """
    found: list[dict[str, Any]] = []
    for match in Expression(pattern).matches(text):
        if len(found) == _MOST_MATCHES:
            raise Refused(
                f"pattern matches more than {_MOST_MATCHES} times. Send a narrower pattern or a "
                "shorter text."
            )
        groups = list(match.groups())
        found.append(
            {"match": match.group(), "start": match.start(), "end": match.end(), "groups": groups}
        )
    return found


@library_tool
def replace(pattern: Pattern, repl: ReplacementText, text: SearchedText) -> str:
    r"""Replace all matches of a regular expression in a text.

    The syntax is that of regex_search. In the replacement, \1 to \99 and \g<name> stand for what a
    group found, \g<0> for the whole match, \n and \t for a line feed and a tab, and \\ for a
    backslash.

    Refused if the pattern is no such expression, or too complex for a text of this length, if the
    replacement names a group that the pattern does not have, or if the result would be longer than
    100,000 characters.

    Args:
        pattern: The regular expression.
        repl: What comes instead of each match.
        text: The text to search.

    Returns:
        The text with all matches replaced.
    """
    expression = Expression(pattern)
    replacement = Replacement(repl, expression)
    pieces, length, end = [], 0, 0
    for match in expression.matches(text):
        pieces += [text[end : match.start()], replacement.expanded(match)]
        end = match.end()
        length += len(pieces[-1]) + len(pieces[-2])
        if length + len(text) - end > _LONGEST_RESULT:
            raise Refused(f"The result would have more than {_LONGEST_RESULT} characters.")
    return "".join((*pieces, text[end:]))


@library_tool
def template_render(template: AnyText, values: Values) -> str:
    """Fill in a template: each {name} in it becomes the value of that name.

    A text comes as it is, all else as in JSON (12.5, true, null). {{ and }} stand for single
    braces. There is nothing but names between braces: no format, no attribute, no place in a list.

    Refused if a name has no value, if a brace stands alone, or if the result would be longer than
    100,000 characters.

    Args:
        template: The template.
        values: An object of name and value; values that the template does not use do not matter.

    Returns:
        The filled-in text.
    """
    return rendered(template, values, _LONGEST_RESULT)
