"""Addresses of the pages about recovery."""

from __future__ import annotations

from django.urls import path

from webapp.recovery import board_views, instance_views

urlpatterns = [
    path("recovery", board_views.board, name="recovery"),
    path("recovery.csv", board_views.csv, name="recovery-csv"),
    path("recovery/instances", instance_views.instances, name="recovery-instances"),
    path("recovery/instances/<int:instance_id>", instance_views.instance, name="recovery-instance"),
]
