"""Addresses of runs."""

from __future__ import annotations

from django.urls import path

from webapp.runs import views

urlpatterns = [
    path("runs", views.run_sets, name="run-sets"),
    path("runs/new", views.new_set, name="new-run-set"),
    path("runs/<int:run_set_id>", views.run_set, name="run-set"),
    path("runs/<int:run_set_id>/runs", views.runs, name="runs"),
    path("runs/<int:run_set_id>/pause", views.pause, name="pause-run-set"),
    path("runs/<int:run_set_id>/resume", views.resume, name="resume-run-set"),
    path("runs/<int:run_set_id>/caps", views.change_caps, name="run-set-caps"),
    path("runs/<int:run_set_id>/cancel", views.cancel, name="cancel-run-set"),
    path("runs/<int:run_set_id>/retry", views.retry, name="retry-run-set"),
    path("attempts/<int:attempt_id>/replies", views.replies, name="replies"),
]
