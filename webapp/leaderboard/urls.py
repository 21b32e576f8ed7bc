"""Addresses of the board, and of what was found on the way."""

from __future__ import annotations

from django.urls import path

from webapp.leaderboard import findings_views, views

urlpatterns = [
    path("board", views.board, name="board"),
    path("board.csv", views.csv, name="board-csv"),
    path("contestants/<int:contestant_id>", views.contestant, name="contestant"),
    path("findings", findings_views.start, name="findings-start"),
    path("findings/showing", findings_views.attempts, name="findings-attempts"),
    path("findings/<str:what>.csv", findings_views.csv, name="findings-csv"),
    path("findings/<str:what>", findings_views.findings, name="findings"),
]
