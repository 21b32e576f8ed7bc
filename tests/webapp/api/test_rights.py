"""An attempt is there for its owner and for researchers, and for nobody else."""

from __future__ import annotations

import re

import pytest

from tests.webapp.api.personas import Persona, content, refusal
from webapp.api.urls import urlpatterns
from webapp.attempts import services
from webapp.attempts.models import Attempt, Event
from webapp.attempts.turns import Entry

CALL, END, PAUSE = {"tool": "get_my_uid"}, {"outcome": "done"}, {"reason": "lunch"}
OPERATIONS = [
    # method, address below the attempt, body, owner's status, researcher's status
    ("get", "", None, 200, 200),
    ("get", "/calls", None, 200, 200),
    ("get", "/tools", None, 200, 200),
    ("get", "/scores", None, 200, 200),
    ("get", "/evidence", None, 403, 404),
    ("post", "/regrade", None, 403, 404),
    ("get", "/task", None, 200, 403),
    ("post", "/calls", CALL, 200, 403),
    ("post", "/retrievals", {"query": "weather"}, 404, 403),  # nothing is to be looked for in it
    ("post", "/pause", PAUSE, 204, 403),
    ("post", "/resume", None, 409, 403),
    ("post", "/token", None, 200, 403),
    ("post", "/finish", END, 200, 403),
]


@pytest.fixture
def started(attempt: Attempt) -> Attempt:
    """The owner's attempt, after a call."""
    services.call_tool(Entry(attempt.pk, None, "agent"), "get_my_uid", {}).wait()
    return attempt


def test_every_operation_on_attempts_stands_in_the_table() -> None:
    routes = {str(route.pattern) for route in urlpatterns}
    below = {
        match[1] for route in routes if (match := re.fullmatch(r"attempts/<int:id>(.*)", route))
    }
    assert below == {address for _, address, *_ in OPERATIONS}


@pytest.mark.parametrize(("method", "address", "body", "own", "researchers"), OPERATIONS)
def test_an_attempt_is_seen_by_its_owner_and_by_researchers(
    owner: Persona,
    stranger: Persona,
    researcher: Persona,
    nobody: Persona,
    started: Attempt,
    method: str,
    address: str,
    body: object,
    own: int,
    researchers: int,
) -> None:
    def status(persona: Persona) -> int:
        path = f"attempts/{started.pk}{address}"
        response = persona.get(path) if method == "get" else persona.post(path, body)
        return response.status_code

    before = Event.objects.count()
    assert status(nobody) == 401
    assert status(stranger) == 404
    assert status(researcher) == researchers
    assert Event.objects.count() == before
    assert status(owner) == own


def test_what_is_not_mine_looks_like_what_is_not_there(
    stranger: Persona, researcher: Persona, attempt: Attempt
) -> None:
    theirs = refusal(stranger.get(f"attempts/{attempt.pk}"), 404)
    nowhere = refusal(stranger.get(f"attempts/{attempt.pk + 1000}"), 404)
    assert theirs[1].replace(str(attempt.pk), "") == nowhere[1].replace(str(attempt.pk + 1000), "")
    assert refusal(researcher.post(f"attempts/{attempt.pk}/calls", CALL), 403) == (
        "permission_denied",
        "Nobody but its owner acts in an attempt; you may read it.",
    )
    assert refusal(stranger.get("attempts/0"), 404)[0] == "not_found"
    assert refusal(stranger.get("attempts/9223372036854775808"), 404)[0] == "not_found"


def test_a_researcher_acts_in_his_own_attempts(researcher: Persona, attempt: Attempt) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(owner=researcher.user)
    answer = content(researcher.post(f"attempts/{attempt.pk}/calls", CALL))
    assert answer["status"] == "ok"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "me"),
        ("get", "tokens"),
        ("post", "tokens"),
        ("get", "attempts"),
        ("post", "attempts"),
    ],
)
def test_nobody_has_neither_account_nor_attempts(nobody: Persona, method: str, path: str) -> None:
    assert refusal(nobody.send(method, path, ""), 401)[0] == "not_authenticated"


def test_a_deleted_token_is_no_way_in(nobody: Persona, owner: Persona) -> None:
    assert refusal(nobody.delete(f"tokens/{owner.token.pk}"), 401)[0] == "not_authenticated"
