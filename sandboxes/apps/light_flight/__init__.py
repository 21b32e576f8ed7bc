"""LightFlight: airports, flights, passengers, bookings and their payment."""

from sandboxes._catalogue import Server
from sandboxes.apps.light_flight.data_model import LightFlight

SERVER = Server(
    name="LightFlight",
    order=5,
    summary="Flying: airports and flights, passengers, bookings, their payment and refunds.",
    state=LightFlight,
)
