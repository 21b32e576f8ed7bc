"""Every address of the site. The MCP and WebSocket doors stand in `webapp.asgi`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("webapp.api.urls")),
    path("", include("webapp.accounts.urls")),
    path("", include("webapp.annotation.urls")),
    path("", include("webapp.console.urls")),
    path("", include("webapp.leaderboard.urls")),
    path("", include("webapp.pages.urls")),
    path("", include("webapp.recovery.urls")),
    path("", include("webapp.runs.urls")),
]

handler400 = "webapp.pages.errors.bad_request"
handler403 = "webapp.pages.errors.refused"
handler404 = "webapp.pages.errors.not_found"
handler500 = "webapp.pages.errors.broken"
