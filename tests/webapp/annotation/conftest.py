"""The personas, for pages of grading."""

from __future__ import annotations

from tests.webapp.pages.fixtures import nobody, owner, researcher, stranger

__all__ = ["nobody", "owner", "researcher", "stranger"]
