"""The console as a browser uses it, without a browser."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse

from tests.webapp.pages.personas import Persona
from webapp.attempts.models import Attempt

SEAT = "seat-1"


class Desk:
    """Somebody's console.

    Args:
        person: Who works there.
        attempt: At what.
    """

    def __init__(self, person: Persona, attempt: Attempt) -> None:
        self.person = person
        self.path = f"/attempts/{attempt.pk}/console"
        self._keys = 0

    def call(self, tool: str, arguments: Any = None, /, **fields: str) -> HttpResponse:
        """Call a tool, by JSON if arguments are given, by fields otherwise."""
        self._keys += 1
        sent = {"tool": tool, "key": f"key-{self._keys}", "seat": "", **fields}
        if arguments is not None:
            sent["json"] = json.dumps(arguments)
        return self.person.post(f"{self.path}/call", **sent)

    def form(self, tool: str, **query: str) -> str:
        """The form of a tool."""
        return self.person.page(f"{self.path}/tools/{tool}", **query)


def texts(html: str, name: str) -> list[str]:
    """The texts of all elements of a class, to the byte."""
    reader = _Texts(name)
    reader.feed(html)
    return reader.found


class _Texts(HTMLParser):
    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._inside = ""
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._name in (dict(attrs).get("class") or "").split():
            self._inside = tag
            self.found.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._inside:
            self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found[-1] += data


def content(response: HttpResponse) -> str:
    return response.content.decode()
