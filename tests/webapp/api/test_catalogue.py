"""Suites, tasks and instances: for everybody to read, today's version unless asked otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from sandboxes import catalogue_hash, world_version
from sandboxes.tasks import CANARY, tasks_version
from tests.webapp.api.personas import Persona, content, refusal
from tests.webapp.builders import SUITE, public_instance
from webapp import clock
from webapp.benchmark.models import Instance, Split, Suite, Task


@pytest.fixture
def instance() -> Instance:
    """A public instance of today."""
    return public_instance("buy_cheapest")


@pytest.fixture
def old_task() -> Task:
    """A task of a version that no code makes any more."""
    suite = Suite.objects.create(
        name=SUITE,
        version="old",
        world_version="w",
        catalogue_hash="c",
        loaded_at=clock.now(),
    )
    return Task.objects.create(
        suite=suite, name="retired", template_version=1, summary="Long ago.", level=1
    )


def names(persona: Persona, path: str, **query: Any) -> list[str]:
    """The names in a list."""
    return [row["name"] for row in content(persona.get(path, **query))["results"]]


def test_everybody_reads_the_suites(nobody: Persona, instance: Instance) -> None:
    suite = instance.task.suite
    told = {
        "name": SUITE,
        "version": tasks_version(),
        "current": True,
        "world_version": world_version(),
        "catalogue_hash": catalogue_hash(),
        "tasks": 1,
        "loaded_at": suite.loaded_at.isoformat().replace("+00:00", "Z"),
    }
    page = {"count": 1, "next": None, "previous": None, "results": [told]}
    assert content(nobody.get("suites")) == page
    assert content(nobody.get(f"suites/{SUITE}")) == told
    assert refusal(nobody.get("suites/analytics"), 404)[0] == "not_found"


def test_versions_of_the_past_are_listed_when_asked_for(
    nobody: Persona, instance: Instance, old_task: Task
) -> None:
    assert names(nobody, "tasks") == names(nobody, "tasks", version="current") == ["buy_cheapest"]
    assert names(nobody, "tasks", version="old") == ["retired"]
    assert names(nobody, "tasks", version="any") == ["buy_cheapest", "retired"]
    suites = content(nobody.get("suites", version="any"))["results"]
    assert [suite["current"] for suite in suites] == [False, True]
    assert content(nobody.get(f"suites/{SUITE}"))["version"] == tasks_version()


def test_a_task_tells_what_it_is_and_researchers_what_it_is_meant_to_be(
    nobody: Persona, researcher: Persona, instance: Instance
) -> None:
    task = instance.task
    told = {
        "id": task.pk,
        "suite": SUITE,
        "suite_version": tasks_version(),
        "name": "buy_cheapest",
        "version": task.template_version,
        "summary": task.summary,
        "level": task.level,
        "apps": ["LightShop"],
        "traps": task.traps,
    }
    assert content(researcher.get(f"tasks/{task.pk}")) == told
    assert content(researcher.get("tasks"))["results"] == [told]
    in_public = told | {"summary": None, "traps": None}
    assert content(nobody.get(f"tasks/{task.pk}")) == in_public
    assert content(nobody.get("tasks"))["results"] == [in_public]


def test_tasks_are_found_by_what_they_are(
    nobody: Persona, owner: Persona, researcher: Persona, instance: Instance
) -> None:
    public_instance("share_contact")
    trap = instance.task.traps[0]
    assert names(nobody, "tasks", suite=SUITE) == ["buy_cheapest", "share_contact"]
    assert names(nobody, "tasks", app="LightShop") == ["buy_cheapest"]
    assert names(researcher, "tasks", trap=trap) == ["buy_cheapest"]
    assert names(nobody, "tasks", level=1) == ["buy_cheapest", "share_contact"]
    assert names(nobody, "tasks", level=2) == []
    assert names(nobody, "tasks", level=1, app="LightTalk") == ["share_contact"]
    assert names(nobody, "tasks", level=2, app="LightShop") == []
    assert names(researcher, "tasks", trap="no such trap") == []
    assert nobody.get("tasks", trap=trap).status_code == 403
    assert owner.get("tasks", trap=trap).status_code == 403


def test_instances_are_public_and_passed_the_gate(nobody: Persona, instance: Instance) -> None:
    hidden, failed = public_instance("buy_cheapest", 2), public_instance("buy_cheapest", 3)
    Instance.objects.filter(pk=hidden.pk).update(split=Split.PRIVATE)
    failure = {"task": "buy_cheapest", "seed": 3, "check": "passes", "detail": "It does not."}
    gate = {
        "passing_ways": 9,
        "failing_variants": 7,
        "dropped_variants": 1,
        "failures": [failure],
    }
    Instance.objects.filter(pk=failed.pk).update(gate_passed=False, gate=gate)
    path = f"tasks/{instance.task.pk}/instances"
    (told,) = content(nobody.get(path))["results"]
    assert told == {
        "task": "buy_cheapest",
        "seed": 1,
        "split": "public",
        "instruction": instance.instruction,
        "call_budget": instance.call_budget,
        "fingerprint": instance.fingerprint,
        "gate": {
            "passed": True,
            "passing_ways": 0,
            "failing_variants": 0,
            "dropped_variants": 0,
            "failures": [],
        },
        "canary": CANARY,
    }
    everything = content(nobody.get(path, gate="any"))["results"]
    assert [row["seed"] for row in everything] == [1, 3]
    assert everything[1]["gate"] == {"passed": False, **gate}


def test_lists_come_in_pages(nobody: Persona) -> None:
    task = [public_instance(seed=seed).task for seed in (1, 2, 3)].pop()
    path = f"tasks/{task.pk}/instances"
    first = content(nobody.get(path, per_page=2))
    assert (first["count"], [row["seed"] for row in first["results"]]) == (3, [1, 2])
    assert first["next"] == f"http://testserver/api/v1/{path}?page=2&per_page=2"
    second = content(nobody.get(path, per_page=2, page=2))
    assert ([row["seed"] for row in second["results"]], second["next"]) == ([3], None)
    assert second["previous"] == f"http://testserver/api/v1/{path}?per_page=2"
    assert refusal(nobody.get(path, page=3), 404) == ("not_found", "There is no page 3.")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("level=4", "level: Ensure this value is less than or equal to 3."),
        ("level=-1", "level: A valid integer is required."),
        ("level=1.0", "level: A valid integer is required."),
        ("level=%D9%A1", "level: A valid integer is required."),
        ("level=" + "9" * 5000, "level: A valid integer is required."),
        ("level=1&level=2", "level: A valid integer is required."),
        ("suite=nix", 'suite: "nix" is not a valid choice.'),
        ("app=LightSwitch", 'app: "LightSwitch" is not a valid choice.'),
        ("trap=%00", "trap: It holds NUL."),
        ("trap=", "trap: This field may not be blank."),
        ("trap=a&trap=b", "trap: Not a valid string."),
        ("page=0", "page: Ensure this value is greater than or equal to 1."),
        ("page=last", "page: A valid integer is required."),
        (
            "page=9223372036854775808",
            "page: Ensure this value is less than or equal to 9223372036854775807.",
        ),
        ("per_page=201", "per_page: Ensure this value is less than or equal to 200."),
        (
            "lvl=1",
            "lvl: There is no such field; there are: page, per_page, version, suite, level, app, "
            "trap.",
        ),
    ],
)
def test_a_query_that_can_not_be_is_refused(
    nobody: Persona, instance: Instance, query: str, message: str
) -> None:
    assert refusal(nobody.get(f"tasks?{query}"), 400) == ("invalid_params", message)


def test_a_page_far_beyond_the_end_is_not_there(nobody: Persona, instance: Instance) -> None:
    assert refusal(nobody.get("tasks?page=9223372036854775807"), 404)[0] == "not_found"
    with_many = "tasks?" + "&".join(f"a{n}=1" for n in range(1001))
    assert refusal(nobody.get(with_many), 400)[0] == "invalid_request"


@pytest.mark.parametrize("id_", ["0", "-1", "9223372036854775808", "9" * 5000, "x", "1.0", "%00"])
def test_an_id_that_can_not_be_is_not_there(nobody: Persona, id_: str) -> None:
    assert refusal(nobody.get(f"tasks/{id_}"), 404)[0] == "not_found"
    assert refusal(nobody.get(f"tasks/{id_}/instances"), 404)[0] == "not_found"
