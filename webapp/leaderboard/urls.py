"""Addresses of the board."""

from __future__ import annotations

from django.urls import path

from webapp.leaderboard import views

urlpatterns = [
    path("board", views.board, name="board"),
    path("board.csv", views.csv, name="board-csv"),
    path("contestants/<int:contestant_id>", views.contestant, name="contestant"),
]
