"""The tools of LightOS."""

from __future__ import annotations

from sandboxes._tool import tool
from sandboxes.apps.light_os.data_model import LightOS


@tool(mutates=False, requires=(), provides=("time",))
def now(device: LightOS) -> str:
    """Tell the date and time of the device's clock.

    The clock moves a few seconds after each successful change in any app, and never otherwise.

    Returns:
        Date and time as "YYYY-MM-DD HH:MM:SS".
    """
    return device.world.timestamp()


@tool(mutates=False, requires=(), provides=())
def health(device: LightOS) -> bool:
    """Say whether the device and its apps respond.

    Returns:
        true.
    """
    return True
