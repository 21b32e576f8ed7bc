"""Addresses of the console."""

from __future__ import annotations

from django.urls import path

from webapp.console import views

_AT = "attempts/<int:attempt_id>/console"

urlpatterns = [
    path(_AT, views.console, name="console"),
    path(f"{_AT}/start", views.start, name="console-start"),
    path(f"{_AT}/tools", views.tools, name="console-tools"),
    path(f"{_AT}/tools/<str:name>", views.tool, name="console-tool"),
    path(f"{_AT}/calls", views.calls, name="console-calls"),
    path(f"{_AT}/call", views.call, name="console-call"),
    path(f"{_AT}/notes", views.notes, name="console-notes"),
    path(f"{_AT}/finish", views.finish, name="console-finish"),
    path(f"{_AT}/pause", views.pause, name="console-pause"),
    path(f"{_AT}/resume", views.resume, name="console-resume"),
]
