"""The one ASGI application: MCP, WebSocket and the Django site, by path."""

from __future__ import annotations

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
django.setup()

from webapp.site import Site  # noqa: E402 - models can't be imported before the set-up

application = Site()
