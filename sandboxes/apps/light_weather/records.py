"""The records of LightWeather, each field declared scored, neutral or id/time."""

from __future__ import annotations

from typing import NamedTuple

from sandboxes._records import Collection, IdTime, Neutral, Scored


class Settings(NamedTuple):
    """What the user has chosen."""

    primary_location: Scored[str | None] = None


class Alert(NamedTuple):
    """What the user wants to be told of.

    Whether it is triggered follows from the other fields and the readings, so it does not count.
    """

    aid: IdTime[str]
    location: Scored[str]
    condition: Scored[str]
    threshold: Scored[float]
    timestamp: IdTime[str]
    triggered: Neutral[bool]


ALERTS = Collection("alerts", Alert, "aid", keys=("location",))
