"""Dates and durations: known values, what is no date, and ways there and back."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from sandboxes.stateless.time.weekdays import LANGUAGES
from tests.sandboxes.calls import not_understood, ok, refused

NO_DATES = ["", "soon", "2026-13-01", "2026-02-30", "31.03.2026", "2026-03-31T25:00:00", "2026"]
offsets = st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
local = st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31))  # noqa: DTZ001 - no offset
moments = local | st.builds(lambda moment, offset: moment.replace(tzinfo=offset), local, offsets)


@pytest.mark.parametrize(
    ("t1", "t2", "days"),
    [
        ("2026-01-01", "2026-02-01", "31 days"),
        ("2026-02-28", "2026-03-01", "1 day"),
        ("2024-02-28", "2024-03-01", "2 days"),
        ("2026-03-01", "2026-02-28", "-1 day"),
        ("2026-03-04", "2026-03-01", "-3 days"),
        ("2026-03-01", "2026-03-01T23:59:59", "0 days"),
        ("2026-03-01T23:00:00", "2026-03-02T01:00:00", "1 day"),
        ("2026-03-01T23:00:00Z", "2026-03-02T00:30:00+02:00", "0 days"),
        ("2026-03-02T00:30:00+02:00", "2026-03-01T23:00:00Z", "0 days"),
        ("0001-01-01", "9999-12-31", "3652058 days"),
        ("20260101", "2026-01-02", "1 day"),
    ],
)
def test_days_are_counted_by_the_calendar(world: World, t1: str, t2: str, days: str) -> None:
    assert ok(world, "days_diff", t1=t1, t2=t2) == days


@given(first=st.dates(), second=st.dates())
def test_days_there_are_days_back(untouched: World, first: date, second: date) -> None:
    world, t1, t2 = untouched.fork(), first.isoformat(), second.isoformat()
    there = int(ok(world, "days_diff", t1=t1, t2=t2).split()[0])
    assert int(ok(world, "days_diff", t1=t2, t2=t1).split()[0]) == -there
    assert first + timedelta(days=there) == second


def test_a_day_that_an_offset_moves_out_of_the_years_is_refused(world: World) -> None:
    sentence = refused(
        world, "days_diff", t1="0001-01-01T00:00:00-02:00", t2="0001-01-01T00:00:00+00:00"
    )
    assert "years 1 to 9999" in sentence


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({"d": "2026-03-02"}, "Monday"),
        ({"d": "1969-07-20"}, "Sunday"),
        ({"d": "2000-02-29T12:00:00Z"}, "Tuesday"),
        ({"d": "2026-03-02", "short": True}, "Mon"),
        ({"d": "2026-03-02", "locale": "de"}, "Montag"),
        ({"d": "2026-03-02", "locale": "de", "short": True}, "Mo"),
        ({"d": "2026-03-07", "locale": "fr"}, "samedi"),
        ({"d": "2026-03-07", "locale": "es"}, "sábado"),
        ({"d": "2026-03-04", "locale": "ja"}, "水曜日"),
        ({"d": "2026-03-04", "locale": "zh_CN"}, "星期三"),
        ({"d": "2026-03-06", "locale": "ar"}, "الجمعة"),
        ({"d": "2026-03-01", "locale": "en-GB"}, "Sunday"),
        ({"d": "2026-03-01", "locale": "PT_br"}, "domingo"),
        ({"d": "2026-03-05", "locale": "uk"}, "четвер"),
    ],
)
def test_a_day_is_named_in_a_language(
    world: World, arguments: dict[str, object], name: str
) -> None:
    assert ok(world, "date_to_weekday", **arguments) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_seven_names(world: World, language: str) -> None:
    week = [f"2026-03-0{day}" for day in range(2, 9)]
    for short in (False, True):
        names = {ok(world, "date_to_weekday", d=d, locale=language, short=short) for d in week}
        assert len(names) == 7
        assert "" not in names


@pytest.mark.parametrize("locale", ["xx", "", "english", "e", "../de", "\n"])
def test_a_language_that_is_not_known_is_refused_with_those_that_are(
    world: World, locale: str
) -> None:
    sentence = refused(world, "date_to_weekday", d="2026-03-02", locale=locale)
    assert "Give one of ar, cs, " in sentence


def test_the_tool_says_which_languages_it_knows() -> None:
    from sandboxes import catalogue

    said = catalogue()["date_to_weekday"].description.replace(" and ", ", ")
    assert f"The languages are {', '.join(LANGUAGES)}." in said


@pytest.mark.parametrize(
    ("t1", "t2", "seconds"),
    [
        ("2026-03-02T10:00:00", "2026-03-02T10:01:30", 90),
        ("2026-03-02", "2026-03-03", 86400),
        ("2026-03-02T10:00:00", "2026-03-02T09:59:59.75", -0.25),
        ("2026-03-02T10:00:00+02:00", "2026-03-02T10:00:00Z", 7200),
        ("2026-03-02 10:00", "2026-03-02T10:00:00.000001", 0.000001),
    ],
)
def test_seconds_are_measured(world: World, t1: str, t2: str, seconds: float) -> None:
    assert ok(world, "iso_seconds_diff", t1=t1, t2=t2) == seconds


@pytest.mark.parametrize("text", NO_DATES)
def test_what_is_no_date_is_refused_everywhere(world: World, text: str) -> None:
    there = "2026-03-02"
    sentences = [
        refused(world, "days_diff", t1=text, t2=there),
        refused(world, "days_diff", t1=there, t2=text),
        refused(world, "iso_seconds_diff", t1=text, t2=there),
        refused(world, "iso_seconds_diff", t1=there, t2=text),
        refused(world, "date_to_weekday", d=text),
        refused(world, "add_seconds_iso", t=text, seconds=1),
    ]
    assert all("is no date in ISO 8601" in sentence for sentence in sentences)


@pytest.mark.parametrize("tool", ["days_diff", "iso_seconds_diff"])
def test_a_moment_with_an_offset_is_not_compared_with_one_without(world: World, tool: str) -> None:
    for t1, t2 in (("2026-03-02T10:00:00Z", "2026-03-02"), ("2026-03-02", "2026-03-02T10:00Z")):
        assert "Give both with an offset" in refused(world, tool, t1=t1, t2=t2)


@pytest.mark.parametrize(
    ("value", "from_unit", "to_unit", "result"),
    [
        (90, "s", "min", 1.5),
        (1, "w", "h", 168),
        (2.5, "d", "h", 60),
        (1, "ms", "s", 0.001),
        (-3, "h", "min", -180),
        (0.1, "s", "ms", 100),
        (1, "ms", "w", 1.6534391534391535e-09),
    ],
)
def test_units_of_time_are_converted(
    world: World, value: float, from_unit: str, to_unit: str, result: float
) -> None:
    answer = ok(world, "convert_time_units", value=value, from_unit=from_unit, to_unit=to_unit)
    assert answer == result


UNITS = ("ms", "s", "min", "h", "d", "w")


@given(
    value=st.floats(-1e200, 1e200).filter(lambda v: v == 0 or abs(v) > 1e-200),
    one=st.sampled_from(UNITS),
    other=st.sampled_from(UNITS),
)
def test_a_converted_length_of_time_converts_back(
    untouched: World, value: float, one: str, other: str
) -> None:
    world = untouched.fork()
    there = ok(world, "convert_time_units", value=value, from_unit=one, to_unit=other)
    back = ok(world, "convert_time_units", value=there, from_unit=other, to_unit=one)
    assert back == pytest.approx(value, rel=1e-12)


def test_a_length_of_time_beyond_all_floats_is_refused(world: World) -> None:
    said = refused(world, "convert_time_units", value=1e308, from_unit="w", to_unit="ms")
    assert "too large" in said


def test_an_unknown_unit_of_time_is_not_understood(world: World) -> None:
    arguments = {"value": 1, "from_unit": "year", "to_unit": "s"}
    assert "'ms', 's', 'min', 'h', 'd' or 'w'" in not_understood(
        world, "convert_time_units", arguments
    )


@pytest.mark.parametrize(
    ("t", "seconds", "result"),
    [
        ("2026-03-02T10:00:00", 90, "2026-03-02T10:01:30"),
        ("2026-02-28", 86400, "2026-03-01T00:00:00"),
        ("2024-02-29T00:00:00", -1, "2024-02-28T23:59:59"),
        ("2026-03-02T10:00:00Z", 3600, "2026-03-02T11:00:00+00:00"),
        ("2026-03-02T10:00:00.250-05:30", 0, "2026-03-02T10:00:00.250000-05:30"),
    ],
)
def test_seconds_are_added_to_a_moment(world: World, t: str, seconds: int, result: str) -> None:
    assert ok(world, "add_seconds_iso", t=t, seconds=seconds) == result


@pytest.mark.parametrize("seconds", [-(10**12), 10**12])
def test_a_moment_out_of_the_years_is_refused(world: World, seconds: int) -> None:
    assert "years 1 to 9999" in refused(world, "add_seconds_iso", t="2026-03-02", seconds=seconds)


@given(moment=moments, seconds=st.integers(-(10**7), 10**7))
def test_what_was_added_is_the_difference(untouched: World, moment: datetime, seconds: int) -> None:
    world, t1 = untouched.fork(), moment.isoformat()
    t2 = ok(world, "add_seconds_iso", t=t1, seconds=seconds)
    assert ok(world, "iso_seconds_diff", t1=t1, t2=t2) == seconds
    assert ok(world, "add_seconds_iso", t=t2, seconds=-seconds) == t1
