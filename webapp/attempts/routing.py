"""The addresses of WebSockets."""

from __future__ import annotations

from typing import Any

from django.urls import path, re_path

from webapp.attempts.consumers import attempt_socket
from webapp.pages.watch import watch_socket

_socket: Any = attempt_socket  # Channels routes to ASGI applications as Django does to views
_watch: Any = watch_socket

websocket_urlpatterns = [
    path("ws/attempts/<str:token>", _socket),
    path("ws/attempts/<int:attempt_id>/watch", _watch),
    # Whatever else is asked for: told in the same way, instead of failing as a route.
    re_path("", _socket, {"token": ""}),
]
