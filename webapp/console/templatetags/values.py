"""Values in the templates of the console."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from webapp.console.markup import html_of
from webapp.console.readable import Node

register = template.Library()


@register.filter
def on_the_clock(seconds: int) -> str:
    """Seconds as a clock shows them: 12:48, 1:02:03."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@register.filter
def as_html(node: Node) -> SafeString:
    """A value, set for reading."""
    return html_of(node)
