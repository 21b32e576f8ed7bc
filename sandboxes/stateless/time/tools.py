"""The tools of Time. They know no clock: all they tell follows from their arguments."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from sandboxes._outcome import Refused
from sandboxes._tool import library_tool
from sandboxes.stateless.time.weekdays import name_of_weekday

_LONGEST = 10**12  # in seconds, longer than all the years there are

Moment = Annotated[str, StringConstraints(max_length=64)]
"""A date or a date-time as ISO 8601 writes it."""

Locale = Annotated[str, StringConstraints(max_length=32)]
"""Code of a language, perhaps with a country."""

TimeUnit = Literal["ms", "s", "min", "h", "d", "w"]
_MILLISECONDS: dict[TimeUnit, int] = {
    "ms": 1,
    "s": 1_000,
    "min": 60_000,
    "h": 3_600_000,
    "d": 86_400_000,
    "w": 604_800_000,
}


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise Refused(
            f"{text!a} is no date in ISO 8601. Write a date such as 2026-03-31, or a date-time "
            "such as 2026-03-31T14:05:00 or 2026-03-31T14:05:00+02:00."
        ) from None


def _two_moments(t1: str, t2: str) -> tuple[datetime, datetime]:
    first, second = _moment(t1), _moment(t2)
    if (first.utcoffset() is None) is not (second.utcoffset() is None):
        raise Refused(
            "One of the two has an offset from UTC and the other has none, so they can't be "
            "compared. Give both with an offset, such as +02:00 or Z, or both without."
        )
    return first, second


def _out_of_years() -> Refused:
    return Refused("The result is not in the years 1 to 9999. Keep within these years.")


@library_tool
def days_diff(t1: Moment, t2: Moment) -> str:
    """Count the days from one date to another by the calendar.

    The time of day does not count: from 23:00 to 01:00 of the next morning it is 1 day. Of
    date-times with offsets the second is first put into the offset of the first.

    Refused if one of them is no date, or just one has an offset from UTC.

    Args:
        t1: The date to count from, an ISO 8601 date or date-time.
        t2: The date to count to, an ISO 8601 date or date-time.

    Returns:
        A text such as "31 days", "1 day" or, if t2 is before t1, "-3 days".
    """
    first, second = _two_moments(t1, t2)
    try:
        second = second.astimezone(first.tzinfo) if first.tzinfo else second
    except OverflowError:
        raise _out_of_years() from None
    days = second.toordinal() - first.toordinal()
    return f"{days} {'day' if abs(days) == 1 else 'days'}"


@library_tool
def date_to_weekday(d: Moment, locale: Locale = "en", short: bool = False) -> str:
    """Tell which day of the week a date is, in one of several languages.

    The languages are ar, cs, da, de, el, en, es, fi, fr, he, hi, hu, id, it, ja, ko, nb, nl, pl,
    pt, ru, sv, tr, uk, vi and zh. A country may follow, as in en-GB or pt_BR.

    Refused if it is no date or the language is none of these.

    Args:
        d: The date, an ISO 8601 date or date-time.
        locale: Code of the language in which to name the day.
        short: Whether to abbreviate the name, as the language does.

    Returns:
        Name of the day, such as "Monday", or "Mon" if short.
    """
    return name_of_weekday(_moment(d).weekday(), locale, short=short)


@library_tool
def iso_seconds_diff(t1: Moment, t2: Moment) -> float:
    """Measure the time from one moment to another in seconds.

    A date without a time means its midnight.

    Refused if one of them is no date or date-time, or just one has an offset from UTC.

    Args:
        t1: The moment to measure from, an ISO 8601 date-time.
        t2: The moment to measure to, an ISO 8601 date-time.

    Returns:
        The seconds, a number with up to six decimals; negative if t2 is before t1.
    """
    first, second = _two_moments(t1, t2)
    return (second - first).total_seconds()


@library_tool
def convert_time_units(value: float, from_unit: TimeUnit, to_unit: TimeUnit) -> float:
    """Convert a length of time between milliseconds, seconds, minutes, hours, days and weeks.

    Refused if the result is too large.

    Args:
        value: The length of time in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The length of time in the wanted unit, a number.
    """
    ratio = Fraction(_MILLISECONDS[from_unit], _MILLISECONDS[to_unit])
    try:
        return float(Fraction(repr(value)) * ratio)
    except OverflowError:
        raise Refused(
            "The result is too large: numbers reach to about 1.8 times 10 to the power 308."
        ) from None


@library_tool
def add_seconds_iso(t: Moment, seconds: Annotated[int, Field(ge=-_LONGEST, le=_LONGEST)]) -> str:
    """Find the moment that is some seconds after another.

    Refused if it is no date or date-time, or the result is not in the years 1 to 9999.

    Args:
        t: The moment to start from, an ISO 8601 date-time; a date means its midnight.
        seconds: How many seconds to add; negative for an earlier moment.

    Returns:
        The moment as an ISO 8601 date-time, with the same offset from UTC, if any; UTC itself is
        written +00:00.
    """
    try:
        return (_moment(t) + timedelta(seconds=seconds)).isoformat()
    except OverflowError:
        raise _out_of_years() from None
