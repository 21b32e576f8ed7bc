"""The addresses under /api/v1/; none ends with a slash."""

from __future__ import annotations

from django.urls import path, re_path

from webapp.api.views import accounts, acting, attempts, catalogue, schema, scores
from webapp.api.views.base import Nowhere

urlpatterns = [
    path("schema", schema.Schema.as_view()),
    path("me", accounts.Me.as_view()),
    path("tokens", accounts.Tokens.as_view()),
    path("tokens/<int:id>", accounts.OneToken.as_view()),
    path("suites", catalogue.Suites.as_view()),
    path("suites/<slug:name>", catalogue.OneSuite.as_view()),
    path("tasks", catalogue.Tasks.as_view()),
    path("tasks/<int:id>", catalogue.OneTask.as_view()),
    path("tasks/<int:id>/instances", catalogue.Instances.as_view()),
    path("attempts", attempts.Attempts.as_view()),
    path("attempts/<int:id>", attempts.OneAttempt.as_view(), name="api-attempt"),
    path("attempts/<int:id>/token", attempts.Token.as_view()),
    path("attempts/<int:id>/task", acting.Task.as_view()),
    path("attempts/<int:id>/tools", acting.Tools.as_view()),
    path("attempts/<int:id>/calls", acting.Calls.as_view()),
    path("attempts/<int:id>/retrievals", acting.Retrievals.as_view()),
    path("attempts/<int:id>/finish", acting.Finish.as_view()),
    path("attempts/<int:id>/pause", acting.Pause.as_view()),
    path("attempts/<int:id>/resume", acting.Resume.as_view()),
    path("attempts/<int:id>/scores", scores.Scores.as_view()),
    path("attempts/<int:id>/regrade", scores.Regrade.as_view()),
    path("attempts/<int:id>/evidence", scores.Evidence.as_view()),
    re_path(r"", Nowhere.as_view()),
]
