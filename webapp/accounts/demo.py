"""Accounts to try the site with."""

from __future__ import annotations

from django.contrib.auth.hashers import make_password

from webapp.accounts.models import Role, User

_ACCOUNTS = (
    ("demo-researcher", Role.RESEARCHER),
    ("demo-annotator", Role.ANNOTATOR),
    ("demo-volunteer", Role.PARTICIPANT),
)


def demo_accounts() -> list[User]:
    """A researcher, an annotator and a volunteer, made where they are missing.

    They have no password: only links sign them in.
    """
    return [
        User.objects.get_or_create(
            username=name, defaults={"role": role, "password": make_password(None)}
        )[0]
        for name, role in _ACCOUNTS
    ]
