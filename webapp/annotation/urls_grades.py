"""Addresses of grades for programs."""

from __future__ import annotations

from django.urls import path

from webapp.annotation import grades_views

_CAMPAIGN = "grading/campaigns/<int:campaign_id>"

urlpatterns = [
    path(f"{_CAMPAIGN}/grades.csv", grades_views.as_csv, name="grades-csv"),
    path(f"{_CAMPAIGN}/grades.xlsx", grades_views.as_xlsx, name="grades-xlsx"),
    path(f"{_CAMPAIGN}/grades.jsonl", grades_views.as_jsonl, name="grades-jsonl"),
]
