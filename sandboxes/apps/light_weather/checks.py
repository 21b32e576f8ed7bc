"""The checks that LightWeather's tools share."""

from __future__ import annotations

import re
from datetime import date

from sandboxes._outcome import Refused
from sandboxes.apps.light_weather.corpus_reader import City, Station, cities, stations

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def known_city(name: str) -> City:
    """The city."""
    city = cities().get(name)
    if city is None:
        raise Refused(f'There is no city "{name}"; use a name exactly as list_cities gives it.')
    return city


def known_station(station_id: str) -> Station:
    """The station."""
    station = stations().get(station_id)
    if station is None:
        raise Refused(f"No weather station has the id {station_id}.")
    return station


def read_date(text: str) -> date:
    """A date as written."""
    try:
        if _DATE.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:  # such as 30 February
        pass
    raise Refused(f'"{text}" is no date; write it as YYYY-MM-DD, such as 2026-03-14.')
