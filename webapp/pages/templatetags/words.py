"""Words of `webapp.pages.words`, for templates."""

from __future__ import annotations

from datetime import timedelta

from django import template

from webapp.pages import words

register = template.Library()
register.filter("legible", words.legible)
register.filter("in_words", words.in_words)


@register.filter
def duration(span: timedelta | float) -> str:
    """A span of time, or a number of seconds."""
    return words.duration(span.total_seconds() if isinstance(span, timedelta) else span)


@register.filter
def counted(number: int, noun: str) -> str:
    """A number with its noun; two nouns, separated by a comma, for one and for many."""
    one, _, many = noun.partition(",")
    return words.counted(number, one, many)
