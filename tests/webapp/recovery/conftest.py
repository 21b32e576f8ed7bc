"""The personas, for pages of recovery."""

from __future__ import annotations

from tests.webapp.pages.fixtures import nobody, owner, researcher, stranger

__all__ = ["nobody", "owner", "researcher", "stranger"]
