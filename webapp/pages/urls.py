"""Addresses of the pages."""

from __future__ import annotations

from django.urls import path

from webapp.pages import attempt_views, task_views, tool_views, trace_views

urlpatterns = [
    path("", task_views.home, name="home"),
    path("tasks", task_views.tasks, name="tasks"),
    path("tasks/<str:name>", task_views.task, name="task"),
    path("tasks/<str:name>/<str:label>/gold", task_views.gold, name="gold"),
    path("suites/<str:name>", task_views.suite, name="suite"),
    path("tools", tool_views.tool_list, name="tools"),
    path("tools/network", tool_views.network, name="network"),
    path("tools/<str:name>", tool_views.tool, name="tool"),
    path("attempts", attempt_views.attempts, name="attempts"),
    path("attempts/<int:attempt_id>", attempt_views.attempt, name="attempt"),
    path("attempts/<int:attempt_id>/events/<int:number>", attempt_views.event, name="event"),
    path("attempts/<int:attempt_id>/trace", trace_views.trace, name="trace"),
    path("attempts/<int:attempt_id>/trace/<int:number>/state", trace_views.state, name="state"),
    path("attempts/<int:attempt_id>/finish", attempt_views.finish, name="finish"),
    path("attempts/<int:attempt_id>/pause", attempt_views.pause, name="pause"),
    path("attempts/<int:attempt_id>/resume", attempt_views.resume, name="resume"),
    path("attempts/<int:attempt_id>/addresses", attempt_views.renew, name="renew-addresses"),
]
