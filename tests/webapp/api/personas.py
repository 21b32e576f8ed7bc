"""Who sends requests in these tests, and what is asked of the answers."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse
from rest_framework.test import APIClient

from webapp.accounts.models import Role, User
from webapp.accounts.tokens import new_token

API = "/api/v1/"


class Persona:
    """Somebody with a token, or nobody, who has none.

    Args:
        name: By which the account is known; empty: no account.
        role: What it is here for.
    """

    def __init__(self, name: str = "", role: Role = Role.PARTICIPANT) -> None:
        self.client = APIClient(raise_request_exception=False)
        if name:
            self.user = User.objects.create_user(name, role=role)
            self.token, self.secret = new_token(self.user, "tests")
            self.client.credentials(HTTP_AUTHORIZATION=f"Bearer {self.secret}")

    def get(self, path: str, **query: Any) -> HttpResponse:
        """GET."""
        answer: HttpResponse = self.client.get(API + path, query)
        return answer

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        """POST JSON; without a body, none."""
        sent = "" if body is None else json.dumps(body)
        return self.send("post", path, sent, **headers)

    def delete(self, path: str) -> HttpResponse:
        """DELETE."""
        answer: HttpResponse = self.client.delete(API + path)
        return answer

    def send(
        self,
        method: str,
        path: str,
        body: str | bytes,
        kind: str = "application/json",
        **headers: str,
    ) -> HttpResponse:
        """Send a body as it is."""
        answer: HttpResponse = self.client.generic(
            method.upper(),
            API + path,
            body,  # type: ignore[arg-type]
            content_type=kind,
            headers={name.replace("_", "-"): value for name, value in headers.items()},
        )
        return answer


def content(response: Any, status: int = 200) -> Any:
    """The JSON of an answer, which has this status."""
    assert response.status_code == status, response.content
    return json.loads(response.content)


def refusal(response: Any, status: int) -> tuple[str, str]:
    """Reason and message of a refusal, which has the one shape."""
    error = content(response, status)["error"]
    assert response["Content-Type"] == "application/json"
    assert {"reason", "message"} <= set(error) <= {"reason", "message", "details"}
    return error["reason"], error["message"]
