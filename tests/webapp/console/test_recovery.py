"""An attempt at recovery in the console: what is shown, submitted, refused and shown again."""

from __future__ import annotations

import json
from html import unescape
from typing import Any

import pytest

from sandboxes.workflows import RecoveryInstance
from tests.webapp.builders import opened_by_person as opened_elsewhere
from tests.webapp.console.desk import Desk, content, texts
from tests.webapp.pages.markup import Markup, faults, text_of
from tests.webapp.pages.personas import Persona
from tests.webapp.recovery.builders import opened_by_person
from webapp.attempts.hot import made_instance
from webapp.attempts.models import Attempt, EndedBy, EventKind, Status

HELD = "arg/plan"


@pytest.fixture
def attempt(person: Persona) -> Attempt:
    """An attempt of the person's at recovery, started."""
    attempt = opened_by_person(person.user)
    person.post(f"/attempts/{attempt.pk}/console/start")
    return attempt


@pytest.fixture
def desk(person: Persona, attempt: Attempt) -> Desk:
    return Desk(person, attempt)


def instance_of(attempt: Attempt) -> RecoveryInstance:
    found = made_instance(attempt.instance)
    assert isinstance(found, RecoveryInstance)
    return found


def repair(attempt: Attempt) -> Any:
    return instance_of(attempt).repairs[0].as_json()


def submit(desk: Desk, plan: Any, thought: str = "It is mended.") -> str:
    text = plan if isinstance(plan, str) else json.dumps(plan)
    return content(desk.call("submit_plan", **{"arg/thought": thought, HELD: text}))


def typed_in(html: str, name: str) -> str:
    """What stands in a field of several lines."""
    text = html.partition(f'name="{name}"')[2].partition(">")[2].partition("</textarea>")[0]
    return unescape(text.removeprefix("\n"))


def test_before_the_start_it_says_what_is_to_be_done_and_shows_no_plan(person: Persona) -> None:
    attempt = opened_by_person(person.user)
    page = person.page(f"/attempts/{attempt.pk}/console")

    assert "a plan of tool calls that is under way" in text_of(page)
    assert str(instance_of(attempt).plan.calls[0].tool) not in text_of(page)
    assert faults(page) == []


def test_all_that_an_agent_is_told_is_shown(desk: Desk, attempt: Attempt) -> None:
    page, instance = desk.person.page(desk.path), instance_of(attempt)
    said = text_of(page)

    assert f"A plan of {len(instance.plan.calls)} calls in" in page
    assert page.count('<g class="node as-call') == len(instance.plan.calls)
    for node in instance.plan.calls:
        assert str(node.tool) in said
        assert node.description in said
    for run in instance.observations:
        for value in run["output"].values():
            assert (value if isinstance(value, str) else json.dumps(value)) in said
    for tool in instance.offered:
        assert f'<summary class="mono">{tool}</summary>' in page
    assert Markup(page).complaints == []


def test_nothing_hints_at_what_is_wrong(desk: Desk, attempt: Attempt) -> None:
    page = desk.person.page(desk.path)
    for hint in ("Error</", "Dependence_Null", "Parallelism", 'class="node as-call waits changed'):
        assert hint not in page
    assert 'class="badge"' not in page


def test_the_form_holds_the_plan_that_is_taken_over_with_statuses_by_what_ran(
    desk: Desk, attempt: Attempt
) -> None:
    plan = json.loads(typed_in(desk.person.page(desk.path), HELD))
    instance = instance_of(attempt)

    ran = {run["id"] for run in (*instance.history, *instance.observations)}
    told = {node["id"]: node["status"] for node in plan["nodes"] if node["id"] != "response"}
    assert told == {"root": True, **{node.id: node.id in ran for node in instance.plan.calls}}
    assert ran
    arguments = {node["id"]: node.get("arguments") for node in plan["nodes"] if "tool" in node}
    assert arguments == {node.id: dict(node.arguments) for node in instance.plan.calls}


def test_what_is_no_json_is_no_submission_and_stays_as_it_was_typed(
    desk: Desk, attempt: Attempt
) -> None:
    typed = {"arg/thought": "A <thought>", HELD: '{"nodes": [<'}
    answer = desk.call("submit_plan", **typed)

    assert (answer.status_code, answer["X-Reason"]) == (422, "untypable")
    assert "This is no JSON" in content(answer)
    assert {name: typed_in(content(answer), name) for name in typed} == typed
    assert not attempt.events.filter(kind=EventKind.CALL).exists()


