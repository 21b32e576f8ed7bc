"""LightTalk: contacts, chats, moments and groups."""

from sandboxes._catalogue import Server
from sandboxes.apps.light_talk.data_model import LightTalk

SERVER = Server(
    name="LightTalk",
    order=2,
    summary="Messaging: contacts, chats, moments (posts) and groups.",
    state=LightTalk,
)
