"""The searches for tools, as they are kept."""

from __future__ import annotations

from datetime import timedelta

from webapp import clock
from webapp.attempts.models import Attempt
from webapp.console.models import ToolQuery

LONGEST = 200
_ONE_THOUGHT = timedelta(seconds=3)


def keep_query(attempt: Attempt, text: str, found: int) -> None:
    """Keep a search; what is typed on within a moment is the same search.

    Args:
        attempt: In which attempt.
        text: What was typed.
        found: How many tools were found.
    """
    text, now = text.strip()[:LONGEST], clock.now()
    if not text:
        return
    last = attempt.tool_queries.last()
    if last is not None and _goes_on(last, text) and now - last.at <= _ONE_THOUGHT:
        ToolQuery.objects.filter(pk=last.pk).update(text=text, found=found, at=now)
    else:
        ToolQuery.objects.create(attempt=attempt, text=text, found=found, at=now)


def _goes_on(last: ToolQuery, text: str) -> bool:
    """Whether a text is the last search, typed on or in part taken back."""
    return not last.opened and (text.startswith(last.text) or last.text.startswith(text))


def keep_opened(attempt: Attempt, text: str, tool: str) -> None:
    """Keep which tool a search led to.

    Args:
        attempt: In which attempt.
        text: What stood in the search; nothing, if the list was read instead.
        tool: Name of the tool.
    """
    last = attempt.tool_queries.last()
    if last is not None and text.strip() and last.text == text.strip()[:LONGEST]:
        ToolQuery.objects.filter(pk=last.pk, opened="").update(opened=tool)
