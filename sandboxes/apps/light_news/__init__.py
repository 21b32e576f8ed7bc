"""LightNews: the local paper."""

from sandboxes._catalogue import Server
from sandboxes.apps.light_news.data_model import LightNews

SERVER = Server(
    name="LightNews",
    order=7,
    summary="The local paper of Alderbay: six sections of articles to search and to read.",
    state=LightNews,
)
