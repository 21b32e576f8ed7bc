"""The checks that LightNews's tools share."""

from __future__ import annotations

import re
from datetime import datetime

from sandboxes._outcome import Refused
from sandboxes.apps.light_news.articles import Article
from sandboxes.apps.light_news.data_model import LightNews

_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2})?)?")


def known_section(paper: LightNews, section: str) -> str:
    """The section's name as the paper writes it."""
    for name in paper.sections():
        if name.casefold() == section.casefold():
            return name
    raise Refused(f'There is no section "{section}"; there are {", ".join(paper.sections())}.')


def known_article(paper: LightNews, nid: str) -> Article:
    """An article."""
    article = paper.article(nid)
    if article is None:
        raise Refused(f"There is no article with the id {nid}.")
    return article


class Span:
    """A range of times; a bare date stands for the whole day, at either end.

    Args:
        begin: The first day or time that belongs to it; None for no limit.
        end: The last.

    Raises:
        Refused: an end can't be read, or the range ends before it begins.
    """

    def __init__(self, begin: str | None, end: str | None) -> None:
        # Times of one form are ordered as texts are, and a shorter one is the start of what it
        # stands for: so only that much of two times is compared.
        self._begin = _readable("begin_date", begin)
        self._end = _readable("end_date", end)
        common = min(len(self._begin), len(self._end))
        if self._begin[:common] > self._end[:common]:
            raise Refused(
                f"begin_date {begin} lies after end_date {end}; the earlier one comes first."
            )

    def __contains__(self, timestamp: str) -> bool:
        """Whether a time, "YYYY-MM-DD HH:MM:SS", lies in the range."""
        begins = timestamp[: len(self._begin)] >= self._begin
        return begins and timestamp[: len(self._end)] <= self._end


def _readable(argument: str, text: str | None) -> str:
    """A date or time as timestamps are written; nothing for None."""
    if text is None:
        return ""
    try:
        if _TIME.fullmatch(text):
            datetime.fromisoformat(text)
            return text.replace("T", " ")
    except ValueError:  # of the right form, but there is no such day or time
        pass
    raise Refused(
        f'{argument} "{text}" is no date; write "YYYY-MM-DD", such as "2026-03-14", or '
        '"YYYY-MM-DD HH:MM:SS".'
    )
