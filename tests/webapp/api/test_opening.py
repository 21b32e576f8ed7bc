"""Opening an attempt: who, at what, under what conditions; and where it is reached."""

from __future__ import annotations

from typing import Any

import pytest

from sandboxes import catalogue_hash
from sandboxes.tasks import tasks_version
from tests.webapp.api.personas import Persona, content, refusal
from tests.webapp.builders import SUITE, TASK, public_instance
from webapp.accounts.models import User
from webapp.attempts import errors, services
from webapp.attempts.models import Attempt, Contestant
from webapp.benchmark.models import Instance, Split

WISH: dict[str, Any] = {"suite": SUITE, "task": TASK, "seed": 1, "as": "me"}


@pytest.fixture(autouse=True)
def instance() -> Instance:
    """What can be attempted."""
    return public_instance()


def open_(persona: Persona, **wish: Any) -> Any:
    """What the persona is told of an attempt that it opens."""
    return content(persona.post("attempts", {**WISH, **wish}), 201)


def test_an_attempt_of_mine_is_told_in_full(owner: Persona) -> None:
    response = owner.post("attempts", WISH)
    told = content(response, 201)
    attempt = Attempt.objects.get()
    token = told["addresses"]["token"]
    assert response["Location"] == f"http://testserver/api/v1/attempts/{attempt.pk}"
    assert told == {
        "id": attempt.pk,
        "suite": SUITE,
        "task": TASK,
        "seed": 1,
        "contestant": {
            "id": attempt.contestant_id,
            "kind": "person",
            "name": "owner",
            "details": {"user": owner.user.pk},
        },
        "owner": "owner",
        "repeat": 1,
        "conditions": {
            "digest": attempt.conditions.digest,
            "suite": SUITE,
            "suite_version": tasks_version(),
            "instances": "public",
            "catalogue_hash": catalogue_hash(),
            "call_budget": None,
            "seconds": 86400,
            "profile": "default",
            "access": "all",
            "distractors": 0,
            "retriever": "",
            "top_k": 0,
            "hints": "none",
            "view": "json",
        },
        "world_version": attempt.world_version,
        "status": "open",
        "opened_at": attempt.opened_at.isoformat().replace("+00:00", "Z"),
        "started_at": None,
        "ended_at": None,
        "ended_by": "",
        "claim": "",
        "answer": "",
        "addresses": {
            "token": token,
            "mcp": f"http://testserver/mcp/{token}",
            "websocket": f"ws://testserver/ws/attempts/{token}",
        },
    }
    assert services.enter(token, "mcp").wait().attempt_id == attempt.pk


def test_an_agent_is_the_same_contestant_again(owner: Persona, stranger: Persona) -> None:
    agent = {"name": "react", "details": {"model": "m1", "temperature": 0.5}}
    first, second = open_(owner, **{"as": agent}), open_(owner, **{"as": agent})
    assert first["contestant"] == {"id": first["contestant"]["id"], "kind": "agent", **agent}
    assert second["contestant"] == first["contestant"]
    assert (first["repeat"], second["repeat"]) == (1, 2)
    bare = open_(owner, **{"as": {"name": "react"}})
    assert bare["contestant"]["details"] == {}
    other = open_(stranger, **{"as": agent})
    ids = {told["contestant"]["id"] for told in (first, bare, other)}
    assert len(ids) == 3


def test_conditions_are_those_that_were_chosen(owner: Persona) -> None:
    chosen = {
        "profile": "harsh",
        "access": "needed",
        "distractors": 2,
        "call_budget": 7,
        "seconds": None,
    }
    told = open_(owner, conditions=chosen)
    assert {name: told["conditions"][name] for name in chosen} == chosen
    names = {tool["name"] for tool in content(owner.get(f"attempts/{told['id']}/tools"))["tools"]}
    offered = Attempt.objects.get().offered
    assert offered is not None
    assert names == set(offered)
    assert open_(owner)["conditions"]["digest"] != told["conditions"]["digest"]


def test_a_long_user_name_is_no_obstacle(owner: Persona) -> None:
    User.objects.filter(pk=owner.user.pk).update(username="u" * 150)
    assert open_(owner)["contestant"]["name"] == "u" * 100
    assert Contestant.objects.count() == 1


