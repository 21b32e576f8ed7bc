"""Addresses of recovery: the board."""

from __future__ import annotations

from django.urls import path

from webapp.recovery import board_views

urlpatterns = [
    path("recovery", board_views.board, name="recovery"),
    path("recovery.csv", board_views.csv, name="recovery-csv"),
]
