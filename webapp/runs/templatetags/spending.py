"""Words of `webapp.runs.words`, for templates."""

from __future__ import annotations

from django import template

from webapp.runs import words

register = template.Library()
register.filter("dollars", words.dollars)
