"""Who looks at pages in these tests."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpResponse
from django.test import Client

from webapp.accounts.models import Role, User


class Persona:
    """Somebody who is signed in, or nobody.

    Args:
        name: By which the account is known; empty: nobody.
        role: What it is here for.
    """

    def __init__(self, name: str = "", role: Role = Role.PARTICIPANT) -> None:
        self.client = Client(raise_request_exception=False)
        if name:
            self.user = User.objects.create_user(name, role=role)
            self.client.force_login(self.user)

    def get(self, path: str, /, **query: Any) -> HttpResponse:
        """Open a page."""
        return cast(HttpResponse, self.client.get(path, query))

    def page(self, path: str, status: int = 200, /, **query: Any) -> str:
        """The HTML of a page, which has this status."""
        answer = self.get(path, **query)
        assert answer.status_code == status, answer.content
        return answer.content.decode()

    def post(self, path: str, /, **fields: Any) -> HttpResponse:
        """Send a form."""
        return cast(HttpResponse, self.client.post(path, fields))

    def after(self, path: str, /, **fields: Any) -> str:
        """The HTML of the page that a form leads to."""
        answer = cast(HttpResponse, self.client.post(path, fields, follow=True))
        assert answer.status_code == 200, answer.content
        return answer.content.decode()
