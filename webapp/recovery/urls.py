"""Addresses of the pages about recovery."""

from __future__ import annotations

from django.urls import path

from webapp.recovery import board_views, frequency_views, imported_views, instance_views

urlpatterns = [
    path("recovery", board_views.board, name="recovery"),
    path("recovery.csv", board_views.csv, name="recovery-csv"),
    path("recovery/instances", instance_views.instances, name="recovery-instances"),
    path("recovery/instances/<int:instance_id>", instance_views.instance, name="recovery-instance"),
    path("recovery/imported", imported_views.records, name="imported-records"),
    path("recovery/imported/<int:record_id>", imported_views.record, name="imported-record"),
    path(
        "recovery/imported/<int:record_id>/original",
        imported_views.original,
        name="imported-original",
    ),
    path("recovery/frequency", frequency_views.frequency, name="recovery-frequency"),
]
