"""Reading attempts: which there are, and how far each is."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.webapp.api.personas import Persona, content, refusal
from tests.webapp.builders import TASK, opened
from webapp import clock
from webapp.attempts import services
from webapp.attempts.models import Attempt, Event
from webapp.attempts.turns import Entry


def listed(persona: Persona, **query: object) -> list[int]:
    """The ids that the persona is told."""
    return [row["id"] for row in content(persona.get("attempts", **query))["results"]]


def finished(attempt: Attempt) -> Attempt:
    """The attempt, finished."""
    services.finish(Entry(attempt.pk, None, "agent"), "done").wait()
    return attempt


def test_everybody_lists_his_own_and_a_researcher_all(
    owner: Persona, stranger: Persona, researcher: Persona
) -> None:
    mine, other, builtin = (
        opened(owner=owner.user).pk,
        opened(owner=stranger.user).pk,
        opened().pk,
    )
    assert listed(owner) == [mine]
    assert listed(stranger) == [other]
    assert listed(researcher) == [builtin, other, mine]
    told = content(researcher.get("attempts"))["results"]
    assert [row["owner"] for row in told] == [None, "stranger", "owner"]


def test_attempts_are_found_by_what_they_are(owner: Persona) -> None:
    first, second = finished(opened(owner=owner.user)), opened(owner=owner.user, seed=2)
    other = opened(owner=owner.user, task="buy_cheapest")
    assert listed(owner, status="finished") == [first.pk]
    assert listed(owner, status="open", task=TASK) == [second.pk]
    assert listed(owner, task="buy_cheapest") == [other.pk]
    assert listed(owner, task="no such task") == []
    assert listed(owner, contestant=first.contestant_id) == [other.pk, second.pk, first.pk]
    assert listed(owner, contestant=2**63 - 1) == []


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("status=closed", 'status: "closed" is not a valid choice.'),
        ("task=%00", "task: It holds NUL."),
        ("contestant=0", "contestant: Ensure this value is greater than or equal to 1."),
        ("contestant=me", "contestant: A valid integer is required."),
        (
            "contestant=9999999999999999999",
            "contestant: Ensure this value is less than or equal to 9223372036854775807.",
        ),
        (
            "owner=me",
            "owner: There is no such field; there are: page, per_page, status, task, contestant.",
        ),
    ],
)
def test_a_query_that_can_not_be_is_refused(owner: Persona, query: str, message: str) -> None:
    assert refusal(owner.get(f"attempts?{query}"), 400) == ("invalid_params", message)


def test_looking_at_an_attempt_tells_how_far_it_is_and_starts_nothing(
    owner: Persona, attempt: Attempt
) -> None:
    told = content(owner.get(f"attempts/{attempt.pk}"))
    assert told["progress"] == {
        "status": "open",
        "calls_left": 100,
        "seconds_left": None,
        "number": 0,
    }
    assert not Event.objects.exists()
    owner.post(f"attempts/{attempt.pk}/calls", {"tool": "get_my_uid"})
    progress = content(owner.get(f"attempts/{attempt.pk}"))["progress"]
    assert (progress["calls_left"], progress["number"]) == (99, 2)
    assert 86000 < progress["seconds_left"] <= 86400


def test_looking_at_an_attempt_whose_time_ran_out_ends_it(
    researcher: Persona, owner: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempt = opened(owner=owner.user, seconds=60)
    owner.get(f"attempts/{attempt.pk}/task")
    assert content(owner.get(f"attempts/{attempt.pk}"))["status"] == "open"
    late = clock.now() + timedelta(minutes=2)
    monkeypatch.setattr(clock, "now", lambda: late)
    told = content(researcher.get(f"attempts/{attempt.pk}"))
    assert (told["status"], told["ended_by"], told["claim"]) == ("finished", "time", "")
    assert told["progress"]["status"] == "finished"
    assert len(content(owner.get(f"attempts/{attempt.pk}/scores"))["results"]) == 1


def test_a_finished_attempt_tells_what_was_said(owner: Persona, attempt: Attempt) -> None:
    said = {"outcome": "cannot_be_done", "answer": "No such person."}
    owner.post(f"attempts/{attempt.pk}/finish", said)
    told = content(owner.get(f"attempts/{attempt.pk}"))
    assert (told["status"], told["ended_by"]) == ("finished", "subject")
    assert (told["claim"], told["answer"]) == ("cannot_be_done", "No such person.")
    assert told["progress"]["status"] == "finished"
