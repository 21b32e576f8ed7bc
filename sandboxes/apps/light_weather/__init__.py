"""LightWeather: readings, forecasts, stations, climate and the user's own alerts."""

from sandboxes._catalogue import Server
from sandboxes.apps.light_weather.data_model import LightWeather

SERVER = Server(
    name="LightWeather",
    order=4,
    summary="Weather of 95 cities: readings, forecasts, stations, climate and alerts.",
    state=LightWeather,
)
