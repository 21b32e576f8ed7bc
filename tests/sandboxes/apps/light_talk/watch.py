"""What must always hold in LightTalk: groups are of people who are there, once each."""

from __future__ import annotations

from typing import Any

from sandboxes import Outcome, World
from sandboxes.apps.light_talk.data_model import LightTalk


class Watch:
    """Looks on while tools are called.

    Args:
        world: The world at its beginning.
    """

    def __init__(self, world: World) -> None:
        self._me = world.app(LightTalk).me

    def see(
        self, before: World, name: str, arguments: dict[str, Any], outcome: Outcome, world: World
    ) -> None:
        """Assert what must hold after a call.

        Likes, comments and messages may go on naming a contact who was deleted.
        """
        talk = world.app(LightTalk)
        assert talk.me == self._me
        people = {talk.me, *talk.directory()}
        for group in talk.groups.of().values():
            assert set(group.uids) <= people
            assert len(set(group.uids)) == len(group.uids) > 0
            assert group.owner_id in group.uids
