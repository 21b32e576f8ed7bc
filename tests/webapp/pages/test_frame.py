"""What holds for every page: the policy, the frame, and errors in it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client

from tests.webapp.pages.markup import faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.pages.middleware import content_security_policy

STATIC = Path(settings.BASE_DIR) / "static"


def answered(request: HttpRequest) -> HttpResponse:
    """A view."""
    return HttpResponse()


async def answered_later(request: HttpRequest) -> HttpResponse:
    """The same, as a coroutine."""
    return HttpResponse()


async def _awaited(answer: Any) -> HttpResponse:
    return cast(HttpResponse, await answer)


def test_every_page_comes_with_the_policy(nobody: Persona) -> None:
    for path in ("/", "/tasks", "/sign-in", "/nothing"):
        policy = nobody.get(path)["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_the_policy_is_the_same_in_threads_and_coroutines() -> None:
    sync = content_security_policy(answered)(HttpRequest())
    later = asyncio.run(_awaited(content_security_policy(answered_later)(HttpRequest())))

    assert isinstance(sync, HttpResponse)
    assert sync["Content-Security-Policy"] == later["Content-Security-Policy"]


def test_a_view_may_set_a_policy_of_its_own() -> None:
    own = HttpResponse(headers={"Content-Security-Policy": "default-src 'self'"})

    answer = content_security_policy(lambda request: own)(HttpRequest())

    assert isinstance(answer, HttpResponse)
    assert answer["Content-Security-Policy"] == "default-src 'self'"


def test_what_is_not_there_is_told_in_the_frame(nobody: Persona, owner: Persona) -> None:
    for persona in (nobody, owner):
        page = persona.page("/nothing", 404)
        assert "There is nothing here" in page
        assert faults(page) == []
    assert "Sign out" in owner.page("/nothing", 404)


def test_what_broke_is_told_in_the_frame(
    owner: Persona, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("webapp.pages.task_views.suite_counts", broken)

    page = owner.page("/", 500)

    assert "Something on our side broke" in page
    assert "ZeroDivisionError" not in page
    assert faults(page) == []
    assert "ZeroDivisionError" in caplog.text


def test_a_request_that_is_not_understood_is_told_in_the_frame() -> None:
    answer = Client(raise_request_exception=False).get("/", headers={"Host": "elsewhere.example"})

    assert answer.status_code == 400
    page = answer.content.decode()
    assert "This request was not understood" in page
    assert faults(page) == []


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "500"])
def test_errors_need_neither_a_request_nor_the_database(name: str) -> None:
    page = render_to_string(f"{name}.html")
    assert faults(page) == []
    assert "Go to the front page" in text_of(page)


def test_what_went_wrong_with_a_part_of_a_page_is_told_where_it_shows_alerts(
    owner: Persona,
) -> None:
    answer = owner.client.get("/nothing", headers={"HX-Request": "true"})

    assert answer.status_code == 404
    assert answer["HX-Retarget"] == "#alerts"
    assert "There is nothing here" in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_nothing_comes_from_elsewhere() -> None:
    for path in first_party("*.css") + first_party("*.js"):
        text = path.read_text(encoding="utf-8")
        assert "http" not in text.replace("plain http", "").replace('"https:"', ""), path
        assert "@import" not in text, path


def test_there_is_little_script() -> None:
    lines = {path.name: len(path.read_text().splitlines()) for path in first_party("*.js")}
    assert lines.pop("console.js", 0) <= 600
    assert lines.pop("grading.js", 0) + lines.pop("outbox.js", 0) <= 375, "the graders' console"
    assert sum(lines.values()) <= 200


def first_party(pattern: str) -> list[Path]:
    return [path for path in STATIC.rglob(pattern) if "vendor" not in path.parts]
