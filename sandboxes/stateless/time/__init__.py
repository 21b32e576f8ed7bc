"""Time: dates and durations in ISO 8601."""

from sandboxes._catalogue import Server

SERVER = Server(
    name="Time",
    order=11,
    summary="Dates and durations: differences, weekdays, units of time; all in ISO 8601.",
)
