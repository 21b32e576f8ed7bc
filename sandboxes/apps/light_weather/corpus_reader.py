"""The cities and stations of LightWeather, the same in every world, read once per process."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

_FOLDER = Path(__file__).parent / "corpus"


@dataclass(frozen=True, slots=True)
class City:
    """A real city and what its weather is usually like.

    Args:
        name: In English; no two cities share one.
        country: In English.
        latitude: Degrees, north is positive.
        longitude: Degrees, east is positive.
        time_zone: Its IANA name.
        elevation: Metres above the sea.
        humidity: Mean relative humidity over the year, in percent.
        temperature: Mean of each month in degrees Celsius, January first.
        rainfall: Of each month in millimetres, January first.
    """

    name: str
    country: str
    latitude: float
    longitude: float
    time_zone: str
    elevation: int
    humidity: int
    temperature: tuple[float, ...]
    rainfall: tuple[int, ...]


class Station(NamedTuple):
    """A weather station in or near a city."""

    station_id: str
    name: str
    city: str
    latitude: float
    longitude: float
    elevation: int


@functools.cache
def cities() -> dict[str, City]:
    """All cities by name, in order of name."""
    read = sorted(_read("cities.json"), key=lambda data: str(data["name"]))
    return {
        data["name"]: City(
            **data
            | {"temperature": tuple(data["temperature"]), "rainfall": tuple(data["rainfall"])}
        )
        for data in read
    }


@functools.cache
def stations() -> dict[str, Station]:
    """All stations by id, in order of id."""
    read = sorted(_read("stations.json"), key=lambda data: str(data["station_id"]))
    return {data["station_id"]: Station(**data) for data in read}


def _read(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((_FOLDER / name).read_text(encoding="utf-8"))
    return found
