"""Addresses of adjudication."""

from __future__ import annotations

from django.urls import path

from webapp.annotation import adjudication_views

urlpatterns = [
    path(
        "grading/campaigns/<int:campaign_id>/adjudication",
        adjudication_views.adjudication,
        name="adjudication",
    ),
]
