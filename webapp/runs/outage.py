"""A database that is locked or away for a while: nobody's fault, and no reason to lose anything."""

from __future__ import annotations

from django.db import InterfaceError, OperationalError

Outage = OperationalError | InterfaceError
OUTAGE = (OperationalError, InterfaceError)
"""What is raised then. Other errors of databases are bugs of ours."""
