"""What subjects write stays text, whatever it says and however long it is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webapp.builders import entry_of, opened, public_instance
from tests.webapp.pages.markup import faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.attempts import services
from webapp.attempts.hot import known_instance
from webapp.attempts.models import Attempt
from webapp.attempts.opening import agent, conditions_for, open_attempt
from webapp.benchmark.models import Instance

HTML = '</pre><script>alert(1)</script><img src=x onerror="alert(1)">&amp;'
TURNED = "\u202egnirts\u2066"
LONG = "w" * 100_000


def nested(depth: int) -> Any:
    """Lists in lists."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        (HTML, {HTML: HTML}),
        (TURNED, {"x": TURNED}),
        ("\ud800\x00\x1b[31m", {"\ud800": "\ud800\x00"}),
        (LONG, {"x": LONG}),
        ("send_message", {"uid": LONG, "content": HTML}),
        ("send_message", [HTML, {"x": LONG}]),
        ("send_message", None),
        ("send_message", nested(90)),
        ("send_message", {"x": nested(90)}),
        ("", {}),
    ],
)
def test_no_call_breaks_the_log(
    name: str, arguments: Any, attempt: Attempt, owner: Persona
) -> None:
    services.call_tool(entry_of(attempt), name, arguments).wait()

    for path in (f"/attempts/{attempt.pk}", f"/attempts/{attempt.pk}/events/2"):
        page = owner.page(path)
        assert faults(page) == []
        assert not set("\x00\x1b\u202e\u2066") & set(page)


def test_a_long_text_is_cut_in_the_log_and_whole_on_a_page_of_its_own(
    attempt: Attempt, owner: Persona
) -> None:
    services.call_tool(entry_of(attempt), "send_message", {"uid": "u", "content": LONG}).wait()

    page = owner.page(f"/attempts/{attempt.pk}")
    assert LONG not in page
    assert len(page) < 60_000
    assert "Arguments, 100,0" in text_of(page)
    whole = f"/attempts/{attempt.pk}/events/2"
    assert f'href="{whole}"' in page
    assert LONG in owner.page(whole)


@pytest.mark.parametrize("answer", [HTML, TURNED, LONG, "\u0635" * 50_000, "Z\u0338" * 40_000])
def test_no_answer_breaks_the_page(answer: str, attempt: Attempt, owner: Persona) -> None:
    page = owner.after(f"/attempts/{attempt.pk}/finish", outcome="done", answer=answer, key="k")

    assert faults(page) == []
    assert "<script>alert" not in page
    attempt.refresh_from_db()
    assert attempt.answer == answer


@pytest.mark.parametrize("text", [HTML, TURNED, LONG])
def test_no_instruction_and_no_name_breaks_a_page(
    text: str, owner: Persona, researcher: Persona
) -> None:
    instance = public_instance()
    Instance.objects.update(instruction=text)
    contestant = agent(text[:100], {}, owner.user)
    attempt = open_attempt(instance, contestant, conditions_for(instance), owner.user)

    for path in ("/tasks", "/tasks/share_contact", "/attempts", f"/attempts/{attempt.pk}"):
        for persona in (owner, researcher):
            page = persona.page(path)
            assert faults(page) == []
            assert "\u202e" not in page


def test_a_hostile_message_stays_text_in_the_difference(owner: Persona) -> None:
    attempt = opened(task="buy_and_report_total", owner=owner.user)
    instance = known_instance(attempt.instance)
    assert instance is not None
    uid = next(c.arguments["uid"] for c in instance.gold.trace if c.tool == "send_message")
    message = {"uid": uid, "content": HTML + TURNED}
    sent = services.call_tool(entry_of(attempt), "send_message", message).wait()
    assert sent.status == "ok", sent.text

    page = owner.after(f"/attempts/{attempt.pk}/finish", outcome="done", key="k")

    assert faults(page) == []
    assert "<script>alert" not in page
    assert "\u202e" not in page
    assert "should be" in text_of(page)
