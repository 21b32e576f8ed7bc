"""Addresses of annotation."""

from __future__ import annotations

from django.urls import path

from webapp.annotation import (
    judge_views,
    urls_adjudication,
    urls_agreement,
    urls_campaigns,
    urls_grades,
    urls_training,
    views,
)

urlpatterns = [
    path("grading", views.grading, name="grading"),
    path("grading/campaigns", views.campaigns, name="campaigns"),
    path("grading/campaigns/<int:campaign_id>", views.campaign_progress, name="campaign"),
    path("grading/<int:campaign_id>", views.campaign, name="grading-campaign"),
    path("grading/sheets/<int:sheet_id>", views.sheet, name="sheet"),
    path("grading/sheets/<int:sheet_id>/following", views.following, name="following-sheet"),
    path("grading/sheets/<int:sheet_id>/items/<str:item>", views.grade, name="grade"),
    path("grading/sheets/<int:sheet_id>/hand-in", views.hand_in_sheet, name="hand-in"),
    path("grading/sheets/<int:sheet_id>/skip", views.skip_sheet, name="skip-sheet"),
    path("judges", judge_views.judges, name="judges"),
    path("judges/runs", judge_views.start_judge_run, name="start-judge-run"),
    path("judges/runs/<int:run_id>", judge_views.judge_run, name="judge-run"),
    path("judges/runs/<int:run_id>/steer", judge_views.steer_judge_run, name="steer-judge-run"),
    *urls_campaigns.urlpatterns,
    *urls_training.urlpatterns,
    *urls_agreement.urlpatterns,
    *urls_adjudication.urlpatterns,
    *urls_grades.urlpatterns,
]
