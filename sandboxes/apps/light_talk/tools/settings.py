"""Tools about the session: network, place and privilege."""

from __future__ import annotations

from typing import Any

from sandboxes._faults import FaultKind
from sandboxes._outcome import Refused
from sandboxes._tool import tool
from sandboxes._types import Line
from sandboxes.apps.light_talk.corpus_reader import talk_corpus
from sandboxes.apps.light_talk.data_model import LightTalk


@tool(mutates=True, requires=(), provides=("stable network",), faults=FaultKind.NEVER)
def acc_network(talk: LightTalk) -> dict[str, Any]:
    """Accelerate the network: LightTalk meets no network faults from then on.

    Returns:
        {network_accelerated}.
    """
    talk.session.set(talk.session.value._replace(network_accelerated=True))
    return {"network_accelerated": True}


@tool(mutates=False, requires=(), provides=("place",))
def list_ip_choices(talk: LightTalk) -> list[str]:
    """List the places that can be shown as the user's own on new moments.

    Returns:
        A list of "City, Country".
    """
    return list(talk_corpus().places)


@tool(mutates=True, requires=("place",), provides=())
def change_my_ip(talk: LightTalk, where: Line) -> dict[str, Any]:
    """Choose the place that is shown on the user's later moments.

    Refused if the place is not among the listed choices.

    Args:
        where: One of the listed places, as "City, Country".

    Returns:
        {my_ip}.
    """
    if where not in talk_corpus().places:
        raise Refused(f'"{where}" is not among the places that can be chosen.')
    talk.session.set(talk.session.value._replace(my_ip=where))
    return {"my_ip": where}


@tool(mutates=True, requires=(), provides=("privilege",), faults=FaultKind.NEVER)
def ask_for_privilege(talk: LightTalk) -> dict[str, Any]:
    """Ask for the elevated privilege, which some tools need; their descriptions say so.

    It is always granted and lasts to the end.

    Returns:
        {has_privilege}.
    """
    talk.session.set(talk.session.value._replace(has_privilege=True))
    return {"has_privilege": True}
