"""The addresses of WebSockets."""

from __future__ import annotations

from typing import Any

from django.urls import path, re_path

from webapp.attempts.consumers import attempt_socket

_socket: Any = attempt_socket  # Channels routes to ASGI applications as Django does to views

websocket_urlpatterns = [
    path("ws/attempts/<str:token>", _socket),
    # Whatever else is asked for: told in the same way, instead of failing as a route.
    re_path("", _socket, {"token": ""}),
]