@pytest.mark.parametrize(
    "wish", [{"seed": 2}, {"seed": 2**63 - 1}, {"task": "no_such_task"}, {"task": "ä"}]
)
def test_what_there_is_not_can_not_be_opened(owner: Persona, wish: dict[str, Any]) -> None:
    reason, message = refusal(owner.post("attempts", {**WISH, **wish}), 404)
    assert reason == "not_offered"
    assert message.startswith("There is no public instance")


@pytest.mark.parametrize("change", [{"split": Split.PRIVATE}, {"gate_passed": False}])
def test_private_and_failed_instances_can_not_be_opened(
    owner: Persona, researcher: Persona, change: dict[str, Any]
) -> None:
    Instance.objects.update(**change)
    assert refusal(owner.post("attempts", WISH), 404)[0] == "not_offered"
    assert refusal(researcher.post("attempts", WISH), 404)[0] == "not_offered"


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"suite": "nix"}, 'suite: "nix" is not a valid choice.'),
    ({"suite": ["interdependent"]}, "suite: \"['interdependent']\" is not a valid choice."),
    ({"task": 1}, "task: Not a valid string."),
    ({"task": "a\x00"}, "task: It holds NUL."),
    ({"seed": "1"}, "seed: A valid integer is required."),
    ({"seed": 1.0}, "seed: A valid integer is required."),
    ({"seed": 0}, "seed: Ensure this value is greater than or equal to 1."),
    (
        {"seed": 2**63},
        "seed: Ensure this value is less than or equal to 9223372036854775807.",
    ),
    ({"as": "you"}, 'as: Either "me", or an agent: {"name", "details"}.'),
    ({"as": None}, "as: This field may not be null."),
    ({"as": {}}, "as.name: This field is required."),
    ({"as": {"name": "\n"}}, "as.name: This value does not match the required pattern."),
    ({"as": {"name": "a", "details": []}}, "as.details: A JSON object is expected."),
    (
        {"as": {"name": "a", "details": {"x": ["\x00"]}}},
        "as.details: It holds NUL, which a database does not keep.",
    ),
    (
        {"as": {"name": "a", "details": {"\x00": 1}}},
        "as.details: It holds NUL, which a database does not keep.",
    ),
    (
        {"as": {"name": "a", "details": {"x": "y" * 20_001}}},
        "as.details: At most 20,000 characters of JSON.",
    ),
    ({"conditions": []}, "conditions: A JSON object is expected."),
    ({"conditions": {"profile": "mild"}}, 'conditions.profile: "mild" is not a valid choice.'),
    (
        {"conditions": {"call_budget": 0}},
        "conditions.call_budget: Ensure this value is greater than or equal to 1.",
    ),
    (
        {"conditions": {"hints": "all"}},
        "conditions.hints: There is no such field; there are: profile, access, retriever, top_k, "
        "view, distractors, call_budget, seconds.",
    ),
]


@pytest.mark.parametrize(("wish", "message"), REFUSED)
def test_a_wish_that_can_not_be_is_refused(
    owner: Persona, wish: dict[str, Any], message: str
) -> None:
    assert refusal(owner.post("attempts", {**WISH, **wish}), 400) == ("invalid_params", message)
    assert not Attempt.objects.exists()


def test_conditions_that_contradict_each_other_are_refused(owner: Persona) -> None:
    wish = {**WISH, "conditions": {"access": "all", "distractors": 3}}
    reason, message = refusal(owner.post("attempts", wish), 400)
    assert reason == "not_a_call"
    assert 'distractors: goes with the access "needed"' in message


def test_new_addresses_revoke_the_old_ones(owner: Persona) -> None:
    told = open_(owner)
    fresh = content(owner.post(f"attempts/{told['id']}/token"))
    assert fresh["mcp"] == f"http://testserver/mcp/{fresh['token']}"
    assert fresh["token"] != told["addresses"]["token"]
    entry = services.enter(fresh["token"], "mcp").wait()
    assert services.peek(entry).wait().status == "open"
    old = told["addresses"]["token"]
    with pytest.raises(errors.RevokedToken):
        services.peek(services.enter(old, "mcp").wait()).wait()


def test_an_attempt_of_an_older_world_is_not_opened(owner: Persona, instance: Instance) -> None:
    suite = instance.task.suite
    suite.world_version = "older"
    suite.save()
    assert "older version" in refusal(owner.post("attempts", WISH), 404)[1]
