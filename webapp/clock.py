"""The one place where the site reads the time, so that a test can set it."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """The server's time."""
    return timezone.now()
