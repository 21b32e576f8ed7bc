"""LightOS: the clock that all apps share."""

from sandboxes._catalogue import Server
from sandboxes.apps.light_os.data_model import LightOS

SERVER = Server(
    name="LightOS",
    order=1,
    summary="The device: its clock and its health.",
    state=LightOS,
)
