"""An article: a story that was printed on a certain day, with that day's dates in its text."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any, NamedTuple

from sandboxes.apps.light_news.corpus_reader import Story

_DATE = re.compile(r"\{([+-]?\d+)\}")
_DATE_LENGTH = len("2026-03-14")
# Not by strftime, whose names follow the locale of the process.
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


class Article(NamedTuple):
    """A story in one world's paper.

    Args:
        nid: Its id.
        section: Name of its section.
        timestamp: When it appeared, "YYYY-MM-DD HH:MM:SS".
        story: What it says.
    """

    nid: str
    section: str
    timestamp: str
    story: Story

    def headline(self) -> dict[str, Any]:
        """What lists of articles show: all but the section and the text."""
        return {
            "nid": self.nid,
            "timestamp": self.timestamp,
            "title": self.story.title,
            "abstract": self.story.abstract,
            "author": self.story.author,
        }

    def content(self) -> str:
        """The text, its paragraphs divided by blank lines."""
        published = date.fromisoformat(self.timestamp[:_DATE_LENGTH])

        def shown(days: re.Match[str]) -> str:
            return day_in_words(published + timedelta(days=int(days[1])))

        return _DATE.sub(shown, "\n\n".join(self.story.paragraphs))


def day_in_words(day: date) -> str:
    """A day as the paper writes it, such as "Saturday 14 March 2026"."""
    return f"{_WEEKDAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]} {day.year}"
