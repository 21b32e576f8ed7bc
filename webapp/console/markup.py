"""Values as HTML. A result may have thousands of them: a template for each would take too long."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from django.utils.safestring import SafeString, mark_safe

from webapp.console.readable import Node
from webapp.pages.words import legible


def html_of(node: Node) -> SafeString:
    """A value as HTML; every text in it is escaped."""
    return mark_safe("".join(_parts(node)))  # noqa: S308 - each text goes through _text


def _parts(node: Node) -> Iterator[str]:
    if node.kind in ("text", "literal"):
        yield _single(node)
    elif node.kind == "object":
        yield '<dl class="object">'
        for name, value in node.pairs:
            yield f"<div><dt>{_text(name)}</dt><dd>"
            yield from _parts(value)
            yield "</dd></div>"
        yield "</dl>"
    elif node.kind == "list":
        yield '<ul class="list">'
        for value in node.items:
            yield "<li>"
            yield from _parts(value)
            yield "</li>"
        yield "</ul>"
    else:
        yield from _table(node)


def _table(node: Node) -> Iterator[str]:
    yield '<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>'
    for name, numeric in node.heads:
        yield f'<th scope="col"{_NUM if numeric else ""}>{_text(name)}</th>'
    yield "</tr></thead><tbody>"
    for row in node.cells:
        yield "<tr>"
        for value, numeric in row:
            yield f"<td{_NUM if numeric else ''}>"
            yield from _parts(value)
            yield "</td>"
        yield "</tr>"
    yield "</tbody></table></div>"


_NUM = ' class="num"'


def _single(node: Node) -> str:
    kind = "lit" if node.kind == "literal" else "txt"
    if node.value is None:
        return f'<span class="{kind}">{_text(node.text)}</span>'
    # What is put into a field is what stands there, unless it can't be shown as it is.
    shown = legible(node.text)
    value = "" if shown == node.value else f' data-value="{_attribute(node.value)}"'
    return f'<span class="val {kind}"{value} dir="auto">{escape(shown)}</span>'


def _text(text: str) -> str:
    return escape(legible(text))


def _attribute(text: str) -> str:
    """A text in an attribute. Half a surrogate pair can't be sent, so it is written out."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = legible(text)
    return escape(text)
