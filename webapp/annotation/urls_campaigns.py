"""Addresses of what is done with a whole campaign."""

from __future__ import annotations

from django.urls import path

from webapp.annotation import campaign_views

_CAMPAIGN = "grading/campaigns/<int:campaign_id>"

urlpatterns = [
    path(f"{_CAMPAIGN}/close", campaign_views.close, name="close-campaign"),
    path(f"{_CAMPAIGN}/reopen", campaign_views.reopen, name="reopen-campaign"),
    path(f"{_CAMPAIGN}/let-in", campaign_views.let_somebody_in, name="let-in"),
    path(f"{_CAMPAIGN}/pass-mark", campaign_views.lower_mark, name="lower-pass-mark"),
]
