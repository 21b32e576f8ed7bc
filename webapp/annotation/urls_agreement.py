"""Addresses of agreement and of judges' passports."""

from __future__ import annotations

from django.urls import path

from webapp.annotation import agreement_views

urlpatterns = [
    path(
        "grading/campaigns/<int:campaign_id>/agreement",
        agreement_views.agreement,
        name="campaign-agreement",
    ),
    path("judges/<int:judge_id>", agreement_views.judge, name="judge"),
    path("judges/<int:judge_id>/look", agreement_views.look_at_test_half, name="judge-look"),
]
