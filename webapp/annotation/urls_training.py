"""Addresses of the pages about training data."""

from __future__ import annotations

from django.urls import path

from webapp.annotation import training_views

urlpatterns = [
    path("grading/training-data", training_views.queue, name="training-data"),
    path("grading/training-data.jsonl", training_views.export, name="training-data-export"),
    path("grading/training-data/choose", training_views.choose, name="training-data-choose"),
    path("grading/training-data/undo", training_views.undo, name="training-data-undo"),
]
