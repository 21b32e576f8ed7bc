"""The address of the console's WebSocket."""

from __future__ import annotations

from typing import Any

from django.urls import path

from webapp.console.socket import console_socket

_socket: Any = console_socket  # Channels routes to ASGI applications as Django does to views

console_sockets = [path("ws/attempts/<int:attempt_id>/console", _socket)]