def test_a_plan_that_can_not_be_run_is_refused_in_a_sentence_and_costs_a_round(
    desk: Desk, attempt: Attempt
) -> None:
    plan = repair(attempt)
    plan["nodes"][1]["dependencies"] = ["nowhere"]
    answer = submit(desk, plan, "A try.")

    sentence = "Node 1 depends on nowhere, which is not in the plan."
    assert texts(answer, "errorlist") == [sentence]
    assert f"Submission 1 was refused: {sentence}" in answer
    assert "A try." in text_of(answer)
    before = instance_of(attempt).rounds_before
    assert f"{before + 1} of 40" in text_of(answer)
    assert "<svg" not in answer


def test_after_a_submission_the_wave_is_a_table_and_the_plan_a_graph_with_its_differences(
    desk: Desk, attempt: Attempt
) -> None:
    answer = submit(desk, repair(attempt))

    event = attempt.events.get(kind=EventKind.CALL)
    runs = json.loads(event.answer)["output"]["observations"]
    table = answer.partition('class="wave"')[2].partition("</table>")[0]
    assert table.count('<th scope="row"') == len(runs) > 0
    for run in runs:
        assert run["tool"] in table
    assert answer.count('<text class="word"') == 1
    assert "1 node changed" in answer
    assert texts(answer, "raw") == [event.answer]
    assert answer.count('<li class="card call"') == 1
    assert texts(desk.person.page(desk.path), "raw") == [event.answer]


def test_a_new_form_holds_the_last_plan_that_ran_and_an_edited_one_what_was_sent(
    desk: Desk, attempt: Attempt
) -> None:
    plan = repair(attempt)
    submit(desk, plan)
    submit(desk, {"nodes": []}, "Of no use.")
    first, second = attempt.events.filter(kind=EventKind.CALL)

    held = json.loads(typed_in(desk.form("submit_plan"), HELD))
    ran = {run["id"] for run in json.loads(first.answer)["output"]["observations"]}
    assert ran
    assert {node["id"] for node in held["nodes"] if node.get("status")} >= ran
    again = desk.form("submit_plan", **{"from": str(first.number)})
    assert json.loads(typed_in(again, HELD)) == plan
    assert typed_in(again, "arg/thought") == "It is mended."
    other = desk.form("submit_plan", **{"from": str(second.number)})
    assert json.loads(typed_in(other, HELD)) == {"nodes": []}


def test_statuses_are_brought_up_to_date_in_what_is_typed_and_nothing_else(
    desk: Desk, attempt: Attempt
) -> None:
    submit(desk, repair(attempt))
    typed = {"nodes": [{"id": "1", "odd": [1]}, {"id": "99", "status": True}, "no node"]}
    path = f"{desk.path}/tools/submit_plan"
    form = desk.person.post(path, **{"arg/thought": "So far.", HELD: json.dumps(typed)})

    assert json.loads(typed_in(content(form), HELD)) == {
        "nodes": [
            {"id": "1", "odd": [1], "status": True},
            {"id": "99", "status": False},
            "no node",
        ]
    }
    assert typed_in(content(form), "arg/thought") == "So far."
    odd = content(desk.person.post(path, **{"arg/thought": "", HELD: "[1]"}))
    assert typed_in(odd, HELD) == "[1]"
    assert "no list of nodes" in odd


def test_the_last_answer_says_that_the_response_was_reached(desk: Desk, attempt: Attempt) -> None:
    for _ in range(40):
        answer = desk.call("submit_plan", **{"arg/thought": "", HELD: json.dumps(repair(attempt))})
        if answer.headers.get("X-Reason") == "over":
            break

    assert "The response was reached." in text_of(content(answer))
    assert "<svg" in content(answer)
    attempt.refresh_from_db()
    assert (attempt.status, attempt.ended_by) == (Status.FINISHED, EndedBy.RESPONSE)
    assert attempt.scores.get().correct


def test_other_attempts_have_no_form_for_plans(person: Persona) -> None:
    attempt = opened_elsewhere(person.user)
    person.post(f"/attempts/{attempt.pk}/console/start")
    assert person.get(f"/attempts/{attempt.pk}/console/tools/submit_plan").status_code == 404
