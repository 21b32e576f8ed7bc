"""Names of weekdays in several languages."""

from __future__ import annotations

import functools
from typing import Literal

from sandboxes._outcome import Refused

LANGUAGES = (
    *("ar", "cs", "da", "de", "el", "en", "es", "fi", "fr", "he", "hi", "hu", "id", "it", "ja"),
    *("ko", "nb", "nl", "pl", "pt", "ru", "sv", "tr", "uk", "vi", "zh"),
)
"""Each costs a megabyte once it was asked for, which is why they are not all that there are."""


def name_of_weekday(day: int, locale: str, *, short: bool) -> str:
    """What a day of the week is called.

    Args:
        day: The day, 0 for Monday.
        locale: Code of a language, perhaps with a country.
        short: Whether to abbreviate it.

    Raises:
        Refused: the language is none of those that are known here.
    """
    language = locale.replace("_", "-").partition("-")[0].lower()
    if language not in LANGUAGES:
        raise Refused(
            f"The language {locale!a} is not known here. Give one of {', '.join(LANGUAGES)}."
        )
    return _names(language, short=short)[day]


@functools.cache
def _names(language: str, *, short: bool) -> tuple[str, ...]:
    from babel.dates import get_day_names

    width: Literal["abbreviated", "wide"] = "abbreviated" if short else "wide"
    names = get_day_names(width, context="stand-alone", locale=language)
    return tuple(names[day] for day in range(7))
